import type { FaultChoice, FaultName } from "../../shared/api.ts";
import { faultNames } from "./names.ts";

/** What is played for a fault, and with which options of the turn. */
export interface FaultPlan extends Omit<FaultChoice, "name"> {
  /** The scenario of the simulator; of the first run and of each one after it, where they differ. */
  readonly scenario: string;
  readonly scenarioAgain?: string;
  /** How often a request that failed is sent again. Default 1. */
  readonly retries?: number;
  /** Silence that ends the answer. */
  readonly idleMs?: number;
  /** Milliseconds between two writes of the simulator, as a multiple of the usual ones. Default 1. */
  readonly slowness?: number;
  readonly isBankSilent?: boolean;
  /** The turn runs in a process of its own, which is killed in the middle of the arguments. */
  readonly isKilled?: boolean;
}

const TICKET = "The sign-in page stays blank since Monday. Please open an urgent ticket.";
const PAY = "Pay Harbor Print Shop 120.50 for the posters.";

/** What can go wrong, and how it is made to. */
export const faultPlans: Readonly<Record<FaultName, FaultPlan>> = {
  none: {
    label: "Nothing goes wrong",
    sentence: "The call arrives whole and fits, the tool runs once, and the row is there.",
    prompt: TICKET,
    person: "asks",
    scenario: "assistant",
  },
  "connection-cut": {
    label: "Connection cut",
    sentence: "The connection is reset in the middle of the arguments, and again when the request is sent once more.",
    prompt: TICKET,
    person: "asks",
    scenario: "disconnect",
  },
  silence: {
    label: "Silence",
    sentence:
      "The connection stays open in the middle of the arguments, and nothing more comes. The limit is 2 seconds.",
    prompt: TICKET,
    person: "asks",
    scenario: "silence",
    retries: 0,
    idleMs: 2000,
  },
  "ceiling-half": {
    label: "Ceiling, half a text",
    sentence: "The token ceiling cuts the arguments, and the provider closes the call as if it were whole.",
    prompt: TICKET,
    person: "asks",
    scenario: "ceiling-half",
  },
  "ceiling-whole": {
    label: "Ceiling, whole text",
    sentence: "The ceiling falls just behind the closing brace: the text parses and fits, and still may not run.",
    prompt: TICKET,
    person: "asks",
    scenario: "ceiling-whole",
  },
  refusal: {
    label: "Refusal",
    sentence: "The model refuses in the middle of the arguments.",
    prompt: TICKET,
    person: "asks",
    scenario: "refusal",
  },
  "broken-json": {
    label: "Broken JSON",
    sentence:
      "The arguments are no JSON although all went well otherwise, and again when the request is sent once more.",
    prompt: TICKET,
    person: "asks",
    scenario: "broken-json",
  },
  "enum-healed": {
    label: "Wrong value, healed",
    sentence: "The model guesses a priority that there is not; it is told, and puts it right in the same block.",
    prompt: TICKET,
    person: "asks",
    scenario: "enum-guess",
  },
  "enum-never": {
    label: "Wrong value, never healed",
    sentence: "The model guesses another wrong priority each time, and is asked to correct it at most twice.",
    prompt: TICKET,
    person: "asks",
    scenario: "enum-guess-varied?heals=never",
  },
  "unknown-tool": {
    label: "Unknown tool",
    sentence: "The model calls a tool that nobody declared, and calls it again when it is told.",
    prompt: TICKET,
    person: "asks",
    scenario: "unknown-tool?heals=never",
  },
  "hidden-truncation": {
    label: "Hidden truncation",
    sentence: "The ceiling cuts the arguments, but the provider says that all went well; only the token count tells.",
    prompt: TICKET,
    person: "asks",
    scenario: "hidden-truncation",
  },
  "parallel-one-cut": {
    label: "Two calls, one cut",
    sentence: "The ceiling cuts the second of two calls; neither runs, since nothing in a cut answer is trusted.",
    prompt: "Find Harbor Print Shop, and open a ticket for their blank sign-in page.",
    person: "asks",
    scenario: "parallel-one-cut",
  },
  "server-killed": {
    label: "Server killed",
    sentence: "The process that runs the turn is killed in the middle of the arguments; the page finds out by itself.",
    prompt: TICKET,
    person: "asks",
    // The model stands still there, so that the kill always falls into the arguments.
    scenario: "silence?at=140",
    isKilled: true,
  },
  "stop-pressed": {
    label: "Stop pressed",
    sentence: "The answer comes slowly: press Stop while the call is being prepared.",
    prompt: TICKET,
    person: "stops",
    scenario: "ok",
    slowness: 8,
  },
  "payment-again": {
    label: "Payment asked for again",
    sentence: "The payment is made, then the connection is lost; the same turn once more does not pay twice.",
    prompt: PAY,
    person: "asks-again",
    scenario: "pay-then-cut",
    scenarioAgain: "assistant",
    retries: 0,
  },
  "payment-in-doubt": {
    label: "Payment in doubt",
    sentence:
      "The bank's answer never comes: the payment may have been made, and nothing pays again until it is known.",
    prompt: PAY,
    person: "asks-again",
    scenario: "assistant",
    isBankSilent: true,
  },
};

/** The picker. */
export const faultChoices: readonly FaultChoice[] = faultNames.map((name) => {
  const { label, sentence, prompt, person } = faultPlans[name];
  return { name, label, sentence, prompt, person };
});
