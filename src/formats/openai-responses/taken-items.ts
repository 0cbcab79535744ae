import type { CallEvent } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { fieldsAt, identityAt, isFields, isSaid, listAt, numberAt, stringAt, type Fields } from "../fields.ts";
import { callKindOf } from "./item-kinds.ts";

/** An output item as it was taken down. */
export interface TakenItem {
  /** As the provider sent it last; without fields where only pieces of it came. */
  readonly item: Fields;
  /** Whether it came in its final form. */
  readonly isFinished: boolean;
  readonly isCall: boolean;
  /** `call.index` of its outcome; `null` where it is no call, or one that was never announced. */
  readonly callIndex: number | null;
  /** What an answer showed that never came in its final form. */
  readonly text: string;
}

/** A response as it was taken down. */
export interface TakenResponse {
  readonly id: string | null;
  /** Whether the provider can be asked to go on from it: it said that it is over and did not fail. */
  readonly isStored: boolean;
  /** In output order. */
  readonly items: readonly TakenItem[];
}

/** Takes down the output of one response while it is read. */
export interface ItemTaker {
  hear(record: WireRecord, events: readonly CallEvent[]): void;
  taken(): TakenResponse;
}

/** Makes the taker of one response. */
export function createItemTaker(): ItemTaker {
  return new ResponseTaker();
}

interface OpenItem {
  readonly place: number;
  /** The reader's number of the call, if it is one. */
  readonly call: number | undefined;
  item: Fields;
  isFinished: boolean;
  text: string;
}

interface ItemKeys {
  readonly place: number | undefined;
  readonly call: number | undefined;
}

/** One sight of an item. */
interface Sight extends ItemKeys {
  readonly item: Fields;
  readonly isFinal: boolean;
}

const TERMINALS: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "response.cancelled",
]);

class ResponseTaker implements ItemTaker {
  readonly #items: OpenItem[] = [];
  /** The three ways to know an item again. A call is known by its number alone, which the reader has worked out. */
  readonly #byCall = new Map<number, OpenItem>();
  readonly #byId = new Map<string, OpenItem>();
  readonly #byPlace = new Map<string, OpenItem>();
  /** The reader's numbers in the order in which the calls were announced, which is the order of the outcomes. */
  readonly #announced = new Map<number, number>();
  #id: string | null = null;
  #terminal: { readonly type: string; readonly response: Fields } | undefined;

  hear(record: WireRecord, events: readonly CallEvent[]): void {
    const event = record.value;
    if (!isFields(event)) return;
    for (const said of events) this.#noteAnnounced(said);
    const type = stringAt(event, "type") ?? record.event ?? "";
    const response = fieldsAt(event, "response");
    this.#id ??= identityAt(response, "id");
    if (TERMINALS.has(type)) return this.#takeTerminal(type, response, events);
    const isDone = type === "response.output_item.done";
    if (!isDone && type !== "response.output_item.added") return this.#takePieces(event, events);
    const item = fieldsAt(event, "item");
    const keys = { place: numberAt(event, "output_index"), call: callOf(events) };
    this.#take({ item, ...keys, isFinal: isDone }, this.#find(item, keys));
  }

