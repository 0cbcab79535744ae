import type { Script } from "../script/script.ts";
import type { Step } from "../script/step.ts";
import { calls, closingWords, CUSTOMER, ticketCall, ticketWith, UNTITLED_TICKET } from "./cast.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

const DIFFERENT_GUESSES = ["critical", "high", "blocker", "asap"];

/** Another priority that the tool does not have, each time. */
function nextGuess(corrections: number): string {
  return DIFFERENT_GUESSES[corrections] ?? `severity-${corrections + 1}`;
}

/** What a model gets wrong, and how often. */
interface Mistake {
  readonly wrong: (request: ScenarioRequest) => Step;
  /** Calls that fit, in the first message beside the wrong one. */
  readonly beside?: readonly Step[];
}

/** Makes the mistake until enough corrections came, then the right call, then words. */
function correctable(mistake: Mistake): (request: ScenarioRequest) => Script {
  const beside = mistake.beside ?? [];
  return (request) => {
    const { heals, corrections, answers } = request;
    const results = answers - corrections;
    const isRight = heals !== "never" && corrections >= heals;
    // The first message is answered as a whole: a result alone says that there was nothing wrong in it.
    if (results > (corrections > 0 ? beside.length : 0) || (isRight && corrections > heals)) {
      return closingWords(request);
    }
    return calls(request, [...(answers === 0 ? beside : []), isRight ? ticketCall() : mistake.wrong(request)]);
  };
}

function mistaken(name: string, title: string, mistake: Mistake & Pick<Scenario, "heals">): Scenario {
  const { heals = 1 } = mistake;
  const common = { formats: everyFormat, accepts: ["heals"], counts: "corrections", isWholeTurn: true } as const;
  return { name, title, ...common, heals, build: correctable(mistake) };
}

const wrongPriority = (priority: string): Step => ticketCall({ arguments: ticketWith(priority) });

/** Calls that do not fit, put right when they are handed back or not. */
export const correctionScenarios: readonly Scenario[] = [
  mistaken(
    "enum-guess",
    "A call with a priority that the tool does not have, put right after `heals` corrections (default 1).",
    { wrong: () => wrongPriority("critical") },
  ),
  mistaken(
    "enum-guess-varied",
    "The same with another wrong priority each time, put right after `heals` corrections (default 1).",
    { wrong: ({ corrections }) => wrongPriority(nextGuess(corrections)) },
  ),
  mistaken("field-missing", "A call without its required title, given after `heals` corrections (default never).", {
    wrong: () => ticketCall({ arguments: UNTITLED_TICKET }),
    heals: "never",
  }),
  mistaken("unknown-tool", "A call of a tool that nobody declared, put right after `heals` corrections (default 1).", {
    wrong: () => ({ kind: "call", name: "delete_everything", arguments: '{"confirm":true}' }),
  }),
  mistaken(
    "valid-beside-invalid",
    "A call that fits and one that does not in one message; the second alone comes again until it is right.",
    {
      wrong: () => wrongPriority("critical"),
      beside: [{ kind: "call", name: "find_customer", arguments: CUSTOMER }],
    },
  ),
];
