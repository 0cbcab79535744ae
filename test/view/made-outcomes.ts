import type { CallFacts, Dispatchable, Ending, Failed, Invalid, Issue, Observed } from "../../src/protocol/outcome.ts";
import type { RollCount } from "../../src/protocol/roll-event.ts";

/** A call by hand: `create_ticket`, 124 bytes in 31 pieces. */
export function callFacts(facts: Partial<CallFacts> = {}): CallFacts {
  return {
    index: 0,
    id: "call_a",
    name: "create_ticket",
    runBy: "client",
    input: "json",
    text: "",
    bytes: 124,
    fragments: 31,
    announcedAtMs: 10,
    lastFragmentAtMs: 400,
    closedAtMs: null,
    largestGapMs: 20,
    ...facts,
  };
}

/** Only the finalizer can make the real one; a screen only reads it. */
export function dispatchable(args: unknown, facts?: Partial<CallFacts>): Dispatchable {
  return { kind: "dispatchable", call: callFacts(facts), args, parsed: args } as Dispatchable;
}

export function invalid(cause: Invalid["cause"], issues: readonly Issue[] = [], facts?: Partial<CallFacts>): Invalid {
  return { kind: "invalid", cause, issues, call: callFacts(facts) };
}

type Because = { [Reason in Failed["reason"]]: `${Reason}/${Extract<Failed, { reason: Reason }>["cause"]}` };

/** A failed call, from its reason and cause as `reason/cause`. */
export function failed(because: Because[Failed["reason"]], facts?: Partial<CallFacts>): Failed {
  const [reason, cause] = because.split("/");
  return { kind: "failed", reason, cause, detail: "", call: callFacts(facts) } as Failed;
}

export function observed(facts?: Partial<CallFacts>): Observed {
  return { kind: "observed", call: callFacts({ runBy: "provider", ...facts }) };
}

export function complete(stop: string, stopClass: Extract<Ending, { kind: "complete" }>["class"]): Ending {
  return { kind: "complete", stop, class: stopClass, cause: null, detail: "" };
}

export function abandoned(cause: Extract<Ending, { kind: "abandoned" }>["cause"]): Ending {
  return { kind: "abandoned", stop: null, class: null, cause, detail: "" };
}

export function count(parts: Partial<Omit<RollCount, "announced">> = {}): RollCount {
  const { dispatchable: ready = 0, invalid: misfit = 0, failed: lost = 0, observed: theirs = 0 } = parts;
  return {
    announced: ready + misfit + lost + theirs,
    dispatchable: ready,
    invalid: misfit,
    failed: lost,
    observed: theirs,
  };
}
