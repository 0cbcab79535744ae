import type { Emit, Fault } from "../../protocol/call-event.ts";
import type { WireRecord } from "../../wire/record.ts";
import { createShortMap } from "../../wire/short-map.ts";
import { identityAt, numberAt, stringAt, writtenText, type Fields } from "../fields.ts";
import { callKindOf, kindFromType, type CallKind } from "./item-kinds.ts";

/** An output item and where it stands in its record. */
export interface ItemPlace {
  readonly record: WireRecord;
  readonly item: Fields;
  readonly path: readonly (string | number)[];
  readonly outputIndex: number | undefined;
  /** Place in the terminal response's list, used only for an item that has no id. */
  readonly position?: number;
}

/** Reads the output items of one response. */
export interface ItemReader {
  readAdded(place: ItemPlace, emit: Emit): void;
  readDelta(itemType: string, event: Fields, emit: Emit): void;
  readDone(itemType: string, event: Fields, emit: Emit): void;
  /** An item in its final form, from `output_item.done` or from the terminal response. */
  readFinished(place: ItemPlace, emit: Emit): void;
}

interface ItemCall {
  readonly call: number;
  readonly kind: CallKind;
  readonly itemId: string | null;
  readonly outputIndex: number | undefined;
  callId: string | null;
  /** Text that the item stated when it was added; it counts only where no fragments come. */
  stated: string;
  /** The whole text as a closing event stated it. */
  said: string | null;
  hasFragments: boolean;
}

/** Makes a reader for one response. */
export function createItemReader(): ItemReader {
  return new ResponseItems();
}

class ResponseItems implements ItemReader {
  readonly #byItemId = createShortMap<string, ItemCall>();
  readonly #byOutputIndex = createShortMap<number, ItemCall>();
  readonly #byCallId = createShortMap<string, ItemCall>();
  /** What the latest delta belonged to: nearly every delta belongs to the same call as the one before it. */
  #latest: { readonly itemType: string; readonly itemId: string; readonly call: ItemCall } | undefined;
  #calls = 0;

  readAdded(place: ItemPlace, emit: Emit): void {
    const kind = callKindOf(place.item, emit);
    if (kind === undefined) return emit({ type: "block-start" });
    const call = this.#take(kind, keysOfItem(place, kind), emit);
    call.stated = statedText(place, kind) ?? "";
    if (stringAt(place.item, "status") === "completed") finish(call, undefined, emit);
  }

  readDelta(itemType: string, event: Fields, emit: Emit): void {
    const call = this.#latestOf(itemType, event) ?? this.#takeDelta(itemType, event, emit);
    const text = event["delta"] ?? "";
    if (typeof text !== "string") return emit({ type: "call-conflict", call: call.call, fault: NO_TEXT });
    if (text === "") return;
    call.hasFragments = true;
    emit({ type: "call-delta", call: call.call, text });
  }

  readDone(itemType: string, event: Fields, emit: Emit): void {
    const call = this.#take(kindFromType(itemType), keysOfEvent(event), emit);
    const text = stringAt(event, "arguments") ?? stringAt(event, "input") ?? stringAt(event, "code");
    finish(call, text, emit);
  }

  readFinished(place: ItemPlace, emit: Emit): void {
    const kind = callKindOf(place.item, emit);
    if (kind === undefined) return;
    const call = this.#take(kind, keysOfItem(place, kind), emit);
    const status = stringAt(place.item, "status") ?? "completed";
    if (status !== "completed") emit({ type: "call-unfinished", call: call.call, status });
    finish(call, statedText(place, kind), emit);
  }

  #latestOf(itemType: string, event: Fields): ItemCall | undefined {
    const latest = this.#latest;
    if (latest === undefined || event["call_id"] !== undefined) return undefined;
    return event["item_id"] === latest.itemId && itemType === latest.itemType ? latest.call : undefined;
  }

  #takeDelta(itemType: string, event: Fields, emit: Emit): ItemCall {
    const keys = keysOfEvent(event);
    const call = this.#take(kindFromType(itemType), keys, emit);
    this.#latest = keys.itemId === null ? undefined : { itemType, itemId: keys.itemId, call };
    return call;
  }

  #take(kind: CallKind, keys: ItemKeys, emit: Emit): ItemCall {
    const found = this.#find(keys);
    const call = found ?? this.#open(kind, keys, emit);
    if (found !== undefined) identify(found, { ...keys, kind }, emit);
    this.#remember(call, keys);
    return call;
  }

  #find(keys: ItemKeys): ItemCall | undefined {
    const byId = keys.itemId === null ? undefined : this.#byItemId.get(keys.itemId);
    if (byId !== undefined) return byId;
    const byCall = keys.callId === null ? undefined : this.#byCallId.get(keys.callId);
    if (byCall !== undefined && isSamePlace(byCall, keys)) return byCall;
    const byIndex = keys.outputIndex === undefined ? undefined : this.#byOutputIndex.get(keys.outputIndex);
    // Some proxies give an item a new id in every event; only a whole item with another id at this place is another item.
    if (keys.isEvent) return byIndex;
    return byIndex !== undefined && agrees(byIndex, keys) ? byIndex : undefined;
  }

  #remember(call: ItemCall, keys: ItemKeys): void {
    if (keys.itemId !== null && !this.#byItemId.has(keys.itemId)) this.#byItemId.set(keys.itemId, call);
    if (keys.callId !== null && !this.#byCallId.has(keys.callId)) this.#byCallId.set(keys.callId, call);
    if (keys.outputIndex !== undefined) this.#byOutputIndex.set(keys.outputIndex, call);
  }

  #open(kind: CallKind, keys: ItemKeys, emit: Emit): ItemCall {
    const { itemId, callId, outputIndex, name } = keys;
    const { runBy, input } = kind;
    const call: ItemCall = {
      call: this.#calls,
      kind,
      itemId,
      outputIndex,
      callId,
      stated: "",
      said: null,
      hasFragments: false,
    };
    this.#calls += 1;
    const id = callId ?? (runBy === "provider" ? itemId : null);
    emit({ type: "call-start", call: call.call, id, name, runBy, input, closes: true });
    return call;
  }
}

