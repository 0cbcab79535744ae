import fc from "fast-check";

import { created, itemAdded, itemDone, outputText, terminal } from "../../support/responses-events.ts";
import { sseRecord, type TypedEvent } from "../../support/settle-stream.ts";
import { pieces } from "./documents.ts";
import { arrange, assemble, messageOf, type PlannedCall } from "./message.ts";
import { payload, type Plan, type PlannedRecord, type Said, type SaidStop } from "./said.ts";

/** A stop of this wire: the status of the terminal event, what the response adds, and what it means. */
interface TerminalStop {
  readonly status: string;
  readonly rest: object;
  readonly said: SaidStop;
}

function incomplete(reason: string, said: Omit<SaidStop, "say" | "word">): TerminalStop {
  return {
    status: "incomplete",
    rest: { incomplete_details: { reason } },
    said: { say: "stop", word: reason, ...said },
  };
}

function failed(code: string, said: Omit<SaidStop, "say" | "word">): TerminalStop {
  return {
    status: "failed",
    rest: { error: { code, message: "No." } },
    said: { say: "stop", word: "failed", ...said },
  };
}

const completed: TerminalStop = {
  status: "completed",
  rest: {},
  said: { say: "stop", word: "completed", class: "clean" },
};
const stops: readonly TerminalStop[] = [
  completed,
  completed,
  completed,
  completed,
  completed,
  incomplete("max_output_tokens", { class: "ceiling", cause: "token-limit" }),
  incomplete("content_filter", { class: "filtered", cause: "content-filter" }),
  incomplete("solar_flare", { class: "unknown", cause: "unknown-stop" }),
  failed("bio_policy", { class: "filtered", cause: "refused" }),
  failed("server_error", { class: "failed" }),
];

function record(event: TypedEvent, ...says: readonly Said[]): PlannedRecord {
  return payload(sseRecord(event, event.type), ...says);
}

/** The words of this wire for one kind of call. */
interface ItemWords {
  readonly type: string;
  readonly textKey: "arguments" | "input";
  readonly delta: string;
  readonly done: string;
}

const functionWords: ItemWords = {
  type: "function_call",
  textKey: "arguments",
  delta: "response.function_call_arguments.delta",
  done: "response.function_call_arguments.done",
};
const customWords: ItemWords = {
  type: "custom_tool_call",
  textKey: "input",
  delta: "response.custom_tool_call_input.delta",
  done: "response.custom_tool_call_input.done",
};
const providerWords: ItemWords = {
  type: "mcp_call",
  textKey: "arguments",
  delta: "response.mcp_call_arguments.delta",
  done: "response.mcp_call_arguments.done",
};

function wordsOf(planned: PlannedCall): ItemWords {
  if (planned.isFreeform) return customWords;
  return planned.runBy === "client" ? functionWords : providerWords;
}

function callItem(place: number, call: number, planned: PlannedCall): readonly PlannedRecord[] {
  const { document, runBy, flaw, arrival } = planned;
  const { text, worth, tool: name } = document;
  const words = wordsOf(planned);
  const itemId = `item_${call}`;
  const callId = `call_${call}`;
  const input = planned.isFreeform ? "text" : "json";
  const id = runBy === "client" ? callId : itemId;
  const opened: Said = { say: "call", call, id, name, runBy, input, closes: true, worth };
  const item = (stated: string, status: string): object => ({
    id: itemId,
    type: words.type,
    ...(runBy === "client" ? { call_id: callId } : { server_label: "kiosk" }),
    name,
    [words.textKey]: stated,
    status,
  });
  const at = { item_id: itemId, output_index: place };
  const closed: Said = { say: "closed", call };
  const whole: readonly Said[] = text === "" ? [] : [{ say: "whole", call, text }];
  const other = `~${text}`;
  const isDifferent = flaw === "differs" && arrival !== "whole" && text !== "";
  const deltas = arrival === "pieces" ? pieces(text, planned.shares) : [];
  const added = record(itemAdded(place, item("", "in_progress")), opened);
  const fragments = deltas.map((piece) =>
    record({ type: words.delta, ...at, delta: piece }, { say: "piece", call, text: piece }),
  );
  if (flaw === "unclosed") return [added, ...fragments];
  const done = record({ type: words.done, ...at, [words.textKey]: text }, ...whole, closed);
  const finished =
    flaw === "unfinished"
      ? record(itemDone(place, item(text, "incomplete")), { say: "unfinished", call }, ...whole, closed)
      : record(
          itemDone(place, item(isDifferent ? other : text, "completed")),
          ...(isDifferent ? [{ say: "whole", call, text: other } as const] : whole),
          closed,
        );
  return [added, ...fragments, ...(arrival === "whole" ? [] : [done]), finished];
}

/** A stream of the Responses wire. Its terminal event is stop and end at once. */
export const responsesPlan: fc.Arbitrary<Plan> = fc
  .tuple(messageOf(true), fc.constantFrom(...stops), fc.boolean())
  .map(([message, stop, isRepeating]): Plan => {
    let calls = 0;
    const items = message.items.map((item, place) => {
      if (item.kind === "text") return [record(outputText(place, item.text), { say: "text", text: item.text })];
      calls += 1;
      return callItem(place, calls - 1, item);
    });
    const refusal = message.isRefusal
      ? [record({ type: "response.refusal.delta", output_index: 9, delta: "I can't." }, { say: "refusal" })]
      : [];
    const end = terminal(stop.status, {
      ...stop.rest,
      output: isRepeating ? [] : undefined,
      usage: { output_tokens: message.tokens },
    });
    const tokens: Said = { say: "tokens", count: message.tokens };
    const body = [record(created), ...arrange(items, message.isInterleaved), ...refusal];
    const records = assemble(message, body, {
      stop: [record(end, tokens, stop.said, { say: "end" })],
      otherStop: null,
      end: [],
      error: record({ type: "error", code: "server_error", message: "Something broke." }, { say: "error" }),
      keepAlive: { lines: ": keep-alive", kind: "keep-alive", says: [] },
      unreadable: 'data: {"oops',
    });
    const { newline, hasByteOrderMark } = message;
    return { wire: "openai-responses", records, newline, hasByteOrderMark };
  });
