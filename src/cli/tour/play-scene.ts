import { settle, type StreamSource } from "../../index.ts";
import type { RollEvent, RollResult } from "../../protocol/roll-event.ts";
import { showRoll, type ShowTurnOptions } from "../../terminal.ts";
import { inertLine } from "../../view/inert.ts";
import { UsageError } from "../usage-error.ts";
import type { Assistant, AssistantRequest } from "./assistant.ts";
import { ticketTools } from "./ticket-tools.ts";

const MAX_COMPLAINT_CODE_POINTS = 400;

/** Nothing in the tour is anybody's secret. */
const shownTools = ticketTools.map(({ name }) => ({ name, display: { "*": "show" } as const }));

/** What is asked, and what happens on this side. */
export interface ScenePlay {
  readonly assistant: Assistant;
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly take: "events" | "bytes";
  readonly screen: Pick<ShowTurnOptions, "output" | "environment" | "live">;
  /** Cancels from outside. */
  readonly stop: AbortSignal;
  readonly idleMs?: number;
  readonly cancelAtBytes?: number;
}

/**
 * Asks once and shows what comes, event by event. How an answer fails is an outcome.
 *
 * @throws UsageError when there is no answer at all
 */
export async function playScene(play: ScenePlay): Promise<RollResult> {
  const { assistant, model, maxOutputTokens, take, screen, idleMs } = play;
  const cancelling = new AbortController();
  const signal = AbortSignal.any([play.stop, cancelling.signal]);
  const source = await ask(assistant, { model, maxOutputTokens, signal, take });
  const roll = settle(source, {
    format: assistant.format,
    tools: ticketTools,
    signal,
    maxOutputTokens,
    ...(idleMs === undefined ? {} : { idleMs, firstMs: idleMs }),
  });

  const cancelAtBytes = play.cancelAtBytes ?? Number.POSITIVE_INFINITY;
  await showRoll(
    tapBytes(roll, (received) => received >= cancelAtBytes && cancelling.abort()),
    { ...screen, display: shownTools },
  );
  return roll.result;
}

async function ask(assistant: Assistant, request: AssistantRequest): Promise<StreamSource> {
  try {
    return await assistant.ask(request);
  } catch (error) {
    // Given up before the answer began: there is nothing to read, and the signal says how it ended.
    if (request.signal.aborted) return noAnswer();
    const complaint = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `the service did not answer ${request.model}: ${inertLine(complaint, MAX_COMPLAINT_CODE_POINTS)}`,
      {
        cause: error,
      },
    );
  }
}

async function* noAnswer(): AsyncGenerator<never> {}

/** Tells after each event how many bytes of arguments came. */
async function* tapBytes(roll: AsyncIterable<RollEvent>, tell: (received: number) => void): AsyncGenerator<RollEvent> {
  let received = 0;
  for await (const event of roll) {
    yield event;
    if (event.type === "fragment") received += Buffer.byteLength(event.text);
    tell(received);
  }
}