/** What was lost with such a delta, nobody knows. */
const NO_TEXT: Fault = { code: "fragment-unreadable", detail: "a delta of arguments is not text" };

interface ItemKeys {
  readonly itemId: string | null;
  readonly callId: string | null;
  readonly outputIndex: number | undefined;
  readonly name: string | null;
  /** The keys of a delta or of the end of a text, which carry less than an item does. */
  readonly isEvent: boolean;
}

function keysOfItem(place: ItemPlace, kind: CallKind): ItemKeys {
  const itemId = identityAt(place.item, "id");
  const callId = identityAt(place.item, "call_id");
  const isNamed = itemId !== null || callId !== null;
  return {
    itemId,
    callId,
    outputIndex: place.outputIndex ?? (isNamed ? undefined : place.position),
    name: identityAt(place.item, "name") ?? kind.name,
    isEvent: false,
  };
}

function keysOfEvent(event: Fields): ItemKeys {
  const outputIndex = numberAt(event, "output_index");
  return {
    itemId: identityAt(event, "item_id"),
    callId: identityAt(event, "call_id"),
    outputIndex,
    name: null,
    isEvent: true,
  };
}

function agrees(call: ItemCall, keys: ItemKeys): boolean {
  const isSameItem = call.itemId === null || keys.itemId === null || call.itemId === keys.itemId;
  const isSameCall = call.callId === null || keys.callId === null || call.callId === keys.callId;
  return isSameItem && isSameCall;
}

/** One `call_id` on two items at two places is two calls; a terminal response, which has no places, only repeats items. */
function isSamePlace(call: ItemCall, keys: ItemKeys): boolean {
  if (keys.outputIndex === undefined || call.outputIndex === undefined) return true;
  return keys.outputIndex === call.outputIndex || keys.itemId === null || call.itemId === null;
}

function identify(call: ItemCall, keys: ItemKeys & { readonly kind: CallKind }, emit: Emit): void {
  if (call.kind.runBy !== keys.kind.runBy || call.kind.input !== keys.kind.input) {
    const fault = { code: "kind-changed", detail: `call ${call.call} came as another kind of item` };
    return emit({ type: "call-conflict", call: call.call, fault });
  }
  if (call.callId !== null && keys.callId !== null && call.callId !== keys.callId) {
    const fault = { code: "call-id-changed", detail: `call ${call.call} came under another call_id` };
    return emit({ type: "call-conflict", call: call.call, fault });
  }
  call.callId ??= keys.callId;
  // Fragments name neither, and they are most of what comes.
  if (keys.callId === null && keys.name === null) return;
  emit({ type: "call-name", call: call.call, id: keys.callId, name: keys.name });
}

/** The text that an item states, if it states any. */
function statedText(place: ItemPlace, kind: CallKind): string | undefined {
  const key = kind.textKeys.find((candidate) => isSaid(place.item[candidate]));
  if (key === undefined) return undefined;
  const value = place.item[key];
  if (typeof value === "string") return value;
  const written = writtenText(place.record, [...place.path, key], value);
  // A computer call may carry a list of actions; its arguments are an object like everybody's.
  return key === "actions" ? `{"actions":${written}}` : written;
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The call is closed. An empty statement after fragments is a contradiction; without fragments it says nothing. */
function finish(call: ItemCall, text: string | undefined, emit: Emit): void {
  const isStated = text !== undefined && (text !== "" || call.hasFragments);
  if (isStated) state(call, text, emit);
  else if (call.stated !== "") state(call, call.stated, emit);
  emit({ type: "call-end", call: call.call });
}

/** The text comes up to four times and counts once; two statements that differ cannot both be what the model meant. */
function state(call: ItemCall, text: string, emit: Emit): void {
  if (call.said !== null && call.said !== text) {
    const fault = { code: "statements-differ", detail: `call ${call.call} was stated to have two different texts` };
    return emit({ type: "call-conflict", call: call.call, fault });
  }
  call.said = text;
  call.hasFragments = true;
  emit({ type: "call-snapshot", call: call.call, text });
}
