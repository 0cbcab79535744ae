import type { Dispatchable } from "../protocol/outcome.ts";
import type { CallResult, NotRunCause, TurnEvent } from "../protocol/turn-event.ts";
import type { Ordinals } from "./ordinals.ts";
import type { CallScope } from "./call-scope.ts";
import { runCall, type CallRunResult } from "./run-call.ts";
import type { Tool } from "./tool.ts";

/** What the calls of one message are run with. */
export interface DispatchScope extends Omit<CallScope, "untold"> {
  readonly tools: readonly Tool[];
  readonly ordinals: Ordinals;
  /** How many tools run at once. */
  readonly maxParallel: number;
  readonly emit: (event: TurnEvent) => void;
}

/** Runs the calls of a message side by side. Each comes to its own end; the results are in the order of the calls. */
export async function dispatch(
  message: number,
  calls: readonly Dispatchable[],
  scope: DispatchScope,
): Promise<readonly CallResult[]> {
  const places = scope.ordinals.place(calls);
  const { untold } = scope.ordinals;
  const ends: CallRunResult[] = [];
  const waiting = calls.entries();

  const runOne = async (call: Dispatchable): Promise<CallRunResult> => {
    const tool = scope.tools.find(({ name }) => name === call.call.name);
    const place = places.get(call);
    if (tool === undefined || place === undefined) throw new TypeError(`${call.call.name} is no tool of this turn`);
    if (scope.stop.aborted) return notBegun(call);
    const { index } = call.call;
    const onRunning = (intentKey: string): void => scope.emit({ type: "running", message, index, intentKey });
    return runCall({ call, tool, place, onRunning }, { ...scope, untold });
  };

  const work = async (): Promise<void> => {
    for (const [position, call] of waiting) {
      const end = await runOne(call);
      ends[position] = end;
      const { result } = end;
      scope.emit({ type: "answered", message, index: call.call.index, result });
    }
  };

  await Promise.all(Array.from({ length: Math.min(scope.maxParallel, calls.length) }, work));
  // Equal calls of one message are told side by side: what one was told changes nothing for the other.
  for (const end of ends) noteEnd(end, untold);
  return ends.map(({ result }) => result);
}

/** Remembers of which keys the model was told no end, until it is told one. */
function noteEnd({ intentKey, result }: CallRunResult, untold: Set<string>): void {
  if (intentKey === null) return;
  const isUntold = result.kind === "in-doubt" || (result.kind === "not-run" && ledgerCauses.has(result.cause));
  if (isUntold) untold.add(intentKey);
  else untold.delete(intentKey);
}

const ledgerCauses: ReadonlySet<NotRunCause> = new Set(["ledger", "not-looked-up"]);

function notBegun({ call }: Dispatchable): CallRunResult {
  const note = "the turn was cancelled before the tool began";
  return { result: { kind: "not-run", call, cause: "cancelled", note }, intentKey: null };
}
