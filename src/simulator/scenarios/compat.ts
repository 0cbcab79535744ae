import type { Envelope, Script } from "../script/script.ts";
import type { CallFields, Quirks, Step, StopFields } from "../script/step.ts";
import { CUSTOMER, finish, HALF, TICKET, ticketCall } from "./cast.ts";
import type { Scenario, ScenarioRequest } from "./scenario.ts";

const CALLS: StopFields = { reason: "calls" };

/** A look-alike of openai-chat: no padding, no fingerprint, and a model name of its own. */
function compat(
  name: string,
  title: string,
  plan: (request: ScenarioRequest) => { readonly envelope?: Envelope; readonly steps: readonly Step[] },
): Scenario {
  return {
    name,
    title,
    formats: ["openai-chat"],
    accepts: [],
    build: (request): Script => {
      const { envelope = {}, steps } = plan(request);
      return { format: "openai-chat", envelope: { plain: true, model: "look-alike", ...envelope }, steps };
    },
  };
}

/** A look-alike whose only habit is in how it writes the call, or in its stop word. */
function habit(
  name: string,
  title: string,
  fields: Omit<Partial<CallFields>, "name"> & { readonly stop?: StopFields },
): Scenario {
  const { stop = CALLS, ...call } = fields;
  return compat(name, title, (request) => ({ steps: [ticketCall(call), ...finish(request, stop)] }));
}

const quirk = (quirks: Quirks): { readonly quirks: Quirks } => ({ quirks });
const whole = { opening: "whole" } as const;
const pair = (quirks: Quirks): readonly Step[] => [
  ticketCall({ ...whole, quirks }),
  { kind: "call", name: "find_customer", arguments: CUSTOMER, ...whole, quirks },
];

const error = { code: 502, message: "The upstream hung up.", metadata: { error_type: "provider_unavailable" } };
const misfit = {
  message: "The call did not fit the tool schema.",
  type: "invalid_request_error",
  code: "tool_use_failed",
  failed_generation: '{"name": "create_ticket", "arguments": {"project": 7}}',
  status_code: 400,
};

