import fc from "fast-check";

import {
  blockStart,
  blockStop,
  errorEvent,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
  toolUse,
} from "../../support/anthropic-events.ts";
import { sseRecord, type TypedEvent } from "../../support/settle-stream.ts";
import { pieces } from "./documents.ts";
import { arrange, assemble, messageOf, type PlannedCall } from "./message.ts";
import { payload, type Plan, type PlannedRecord, type Said, type SaidStop } from "./said.ts";

const stops: readonly SaidStop[] = [
  { say: "stop", word: "tool_use", class: "clean" },
  { say: "stop", word: "tool_use", class: "clean" },
  { say: "stop", word: "tool_use", class: "clean" },
  { say: "stop", word: "end_turn", class: "clean" },
  { say: "stop", word: "stop_sequence", class: "clean" },
  { say: "stop", word: "max_tokens", class: "ceiling", cause: "token-limit" },
  { say: "stop", word: "model_context_window_exceeded", class: "ceiling", cause: "context-window" },
  { say: "stop", word: "refusal", class: "filtered", cause: "refused" },
  { say: "stop", word: "pause_turn", class: "paused", cause: "paused" },
  { say: "stop", word: "solar_flare", class: "unknown", cause: "unknown-stop" },
  { say: "stop", word: "error", class: "failed" },
];

function record(event: TypedEvent, ...says: readonly Said[]): PlannedRecord {
  return payload(sseRecord(event, event.type), ...says);
}

function textBlock(index: number, text: string): readonly PlannedRecord[] {
  return [
    record(blockStart(index, { type: "text", text: "" })),
    record(textDelta(index, text), { say: "text", text }),
    record(blockStop(index)),
  ];
}

function callBlock(index: number, call: number, planned: PlannedCall): readonly PlannedRecord[] {
  const { document, runBy } = planned;
  const id = `toolu_${call}`;
  const opened: Said = {
    say: "call",
    call,
    id,
    name: document.tool,
    runBy,
    input: "json",
    closes: true,
    worth: document.worth,
  };
  const start = (input: unknown): TypedEvent =>
    runBy === "client"
      ? toolUse(index, id, document.tool, input)
      : blockStart(index, { type: "server_tool_use", id, name: document.tool, input });
  const closed: Said = { say: "closed", call };
  if (planned.arrival === "whole" && document.object !== undefined) {
    const { text } = document;
    return [
      record(start(document.object), opened, { say: "whole", call, text }, closed),
      record(blockStop(index), closed),
    ];
  }
  return [
    record(start({}), opened),
    ...pieces(document.text, planned.shares).map((text) =>
      record(inputDelta(index, text), { say: "piece", call, text }),
    ),
    ...(planned.flaw === "unclosed" ? [] : [record(blockStop(index), closed)]),
    ...(planned.flaw === "late-piece" ? [record(inputDelta(index, " "), { say: "piece", call, text: " " })] : []),
  ];
}

/** A stream of the Anthropic Messages wire. */
export const anthropicPlan: fc.Arbitrary<Plan> = fc
  .tuple(messageOf(false), fc.constantFrom(...stops), fc.constantFrom("max_tokens", "end_turn"))
  .map(([message, stop, otherWord]): Plan => {
    let calls = 0;
    const items = message.items.map((item, index) => {
      if (item.kind === "text") return textBlock(index, item.text);
      calls += 1;
      return callBlock(index, calls - 1, item);
    });
    const tokens: Said = { say: "tokens", count: message.tokens };
    // Its class does not matter: another word is a contradiction, and the same word says nothing new.
    const otherStop: SaidStop = { say: "stop", word: otherWord, class: "clean" };
    const records = assemble(
      message,
      [record(messageStart(), { say: "tokens", count: 1 }), ...arrange(items, message.isInterleaved)],
      {
        stop: [record(messageDelta(stop.word, message.tokens), tokens, stop)],
        otherStop: record(messageDelta(otherWord, 20), { say: "tokens", count: 20 }, otherStop),
        end: [record(messageStop, { say: "end" })],
        error: record(errorEvent("overloaded_error"), { say: "error" }),
        keepAlive: { lines: sseRecord({ type: "ping" }, "ping").trimEnd(), kind: "keep-alive", says: [] },
        unreadable: 'event: content_block_delta\ndata: {"oops',
      },
    );
    const { newline, hasByteOrderMark } = message;
    return { wire: "anthropic-messages", records, newline, hasByteOrderMark };
  });
