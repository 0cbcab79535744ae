import type { History, Scribe } from "../formats/dialect.ts";
import type { RollResult } from "../protocol/roll-event.ts";
import type { RequestReason } from "../protocol/turn-event.ts";
import { settle } from "../settle/settle.ts";
import type { TurnScope } from "./turn-scope.ts";

/** One answer of the model: settled, and taken down. */
export interface SettledAnswer {
  readonly message: number;
  readonly because: RequestReason;
  readonly roll: RollResult;
  readonly scribe: Scribe;
}

/** What is asked. */
export interface Question {
  readonly message: number;
  readonly because: RequestReason;
  readonly history: History;
}

/** Asks the model, and settles what it says. The consumer of the turn's events keeps the pace. */
export async function askModel({ message, because, history }: Question, scope: TurnScope): Promise<SettledAnswer> {
  const { outbox, stop } = scope;
  const { model, tools, clock, stream } = scope.settings;
  outbox.put({ type: "request", message, because });
  const scribe = model.dialect.createScribe();
  const settling = settle((signal) => model.send({ history, tools, signal }), {
    ...stream,
    format: scribe.format,
    tools,
    signal: stop.requests,
    clock,
    ...(model.maxOutputTokens === null ? {} : { maxOutputTokens: model.maxOutputTokens }),
  });
  if (outbox.isOpen) {
    for await (const event of settling) {
      outbox.put({ type: "message", message, event });
      await outbox.whenAwaited();
    }
  }
  return { message, because, roll: await settling.result, scribe };
}
