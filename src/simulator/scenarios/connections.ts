import { takeBytes } from "../script/chunk-text.ts";
import type { End, Script } from "../script/script.ts";
import type { Step } from "../script/step.ts";
import { afterPreamble, brokenOff, finish, HALF, TICKET, ticketCall } from "./cast.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

const HICCUP_MS = 3_000;
const PING_MS = 1_000;

/** An error as the provider of the format words it. */
function overloaded(request: ScenarioRequest): Step {
  const message = "The service is overloaded. Try again later.";
  switch (request.format) {
    case "anthropic-messages":
      return { kind: "error", error: { type: "overloaded_error", message } };
    case "openai-chat":
      return { kind: "error", error: { message, type: "server_error", param: null, code: null } };
    case "openai-responses":
      return { kind: "error", error: { code: "server_error", message, param: null } };
  }
}

function halves(request: ScenarioRequest): readonly [string, string] {
  const first = takeBytes(TICKET, request.at ?? HALF);
  return [first, TICKET.slice(first.length)];
}

function failMidway(request: ScenarioRequest): Script {
  const [first] = halves(request);
  return afterPreamble(request, [ticketCall({ arguments: first, close: false }), overloaded(request)]);
}

function rest(request: ScenarioRequest): Script {
  const [first, second] = halves(request);
  return afterPreamble(request, [
    ticketCall({ arguments: first, close: false }),
    { kind: "hiccup", ms: HICCUP_MS },
    { kind: "call-text", text: second },
    { kind: "call-end" },
    ...finish(request, { reason: "calls" }),
  ]);
}

function brokenBy(name: string, title: string, end: End): Scenario {
  return {
    name,
    title,
    formats: everyFormat,
    accepts: ["at", "heals"],
    counts: "tries",
    build: (request) => brokenOff(request, end),
  };
}

/** Connections that break, fall silent or falter. */
export const connectionScenarios: readonly Scenario[] = [
  brokenBy("disconnect", "The connection is reset (TCP RST) in the middle of the arguments.", { kind: "reset" }),
  brokenBy("fin", "The connection is closed (TCP FIN) in the middle of the arguments, without the last HTTP chunk.", {
    kind: "fin",
  }),
  brokenBy("eof", "The body ends cleanly in the middle of the arguments, without a stop or an end marker.", {
    kind: "eof",
  }),
  brokenBy("silence", "The connection stays open in the middle of the arguments, and nothing more comes.", {
    kind: "silence",
  }),
  brokenBy("pings-only", "The connection stays open in the middle of the arguments, with nothing but pings.", {
    kind: "pings",
    everyMs: PING_MS,
  }),
  {
    name: "silence-at-once",
    title: "The headers come, and then not one byte.",
    formats: everyFormat,
    accepts: ["heals"],
    counts: "tries",
    build: (request) => ({ format: request.format, steps: [], end: { kind: "silence" } }),
  },
  {
    name: "hiccup",
    title: "A pause of three seconds in the middle of the arguments, and then all goes well.",
    formats: everyFormat,
    accepts: ["at"],
    build: rest,
  },
  {
    name: "error-event",
    title: "The provider reports an error in the middle of the arguments, over HTTP 200.",
    formats: everyFormat,
    accepts: ["at", "heals"],
    counts: "tries",
    build: failMidway,
  },
  {
    name: "error-first",
    title: "The very first record of the stream is an error, over HTTP 200.",
    formats: everyFormat,
    accepts: ["heals"],
    counts: "tries",
    build: (request) => ({ format: request.format, steps: [overloaded(request)] }),
  },
];
