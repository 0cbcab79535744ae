import type { Script } from "../script/script.ts";
import { BROKEN_TICKET, calls, CUSTOMER, finish, PAYMENT, PREAMBLE, say, SEARCH_RESULT, ticketCall } from "./cast.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

function searchFirst(request: ScenarioRequest): Script {
  const query = '{"query":"sign-in page blank after release"}';
  if (request.format === "openai-responses") {
    const action = { action: { type: "search", query: "sign-in page blank after release" } };
    return calls(request, [{ kind: "call", name: "web_search", type: "web_search_call", extra: action }, ticketCall()]);
  }
  return calls(request, [
    { kind: "call", name: "web_search", type: "server_tool_use", arguments: query },
    { kind: "result", type: "web_search_tool_result", content: [SEARCH_RESULT] },
    ticketCall(),
  ]);
}

/** Messages that end as they should, whatever their calls are worth. */
export const messageScenarios: readonly Scenario[] = [
  {
    name: "ok",
    title: "A preamble, one create_ticket call that fits, and a clean stop.",
    formats: everyFormat,
    accepts: [],
    build: (request) => calls(request, [ticketCall()]),
  },
  {
    name: "text-only",
    title: "An answer in words, without a call.",
    formats: everyFormat,
    accepts: [],
    build: (request) => ({
      format: request.format,
      steps: [say("Your ticket from Monday is still open."), ...finish(request, { reason: "end", outputTokens: 9 })],
    }),
  },
  {
    name: "parallel",
    title: "Three calls in one message, all of which fit.",
    formats: everyFormat,
    accepts: [],
    build: (request) =>
      calls(request, [
        { kind: "call", name: "find_customer", arguments: CUSTOMER },
        ticketCall(),
        { kind: "call", name: "send_payment", arguments: PAYMENT },
      ]),
  },
  {
    name: "no-arguments",
    title: "A call of a tool without parameters, written as each provider writes it.",
    formats: everyFormat,
    accepts: [],
    build: (request) => {
      // Claude sends no text at all; OpenAI sends an empty object.
      const text = request.format === "anthropic-messages" ? { pieces: [""] } : { arguments: "{}" };
      return calls(request, [{ kind: "call", name: "list_projects", ...text }]);
    },
  },
  {
    name: "broken-json",
    title: "A call whose argument text is no JSON, closed by a clean stop.",
    formats: everyFormat,
    accepts: [],
    build: (request) => calls(request, [ticketCall({ arguments: BROKEN_TICKET })]),
  },
  {
    name: "server-tool",
    title: "A search that the provider runs itself, then a call for the client.",
    formats: ["anthropic-messages", "openai-responses"],
    accepts: [],
    build: searchFirst,
  },
  {
    name: "custom-tool",
    title: "A call of a freeform tool, whose input is raw text and no JSON.",
    formats: ["openai-chat", "openai-responses"],
    accepts: [],
    build: (request) =>
      calls(request, [
        { kind: "call", name: "run_query", input: "text", arguments: 'SELECT id\nFROM tickets -- "open" ones\n' },
      ]),
  },
  {
    name: "fallback",
    title: "A model refuses in the middle of a call and another one answers instead.",
    formats: ["anthropic-messages"],
    accepts: [],
    build: (request) => ({
      format: request.format,
      steps: [
        say(PREAMBLE),
        { kind: "call", name: "send_payment", arguments: PAYMENT.slice(0, 12) },
        { kind: "fallback", from: "claude-fable-5-2", to: "claude-opus-4-8", category: "cyber" },
        ticketCall(),
        ...finish(request, { reason: "calls" }),
      ],
    }),
  },
];
