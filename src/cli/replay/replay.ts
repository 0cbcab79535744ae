import { setImmediate as nextTurn } from "node:timers/promises";
import type { Format } from "../../formats/format.ts";
import { settle, type Settling } from "../../index.ts";
import type { RollEvent, RollResult } from "../../protocol/roll-event.ts";
import type { DeclaredTool } from "../tools-file.ts";
import { UsageError } from "../usage-error.ts";
import { createRecordedSource } from "./recorded-source.ts";
import type { Recording } from "./recording.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** The settings of a replay that are settings of the roll; those left out have the library's defaults. */
export interface RollSettings {
  readonly firstMs?: number | "off";
  readonly progressMs?: number | "off";
  readonly livenessMs?: number | "off";
  readonly maxOutputTokens?: number;
  readonly truncation?: "all" | "last";
}

/** How a recording is replayed. */
export interface ReplayOptions {
  readonly format: Format;
  readonly tools: readonly DeclaredTool[] | "any";
  readonly settings: RollSettings;
  /** Sees every event at its moment. */
  readonly onEvent?: (event: RollEvent) => void;
  /** Waits, in whatever time, until the recording's time has come. Without it no time passes. */
  readonly until?: (atMs: number) => Promise<void>;
}

/** What a replay came to. */
export interface Replayed {
  readonly result: RollResult;
  readonly text: string;
}

/**
 * Turns of the event loop after which nothing moves any more by itself: streams and promises need one, the rest is for
 * what they start in turn.
 */
const QUIET_TURNS = 2;

/**
 * Settles a recorded stream in its own time, in which nothing happens between two timers.
 *
 * @throws UsageError when the recording falls silent and no limit would ever end the wait
 */
export async function replay(recording: Recording, options: ReplayOptions): Promise<Replayed> {
  const clock = createVirtualClock();
  const source = createRecordedSource(recording, clock);
  const { format, tools, settings } = options;
  const roll = start(() => settle(source.stream, { ...settings, format, tools, clock, signal: source.signal }));
  const collected = collect(roll, options.onEvent);
  let isOver = false;
  const over = (async () => {
    await Promise.allSettled([collected, roll.result]);
    isOver = true;
  })();

  for (;;) {
    await quiet();
    if (isOver) break;
    const nextAtMs = clock.nextAtMs();
    if (nextAtMs === null) throw new UsageError(endlessWait(recording));
    await options.until?.(nextAtMs);
    clock.advance();
  }
  await over;
  return { text: await collected, result: await roll.result };
}

// What settle refuses at once is a tool that the caller declared.
function start(begin: () => Settling): Settling {
  try {
    return begin();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`--tools: ${error.message}`, { cause: error });
  }
}

async function collect(events: AsyncIterable<RollEvent>, onEvent?: (event: RollEvent) => void): Promise<string> {
  const pieces: string[] = [];
  for await (const event of events) {
    if (event.type === "text") pieces.push(event.text);
    onEvent?.(event);
  }
  return pieces.join("");
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await nextTurn();
}

function endlessWait(recording: Recording): string {
  return (
    `the recording falls silent at ${recording.end.atMs} ms and no time limit is on, so the replay would wait for ever; ` +
    `set one of --first-ms, --progress-ms and --liveness-ms`
  );
}
