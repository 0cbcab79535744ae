import { takeBytes } from "../script/chunk-text.ts";
import type { JsonObject, Script, ScriptFormat } from "../script/script.ts";
import type { Step, StopFields } from "../script/step.ts";
import {
  afterPreamble,
  CEILING,
  closingWords,
  CUSTOMER,
  finish,
  HALF,
  PREAMBLE,
  say,
  SEARCH_RESULT,
  TICKET,
  ticketCall,
} from "./cast.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

/** A call whose text ends before the model was done with it, closed as the provider closes it. */
function cutTicket(text: string): Step<"call"> {
  return ticketCall({ arguments: text, status: "incomplete" });
}

function cutBy(request: ScenarioRequest, text: string, stop: StopFields): Script {
  const outputTokens = stop.outputTokens ?? 84;
  return afterPreamble(request, [cutTicket(text), ...finish(request, { outputTokens, ...stop })]);
}

const upTo = (request: ScenarioRequest, standard: number): string => takeBytes(TICKET, request.at ?? standard);

function ceiling(request: ScenarioRequest): StopFields {
  return { reason: "ceiling", outputTokens: request.maxOutputTokens ?? CEILING };
}

function refusalDetails(format: ScriptFormat, category: string): { readonly details?: JsonObject } {
  return format === "anthropic-messages"
    ? { details: { type: "refusal", category, explanation: "The request was declined." } }
    : {};
}

function refuse(request: ScenarioRequest): Script {
  const stop: StopFields = { reason: "refusal", ...refusalDetails(request.format, "cyber") };
  if (request.format === "anthropic-messages") {
    return cutBy(request, upTo(request, HALF), stop);
  }
  return afterPreamble(request, [
    cutTicket(upTo(request, HALF)),
    { kind: "refusal", text: "I'm sorry, I can't help with that." },
    ...finish(request, stop),
  ]);
}

/** The result of the search stands in another message than the search, so the two are tied by a fixed id. */
const SEARCH_ID = "srvtoolu_01Kq8NvWc3xT5bYhJ2mRzLdP";

function pause(request: ScenarioRequest): Script {
  if (request.isContinued) {
    const found = { type: "web_search_tool_result", tool_use_id: SEARCH_ID, content: [SEARCH_RESULT] };
    return {
      format: request.format,
      steps: [{ kind: "block", block: found }, say(PREAMBLE), ticketCall(), ...finish(request, { reason: "calls" })],
    };
  }
  return {
    format: request.format,
    steps: [
      say("Let me look that up first."),
      { kind: "call", id: SEARCH_ID, name: "web_search", type: "server_tool_use", arguments: CUSTOMER },
      ...finish(request, { reason: "pause" }),
    ],
  };
}

function hideCeiling(request: ScenarioRequest): Script {
  const maxOutputTokens = request.maxOutputTokens ?? CEILING;
  // Only the numbers give this one away, so they are reported whether or not they were asked for.
  const asked: ScenarioRequest = { ...request, wantsUsage: true, maxOutputTokens };
  const call = ticketCall({ arguments: upTo(request, HALF) });
  return afterPreamble(asked, [call, ...finish(asked, { reason: "calls", outputTokens: maxOutputTokens })]);
}

function cutLast(request: ScenarioRequest): Script {
  return afterPreamble(request, [
    { kind: "call", name: "find_customer", arguments: CUSTOMER },
    cutTicket(upTo(request, HALF)),
    ...finish(request, ceiling(request)),
  ]);
}

/** Messages that stop for a reason that is no good one, or that hide it. */
export const stopScenarios: readonly Scenario[] = [
  {
    name: "ceiling-half",
    title: "The token ceiling cuts the description in the middle, and the call is closed as if it were whole.",
    formats: everyFormat,
    accepts: ["at"],
    build: (request) => cutBy(request, upTo(request, HALF), ceiling(request)),
  },
  {
    name: "ceiling-whole",
    title: "The token ceiling falls just behind the closing brace: the text parses and fits, and is still cut.",
    formats: everyFormat,
    accepts: ["at"],
    build: (request) => cutBy(request, upTo(request, Number.MAX_SAFE_INTEGER), ceiling(request)),
  },
  {
    name: "ceiling-always",
    title: "The token ceiling cuts the description, whatever is answered and however often it is tried.",
    formats: everyFormat,
    accepts: ["at"],
    isWholeTurn: true,
    hasNewIds: true,
    build: (request) => cutBy(request, upTo(request, HALF), ceiling(request)),
  },
  {
    name: "context-window",
    title: "The context window is full in the middle of the arguments.",
    formats: everyFormat,
    accepts: ["at"],
    build: (request) => cutBy(request, upTo(request, HALF), { reason: "context-window" }),
  },
  {
    name: "refusal",
    title: "The model refuses in the middle of the arguments.",
    formats: everyFormat,
    accepts: ["at"],
    build: refuse,
  },
  {
    name: "content-filter",
    title: "The provider's filter stops the answer in the middle of the arguments.",
    formats: everyFormat,
    accepts: ["at"],
    build: (request) =>
      cutBy(request, upTo(request, HALF), { reason: "filter", ...refusalDetails(request.format, "general_harms") }),
  },
  {
    name: "pause",
    title: "The provider pauses its own search and goes on when the message is sent back.",
    formats: ["anthropic-messages"],
    accepts: [],
    build: pause,
  },
  {
    name: "unknown-stop",
    title: "A whole call, then a stop word that nobody knows.",
    formats: everyFormat,
    accepts: [],
    build: (request) => afterPreamble(request, [ticketCall(), ...finish(request, { word: "model_resting" })]),
  },
  {
    name: "hidden-truncation",
    title: "The ceiling cuts the arguments, but the stop says that all went well; only the token count gives it away.",
    formats: everyFormat,
    accepts: ["at"],
    build: hideCeiling,
  },
  {
    name: "parallel-one-cut",
    title: "Two calls of which the token ceiling cuts the second.",
    formats: everyFormat,
    accepts: ["at"],
    build: cutLast,
  },
  {
    name: "closing-words",
    title: "What every scenario says once its calls have been answered: words, and a clean stop.",
    formats: everyFormat,
    accepts: [],
    build: closingWords,
  },
];
