import { anthropicMessages } from "../../../src/anthropic.ts";
import {
  settle,
  type Format,
  type RollEvent,
  type RollResult,
  type SourceOpener,
  type StreamSource,
} from "../../../src/index.ts";
import { openaiChat, openaiResponses } from "../../../src/openai.ts";
import { draining } from "../../support/live-roll.ts";
import { createManualClock, settleTasks } from "../../support/manual-clock.ts";
import { createPushSource } from "../../support/push-source.ts";
import { deliver, plainCall, type SettledStream, type StreamOptions } from "../../support/settle-stream.ts";
import { tools } from "./documents.ts";
import type { Exit } from "./oracle.ts";
import type { Plan, Wire } from "./said.ts";

/** A stream that was driven to its end. */
export interface Driven {
  readonly settled: SettledStream;
  readonly result: RollResult;
  /** What a consumer was given, in order. */
  readonly events: readonly RollEvent[];
}

/** How a stream is driven. */
export interface DriveOptions {
  readonly exit: Exit;
  readonly options?: StreamOptions;
  /** Whether somebody takes the events, or only awaits the result. Default true. */
  readonly takesEvents?: boolean;
  /** Time that passes once the stream is over, for validators. Default none. */
  readonly afterwardsMs?: number;
  /** What is handed over in place of the stream, such as a function that gives it. Default the stream itself. */
  readonly wrap?: (stream: StreamSource) => StreamSource | SourceOpener;
}

/** The formats of the wires. */
export const formats: Readonly<Record<Wire, Format>> = {
  "anthropic-messages": anthropicMessages,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
};

/** The limit on silence where a stream is left dry: once it has passed, whatever clock applies has fired. */
const SILENCE_MS = 10_000;

/** Settles these chunks, leaves the stream in this way, and tells everything that could be seen. */
export async function drive(
  plan: Pick<Plan, "wire">,
  chunks: readonly (Uint8Array | string)[],
  { exit, options = {}, takesEvents = true, afterwardsMs = 0, wrap = (stream) => stream }: DriveOptions,
): Promise<Driven> {
  const clock = createManualClock();
  const canceller = new AbortController();
  const isHeldOpen = exit !== "eof" && exit !== "reset";
  const roll = settle(wrap(isHeldOpen ? createPushSource(...chunks) : deliver(chunks, exit)), {
    tools,
    clock,
    signal: canceller.signal,
    progressMs: SILENCE_MS,
    firstMs: SILENCE_MS,
    livenessMs: "off",
    ...options,
    format: formats[plan.wire],
  });
  const events: RollEvent[] = [];
  const iterator = takesEvents ? roll[Symbol.asyncIterator]() : undefined;
  const taken = iterator === undefined ? draining(roll) : takeAll(iterator, events);
  if (isHeldOpen) {
    await settleTasks();
    if (exit === "cancel") canceller.abort();
    else if (exit === "dry") await clock.advance(SILENCE_MS * 2);
    // Only a consumer can leave; one that merely awaits the result has nothing to leave but the request.
    else if (iterator?.return === undefined) canceller.abort();
    else await iterator.return();
  }
  if (afterwardsMs > 0) await clock.advance(afterwardsMs);
  await taken;
  const result = await roll.result;
  return { settled: plain(result, events), result, events };
}

/** The plain form of a result; the text is what the consumer was given. */
function plain(result: RollResult, events: readonly RollEvent[]): SettledStream {
  const { ending, outcomes, count, faults } = result;
  return {
    ending: { kind: ending.kind, stop: ending.stop, class: ending.class, cause: ending.cause },
    announced: count.announced,
    calls: outcomes.map(plainCall),
    text: events.map((event) => (event.type === "text" ? event.text : "")).join(""),
    faultCodes: faults.map((fault) => fault.code),
  };
}

async function takeAll(iterator: AsyncIterator<RollEvent, unknown>, events: RollEvent[]): Promise<void> {
  for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) events.push(step.value);
}
