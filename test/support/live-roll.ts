import type { Format } from "../../src/formats/format.ts";
import { settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { createPushSource, type PushSource } from "./push-source.ts";
import { plainCall, type SettledCall, type SettledStream, type StreamOptions } from "./settle-stream.ts";

/** A stream under way: the test owns its time and its bytes. */
export interface LiveRoll {
  readonly clock: ManualClock;
  readonly source: PushSource<string>;
  readonly result: Promise<RollResult>;
  /** Whether the result is there. */
  readonly isOver: boolean;
}

/** Settles a source that the test feeds. The result is awaited at once, so that the source is read without a pause. */
export function startRoll(options: StreamOptions & { readonly format?: Format } = {}): LiveRoll {
  const clock = createManualClock();
  const source = createPushSource<string>();
  const roll = settle(source, { format: openaiChat, tools: "any", clock, ...options });
  let isOver = false;
  const result = draining(roll).then((settled) => {
    isOver = true;
    return settled;
  });
  return {
    clock,
    source,
    result,
    get isOver() {
      return isOver;
    },
  };
}

/** Awaits the result from now on, so that the source is read although nobody takes the events. */
export function draining(roll: { readonly result: Promise<RollResult> }): Promise<RollResult> {
  return Promise.resolve(roll.result).then((result) => result);
}

/** The plain form of an ending. */
export function plainEnding(result: RollResult): SettledStream["ending"] {
  const { kind, stop, class: stopClass, cause } = result.ending;
  return { kind, stop, class: stopClass, cause };
}

/** The plain form of the outcomes. */
export function plainCalls(result: RollResult): readonly SettledCall[] {
  return result.outcomes.map(plainCall);
}
