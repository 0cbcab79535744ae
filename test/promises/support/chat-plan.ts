import fc from "fast-check";

import {
  calls as callChunk,
  delta,
  finish,
  opening,
  say,
  usage,
  type Chunk,
  type Entry,
} from "../../support/chat-wire.ts";
import { sseRecord } from "../../support/settle-stream.ts";
import { pieces } from "./documents.ts";
import { arrange, assemble, messageOf, type PlannedCall } from "./message.ts";
import { payload, type Plan, type PlannedRecord, type Said, type SaidStop } from "./said.ts";

const stops: readonly SaidStop[] = [
  { say: "stop", word: "tool_calls", class: "clean" },
  { say: "stop", word: "tool_calls", class: "clean" },
  { say: "stop", word: "stop", class: "clean" },
  { say: "stop", word: "stop", class: "clean" },
  { say: "stop", word: "end", class: "clean" },
  { say: "stop", word: "eos", class: "clean" },
  { say: "stop", word: "length", class: "ceiling", cause: "token-limit" },
  { say: "stop", word: "content_filter", class: "filtered", cause: "content-filter" },
  { say: "stop", word: "solar_flare", class: "unknown", cause: "unknown-stop" },
  { say: "stop", word: "insufficient_system_resource", class: "failed" },
];

/** Habits of look-alike hosts that must not change what a stream amounts to. */
type Quirk =
  | "none"
  | "id-repeated"
  | "id-new"
  | "id-late"
  | "name-repeated"
  | "name-late"
  | "index-missing"
  | "index-same"
  | "index-jumps"
  | "null-first";

const quirks: readonly Quirk[] = [
  "none",
  "none",
  "id-repeated",
  "id-new",
  "id-late",
  "name-repeated",
  "name-late",
  "index-missing",
  "index-same",
  "index-jumps",
  "null-first",
];

function record(chunk: Chunk, ...says: readonly Said[]): PlannedRecord {
  return payload(sseRecord(chunk), ...says);
}

function indexOf(call: number, quirk: Quirk): Entry {
  if (quirk === "index-missing") return {};
  if (quirk === "index-same") return { index: 0 };
  return { index: quirk === "index-jumps" ? call * 3 + 2 : call };
}

/** The entries of one call: the first opens it, the others bring its text. */
function callChunks(call: number, planned: PlannedCall, quirk: Quirk): readonly PlannedRecord[] {
  const { document, isFreeform } = planned;
  const { tool: name, worth } = document;
  const id = `call_${call}`;
  const index = indexOf(call, quirk);
  const body = (fields: object): object => (isFreeform ? { custom: fields } : { function: fields });
  const textKey = isFreeform ? "input" : "arguments";
  const isWhole = planned.arrival !== "pieces" && !isFreeform;
  const texts = isWhole ? [document.text] : pieces(document.text, planned.shares);
  const idSaid = quirk === "id-late" ? null : id;
  const nameSaid = quirk === "name-late" ? null : name;
  const type = isFreeform ? "custom" : "function";
  const first: Entry = {
    ...index,
    ...(idSaid === null ? {} : { id }),
    type,
    ...body({ ...(nameSaid === null ? {} : { name }), [textKey]: quirk === "null-first" ? null : "" }),
  };
  const input = isFreeform ? "text" : "json";
  const opened: Said = { say: "call", call, id: idSaid, name: nameSaid, runBy: "client", input, closes: false, worth };
  const naming: Said = quirk === "id-late" ? { say: "named", call, id } : { say: "named", call, name };
  const isNamedLate = quirk === "id-late" || quirk === "name-late";
  const late: Entry = {
    ...index,
    ...(quirk === "id-late" ? { id } : {}),
    ...body(quirk === "name-late" ? { name, [textKey]: "" } : { [textKey]: "" }),
  };
  return [
    record(callChunk(first), opened),
    ...(isNamedLate ? [record(callChunk(late), naming)] : []),
    ...texts.map((text, at) => {
      const entry: Entry = {
        ...index,
        ...repeatedId(quirk, id, at),
        ...body({ ...repeatedName(quirk, name), [textKey]: text }),
      };
      return record(callChunk(entry), { say: "piece", call, text });
    }),
  ];
}

function repeatedId(quirk: Quirk, id: string, at: number): Entry {
  if (quirk === "id-repeated") return { id };
  return quirk === "id-new" ? { id: `${id}-${at}` } : {};
}

function repeatedName(quirk: Quirk, name: string): Entry {
  if (quirk === "name-repeated") return { name };
  return quirk === "id-new" ? { name: "" } : {};
}

function latePieces(call: number, planned: PlannedCall, quirk: Quirk): readonly PlannedRecord[] {
  if (planned.flaw !== "late-piece" || planned.isFreeform || quirk === "index-missing" || quirk === "index-same")
    return [];
  const entry: Entry = { ...indexOf(call, quirk), function: { arguments: " " } };
  return [record(callChunk(entry), { say: "piece", call, text: " " })];
}

/** A stream of the Chat Completions wire, with at most one quirk. */
export const chatPlan: fc.Arbitrary<Plan> = fc
  .tuple(messageOf(true), fc.constantFrom(...stops), fc.constantFrom("length", "stop"), fc.constantFrom(...quirks))
  .map(([message, stop, otherWord, quirk]): Plan => {
    let calls = 0;
    const late: PlannedRecord[] = [];
    const items = message.items.map((item) => {
      if (item.kind === "text") return [record(say(item.text), { say: "text", text: item.text })];
      calls += 1;
      late.push(...latePieces(calls - 1, item, quirk));
      return callChunks(calls - 1, item, quirk);
    });
    const isOrdered = quirk === "index-missing" || quirk === "index-same";
    const refusal = message.isRefusal ? [record(delta({ refusal: "I can't." }), { say: "refusal" })] : [];
    const body = [record(opening), ...arrange(items, message.isInterleaved && !isOrdered), ...refusal];
    const otherStop: SaidStop = { say: "stop", word: otherWord, class: "clean" };
    const records = assemble(message, body, {
      stop: [record(finish(stop.word), stop), ...late],
      otherStop: record(finish(otherWord), otherStop),
      end: [
        record(usage(message.tokens), { say: "tokens", count: message.tokens }),
        payload("data: [DONE]", { say: "end" }),
      ],
      error: record({ error: { code: "server_error", message: "Something broke." } }, { say: "error" }),
      keepAlive: { lines: ": keep-alive", kind: "keep-alive", says: [] },
      unreadable: 'data: {"oops',
    });
    const { newline, hasByteOrderMark } = message;
    return { wire: "openai-chat", records, newline, hasByteOrderMark };
  });
