import type { Dispatchable } from "../protocol/outcome.ts";
import type { CallResult, TurnEvent } from "../protocol/turn-event.ts";
import type { Ordinals } from "./ordinals.ts";
import type { CallScope } from "./call-scope.ts";
import { runCall } from "./run-call.ts";
import type { Tool } from "./tool.ts";

/** What the calls of one message are run with. */
export interface DispatchScope extends CallScope {
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
  const results: CallResult[] = [];
  const waiting = calls.entries();

  const runOne = async (call: Dispatchable): Promise<CallResult> => {
    const tool = scope.tools.find(({ name }) => name === call.call.name);
    const place = places.get(call);
    if (tool === undefined || place === undefined) throw new TypeError(`${call.call.name} is no tool of this turn`);
    if (scope.stop.aborted) return notBegun(call);
    const { index } = call.call;
    const onRunning = (intentKey: string): void => scope.emit({ type: "running", message, index, intentKey });
    return runCall({ call, tool, place, onRunning }, scope);
  };

  const work = async (): Promise<void> => {
    for (const [position, call] of waiting) {
      const result = await runOne(call);
      results[position] = result;
      scope.emit({ type: "answered", message, index: call.call.index, result });
    }
  };

  await Promise.all(Array.from({ length: Math.min(scope.maxParallel, calls.length) }, work));
  return results;
}

function notBegun({ call }: Dispatchable): CallResult {
  return { kind: "not-run", call, cause: "cancelled", note: "the turn was cancelled before the tool began" };
}