/** Habits of hosts that speak almost like Chat Completions. */
export const compatScenarios: readonly Scenario[] = [
  habit("arguments-null-then-text", "The first fragment has null for arguments.", quirk({ arguments: "null" })),
  habit("arguments-object", "The arguments are an object and no text.", {
    ...whole,
    ...quirk({ arguments: "object" }),
  }),
  habit("arguments-double-encoded", "The arguments are a JSON string that holds their JSON.", { doubleEncoded: true }),
  compat("azure-filter-chunks", "Filter results come in chunks without a delta and without choices.", (request) => ({
    envelope: { role: "first" },
    steps: [
      { kind: "filter" },
      ticketCall(),
      { kind: "filter", offsets: { check: 44, start: 44, end: 98 } },
      ...finish(request, CALLS),
    ],
  })),
  compat("deepseek-insufficient-resource", "The stop word says that the host ran out of resources.", (request) => ({
    steps: [
      ticketCall({ arguments: TICKET.slice(0, HALF), opening: "first-piece" }),
      ...finish(request, { word: "insufficient_system_resource", closing: "blank" }),
    ],
  })),
  compat("deepseek-keepalive", "Comments keep the connection alive before the first chunk.", (request) => ({
    envelope: { roleContent: "" },
    steps: [
      { kind: "comment", text: "keep-alive" },
      { kind: "comment", text: "keep-alive" },
      ticketCall(),
      ...finish(request, { ...CALLS, closing: "blank" }),
    ],
  })),
  compat("done-missing", "The stop is stated, but the end marker never comes.", () => ({
    steps: [ticketCall(), { kind: "stop", ...CALLS }],
  })),
  compat("finish-in-same-chunk", "One chunk holds the whole call and the stop.", () => ({
    envelope: { role: "first" },
    steps: [ticketCall({ ...whole, finish: "tool_calls" }), { kind: "done" }],
  })),
  compat(
    "gemini-no-index-finish-stop",
    "Whole calls without an index, and a stop that does not speak of calls.",
    (request) => ({
      envelope: { role: "first" },
      steps: [...pair({ index: "missing" }), ...finish(request, { reason: "end", closing: "role" })],
    }),
  ),
  compat("groq-tool-use-failed", "The host found the call unfit and sends an error instead.", () => ({
    envelope: { role: "apart" },
    steps: [{ kind: "start" }, { kind: "error", error: misfit }],
  })),
  compat("groq-x_groq-error", "An error stands in a field beside the choices, and the stop never comes.", () => ({
    envelope: { role: "first", groqId: "req_1" },
    steps: [ticketCall(whole), { kind: "error", shape: "x-groq", error: "over_capacity" }, { kind: "done" }],
  })),
  habit("id-empty-string", "The id of the call is an empty text.", quirk({ id: "empty" })),
  habit("id-missing", "The call has no id.", quirk({ id: "missing" })),
  habit("id-null-text", 'The id of the call is the text "null".', quirk({ id: "null" })),
  habit("id-late", "The id comes with the second fragment.", { ...quirk({ id: "late" }), opening: "first-piece" }),
  habit("id-repeated-every-chunk", "Every fragment repeats the id.", quirk({ id: "repeated" })),
  habit("index-jumps", "The first call has the index 1.", quirk({ index: 1 })),
  compat("index-all-zero", "Two calls with different names share the index 0.", (request) => ({
    steps: [...pair({ index: 0 }), ...finish(request, CALLS)],
  })),
  habit("name-late", "The name comes with the second fragment.", {
    ...quirk({ name: "late" }),
    opening: "first-piece",
  }),
  habit("name-repeated-every-chunk", "Every fragment repeats the name.", quirk({ name: "repeated" })),
  habit("new-id-every-chunk-blank-name", "Every fragment has a new id and a blank name.", {
    ...quirk({ id: "new", name: "blank-later" }),
    stop: { reason: "end" },
  }),
  compat("no-args-empty-string", "A call of a tool without parameters has an empty text for arguments.", (request) => ({
    steps: [{ kind: "call", name: "list_projects" }, ...finish(request, CALLS)],
  })),
  compat("ollama-compat-error-swallowed", "An error became an empty chunk and the end of the body.", () => ({
    envelope: { role: "first" },
    steps: [{ kind: "text", pieces: ["I'll", ""] }],
  })),
  compat(
    "openrouter-comment-then-error",
    "A comment, then a chunk that holds an error and a stop word for it.",
    () => ({
      envelope: { role: "first" },
      steps: [
        { kind: "comment", text: "OPENROUTER PROCESSING" },
        ticketCall({ arguments: TICKET.slice(0, HALF) }),
        { kind: "error", shape: "in-chunk", error },
        { kind: "done" },
      ],
    }),
  ),
  compat("role-missing", "No chunk says the role.", (request) => ({
    envelope: { role: "missing" },
    steps: [ticketCall(), ...finish(request, CALLS)],
  })),
  compat("same-index-for-parallel", "Two whole calls of one tool share an index and differ in the id.", (request) => ({
    steps: [
      ticketCall({ ...whole, quirks: { index: 0 } }),
      ticketCall({ ...whole, quirks: { index: 0 } }),
      ...finish(request, CALLS),
    ],
  })),
  habit("together-eos", 'The stop word is "eos".', { stop: { word: "eos", closing: "blank" } }),
  compat("vllm-length-hidden-as-tool_calls", "The ceiling cut the call, and the stop speaks of calls.", (request) => ({
    envelope: { roleContent: "" },
    steps: [ticketCall({ arguments: TICKET.slice(0, HALF) }), ...finish(request, CALLS)],
  })),
  compat("finish-network-error", 'The stop word is "network_error".', (request) => ({
    steps: [ticketCall(), ...finish(request, { word: "network_error" })],
  })),
  habit("finish-end", 'The stop word is "end".', { stop: { word: "end" } }),
  habit("legacy-function-call", "The call is a function_call of the old kind.", {
    legacy: true,
    stop: { word: "function_call" },
  }),
  compat("several-choices", "Two alternative answers come interleaved, as with n = 2.", (request) => ({
    steps: [
      ticketCall(),
      ticketCall({ choice: 1 }),
      { kind: "stop", ...CALLS },
      ...finish(request, { ...CALLS, choice: 1 }),
    ],
  })),
];
