import { settle, type StreamSource } from "../../index.ts";
import type { RollEvent, RollResult } from "../../protocol/roll-event.ts";
import { inertLine } from "../../view/inert.ts";
import type { RollScreen } from "../screen/roll-screen.ts";
import { UsageError } from "../usage-error.ts";
import type { Assistant, AssistantRequest } from "./assistant.ts";
import { ticketTools } from "./ticket-tools.ts";

const MAX_COMPLAINT_CODE_POINTS = 400;

/** What is asked, and what happens on this side. */
export interface ScenePlay {
  readonly assistant: Assistant;
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly take: "events" | "bytes";
  readonly screen: RollScreen;
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

  let received = 0;
  try {
    for await (const event of roll) {
      screen.apply(event);
      received += argumentBytes(event);
      if (received >= (play.cancelAtBytes ?? Number.POSITIVE_INFINITY)) cancelling.abort();
    }
  } finally {
    screen.end();
  }
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

function argumentBytes(event: RollEvent): number {
  return event.type === "fragment" ? Buffer.byteLength(event.text) : 0;
}
