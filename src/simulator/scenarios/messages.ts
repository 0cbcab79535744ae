import type { Script } from "../script/script.ts";
import type { Step } from "../script/step.ts";
import {
  afterPreamble,
  BROKEN_TICKET,
  closingWords,
  CUSTOMER,
  finish,
  GUESSED_TICKET,
  PAYMENT,
  PREAMBLE,
  say,
  ticketCall,
} from "./cast.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

const calls = (request: ScenarioRequest, steps: readonly Step[]): Script =>
  afterPreamble(request, [...steps, ...finish(request, { reason: "calls" })]);

function guessTicket(request: ScenarioRequest): Script {
  if (request.answers > request.corrections) {
    return closingWords(request);
  }
  const { heals = 1, corrections } = request;
  if (heals !== "never" && corrections > heals) {
    return closingWords(request);
  }
  const isHealed = heals !== "never" && corrections >= heals;
  return calls(request, [isHealed ? ticketCall() : ticketCall({ arguments: GUESSED_TICKET })]);
}

function searchFirst(request: ScenarioRequest): Script {
  const query = '{"query":"sign-in page blank after release"}';
  if (request.format === "openai-responses") {
    const action = { action: { type: "search", query: "sign-in page blank after release" } };
    return calls(request, [{ kind: "call", name: "web_search", type: "web_search_call", extra: action }, ticketCall()]);
  }
  const found = {
    type: "web_search_result",
    title: "Blank page after sign-in",
    url: "https://status.example/blank-page",
    encrypted_content: "b3BhcXVl",
    page_age: null,
  };
  return calls(request, [
    { kind: "call", name: "web_search", type: "server_tool_use", arguments: query },
    { kind: "result", type: "web_search_tool_result", content: [found] },
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
    name: "enum-guess",
    title: "A call with a priority that the tool does not have, put right after `heals` corrections (default 1).",
    formats: everyFormat,
    accepts: ["heals"],
    build: guessTicket,
  },
  {
    name: "unknown-tool",
    title: "A call of a tool that nobody declared.",
    formats: everyFormat,
    accepts: [],
    build: (request) => calls(request, [{ kind: "call", name: "delete_everything", arguments: '{"confirm":true}' }]),
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
