import { sizeOf } from "./size-of.ts";
import type { Words } from "./words.ts";

const misfit = "not run (the request did not fit the tool)";
const cut = "not run (the request was cut short)";
const filtered = "not run (stopped by the provider's safety filter)";
const unreadable = "not run (the request was unreadable)";
const lost = "not run (connection lost)";
const connectionLost = "the connection was lost";

/** English. */
export const english: Words = {
  language: "en",
  aTool: "a tool",
  live: {
    preparing: "preparing",
    ready: "ready",
    running: "running",
    reasoning: "thinking",
    waiting: "waiting for the model",
    silentFor: (seconds) => `nothing new for ${seconds} s`,
    received: (bytes) => `${sizeOf(bytes, ".")} received`,
  },
  results: {
    observed: "run by the provider",
    done: "done",
    replayed: "already done before, not repeated",
    errored: "ran and failed (can be tried again)",
    inDoubt: "may have run (check before trying again)",
    lostSight: "may have run (connection lost)",
  },
  invalid: {
    schema: misfit,
    "unknown-tool": misfit,
    "duplicate-key": misfit,
    "inexact-number": misfit,
    "reserved-key": misfit,
    "not-an-object": misfit,
    "validator-failed": "not run (the request could not be checked)",
  },
  truncated: {
    "token-limit": cut,
    "context-window": cut,
    refused: filtered,
    "content-filter": filtered,
    paused: cut,
    "unknown-stop": cut,
  },
  unparseable: { incomplete: cut, "not-json": unreadable, "too-large": unreadable, "too-deep": unreadable },
  abandoned: {
    disconnected: lost,
    idle: lost,
    crashed: lost,
    "ended-early": "not run (the answer ended early)",
    stalled: "not run (the model stopped answering)",
    "provider-error": "not run (the model service failed)",
    cancelled: "cancelled",
  },
  notRun: {
    "did-not-happen": "not run (the tool stopped before it did anything)",
    conflict: "not run (it conflicts with an earlier request)",
    cancelled: "cancelled",
    ledger: "not run (it could not be recorded)",
    "not-looked-up": "not run now (whether it ran before could not be looked up)",
    "half-character": "not run (a text in it has half of a character)",
    intent: "not run (it could not be told what the request is for)",
  },
  stops: {
    ceiling: "the answer was cut short",
    filtered: "the answer was stopped by the provider's safety filter",
    paused: "the answer was paused before it was finished",
    failed: "the model service failed",
    unknown: "the answer stopped for an unknown reason",
  },
  losses: {
    disconnected: connectionLost,
    idle: connectionLost,
    crashed: connectionLost,
    "ended-early": "the answer ended early",
    stalled: "the model stopped answering",
    "provider-error": "the model service failed",
    cancelled: "cancelled",
    "lost-sight": "the connection was lost, and what happened since is not known",
  },
  turns: {
    notCorrected: "the model's requests did not fit the tools",
    notChecked: "the model's requests could not be checked",
    unreadable: "the model's requests were unreadable",
    endless: "the model did not come to an end",
    cancelled: {
      person: "cancelled",
      "client-left": "cancelled, since nobody was listening any more",
      shutdown: "cancelled, since the service was shutting down",
    },
  },
  tally: {
    nothing: "nothing was run",
    nothingElse: "nothing else was run",
    done: (names) => `done: ${names}`,
    observed: (names) => `run by the provider: ${names}`,
    errored: (names) => `ran and failed: ${names}`,
    inDoubt: (names) => `may have run: ${names}`,
    notRun: (names) => `not run: ${names}`,
    comma: ", ",
    semicolon: "; ",
    more: (count) => ` and ${count} more`,
  },
};