  taken(): TakenResponse {
    const sorted = this.#items.toSorted((left, right) => left.place - right.place);
    const items = sorted.map(({ call, item, isFinished, text }) => {
      const callIndex = call === undefined ? null : (this.#announced.get(call) ?? null);
      return { item, isFinished, text, isCall: call !== undefined, callIndex };
    });
    return { id: this.#id, isStored: isContinuable(this.#terminal), items };
  }

  #noteAnnounced(said: CallEvent): void {
    if (said.type !== "call-start" && said.type !== "call-name") return;
    if (said.id === null && said.name === null) return;
    if (!this.#announced.has(said.call)) this.#announced.set(said.call, this.#announced.size);
  }

  /**
   * The reader closes each call of the list once, in the order of the list. Another item that has no known id is the one
   * that came as the first, second, third of its kind.
   */
  #takeTerminal(type: string, response: Fields, events: readonly CallEvent[]): void {
    this.#terminal ??= { type, response };
    const calls = events.flatMap((said) => (said.type === "call-end" ? [said.call] : [])).values();
    const others = Map.groupBy(this.#items, (open) => (open.call === undefined ? open.item["type"] : null));
    const counts = new Map<unknown, number>();
    listAt(response, "output").forEach((item, place) => {
      if (!isFields(item)) return;
      const isCall = callKindOf(item, ignore) !== undefined;
      const sight = { item, place, call: isCall ? calls.next().value : undefined, isFinal: true };
      if (isCall) return this.#take(sight, this.#find(item, sight));
      const kind = item["type"];
      const count = counts.get(kind) ?? 0;
      counts.set(kind, count + 1);
      this.#take(sight, this.#withId(item) ?? others.get(kind)?.[count]);
    });
  }

  #takePieces(event: Fields, events: readonly CallEvent[]): void {
    const call = callOf(events);
    const text = events.map((said) => (said.type === "text" ? said.text : "")).join("");
    if (call === undefined && text === "") return;
    const item: Fields = { type: call === undefined ? "message" : undefined, id: event["item_id"] };
    const place = numberAt(event, "output_index") ?? (identityAt(item, "id") === null ? 0 : undefined);
    const open = this.#find(item, { call, place }) ?? this.#open(item, { call, place });
    open.text += text;
  }

  /** The first final form counts; the later ones only repeat it. */
  #take(sight: Sight, known: OpenItem | undefined): void {
    const open = known ?? this.#open(sight.item, sight);
    if (open.isFinished) return;
    open.item = sight.item;
    open.isFinished = sight.isFinal || isWhole(sight.item);
  }

  #find(item: Fields, { call, place }: ItemKeys): OpenItem | undefined {
    if (call !== undefined) return this.#byCall.get(call);
    const byPlace = this.#byPlace.get(placeKey(item, place));
    // Some hosts give every item one place: behind a finished item stands another one.
    return this.#withId(item) ?? (byPlace?.isFinished === true && isSaid(item["id"]) ? undefined : byPlace);
  }

  #withId(item: Fields): OpenItem | undefined {
    const id = identityAt(item, "id");
    return id === null ? undefined : this.#byId.get(id);
  }

  #open(item: Fields, { call, place }: ItemKeys): OpenItem {
    const at = place ?? this.#items.at(-1)?.place ?? 0;
    const open: OpenItem = { place: at, call, item, isFinished: false, text: "" };
    this.#items.push(open);
    const id = identityAt(item, "id");
    if (call !== undefined) this.#byCall.set(call, open);
    else if (id !== null) this.#byId.set(id, open);
    if (call === undefined && place !== undefined) this.#byPlace.set(placeKey(item, place), open);
    return open;
  }
}

/** Some proxies give an item a new id in every event, but no two kinds of items one place. */
function placeKey(item: Fields, place: number | undefined): string {
  return `${String(item["type"])} at ${place ?? "no place"}`;
}

function ignore(): void {}

/** Every event of such a record that speaks of a call speaks of the same one. */
function callOf(events: readonly CallEvent[]): number | undefined {
  for (const said of events) {
    if ("call" in said) return said.call;
  }
  return undefined;
}

/** Some hosts announce an item that is whole. What reasoning holds when it is added may be a part (`openai` 7.59.0). */
function isWhole(item: Fields): boolean {
  return item["status"] === "completed" && item["type"] !== "reasoning";
}

function isContinuable(terminal: { readonly type: string; readonly response: Fields } | undefined): boolean {
  if (terminal?.type !== "response.completed" && terminal?.type !== "response.incomplete") return false;
  const { status, store, error } = terminal.response;
  return status !== "failed" && status !== "cancelled" && store !== false && !isFields(error);
}
