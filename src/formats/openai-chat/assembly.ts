/**
 * Decides which fragment belongs to which call in Chat Completions and its look-alikes, where neither the index, nor the
 * id, nor the name can be relied on.
 *
 * Owns: the calls that were opened, and the rules that open one. Does not own: what the texts are worth.
 *
 * An entry of `tool_calls` opens a call if it has
 * - A1 an id or a name at an index that was not used before;
 * - A2 an id that no call there has, and a name, where the latest call there has an id;
 * - A3 another name than the call there, and not its id;
 * - A4 where indices are missing altogether, a name and a document of its own, while the latest call is whole and
 *   different.
 *
 * Everything else
 * - A5 continues the latest call at its index, else the call that was opened last; if there is none, it waits as a call that
 *   nobody has named. Where it carries the id of an older call there, the two cannot be told apart any more: the latest call
 *   is unreadable from there on;
 * - A6 the same whole document again counts once, with a fault.
 *
 * An id or a name is set once: a blank or a placeholder is none, an equal repeat says nothing, another id is ignored with a
 * fault (proxies send a new one in every chunk), and another name under the same id is a contradiction.
 */
import type { Emit } from "../../protocol/call-event.ts";
import { createShortMap } from "../../wire/short-map.ts";
import { createTextPieces, type TextPieces } from "../../wire/text-pieces.ts";
import { createDocumentTracker, isWholeDocument, type DocumentTracker } from "./document-tracker.ts";
import type { ToolEntry } from "./tool-entry.ts";

/** Sorts the entries of one message into calls. */
export interface Assembly {
  /** Says which call the entry belongs to. */
  take(entry: ToolEntry, emit: Emit): number;
}

interface OpenCall {
  readonly call: number;
  readonly hasIndex: boolean;
  id: string | null;
  name: string | null;
  /** The text so far, empty once it is too long to be compared. */
  readonly written: TextPieces;
  isCompared: boolean;
  readonly tracker: DocumentTracker;
  idChanged: boolean;
  hasText: boolean;
}

/** The roll keeps the texts and bounds them; here they are kept only as long as a host might send one twice. */
const MAX_COMPARED_CHARS = 65_536;

/** Makes the assembly of one message. */
export function createAssembly(): Assembly {
  return new CallAssembly();
}

class CallAssembly implements Assembly {
  readonly #callsAt = createShortMap<number | null, OpenCall[]>();
  #calls = 0;
  #latest: OpenCall | undefined;

  take(entry: ToolEntry, emit: Emit): number {
    const continued = this.#findContinued(entry, emit);
    if (continued !== undefined) identify(continued, entry, emit);
    const here = continued ?? this.#open(entry, emit);
    append(here, entry, emit);
    return here.call;
  }

  #open(entry: ToolEntry, emit: Emit): OpenCall {
    const { id, name, runBy, input } = entry;
    const opened = newCall(this.#calls, entry);
    this.#calls += 1;
    this.#latest = opened;
    const there = this.#callsAt.get(entry.index);
    if (there === undefined) this.#callsAt.set(entry.index, [opened]);
    else there.push(opened);
    emit({ type: "call-start", call: opened.call, id, name, runBy, input, closes: false });
    return opened;
  }

  /** The call that the entry continues; `undefined` if it opens one. */
  #findContinued(entry: ToolEntry, emit: Emit): OpenCall | undefined {
    const there = this.#callsAt.get(entry.index);
    const here = entry.index === null ? this.#latest : there?.at(-1);
    if (here === undefined) return entry.id === null && entry.name === null ? this.#latest : undefined;
    const isOlder = isIdOfOlder(entry, here, there);
    if (opensCall(entry, here, isOlder)) return undefined;
    if (isOlder) emit({ type: "call-stray", call: here.call });
    return here;
  }
}

/** Whether the entry carries the id of a call that another has followed at this place. */
function isIdOfOlder({ id }: ToolEntry, here: OpenCall, there: readonly OpenCall[] | undefined): boolean {
  if (id === null || id === here.id || there === undefined) return false;
  return there.some((candidate) => candidate.id === id);
}

function newCall(call: number, { index, id, name }: ToolEntry): OpenCall {
  return {
    call,
    hasIndex: index !== null,
    id,
    name,
    written: createTextPieces(),
    isCompared: true,
    tracker: createDocumentTracker(),
    idChanged: false,
    hasText: false,
  };
}

/** A2, A3 and A4, for an entry at a place where a call is. */
function opensCall(entry: ToolEntry, here: OpenCall, isOlder: boolean): boolean {
  const { id, name } = entry;
  if (name === null || (id !== null && id === here.id)) return false;
  const isOtherId = id !== null && here.id !== null && !isOlder;
  const isOtherName = here.name !== null && here.name !== name;
  return isOtherId || isOtherName || bringsDocumentOfItsOwn(entry, here);
}

function bringsDocumentOfItsOwn(entry: ToolEntry, here: OpenCall): boolean {
  if (entry.index !== null || here.hasIndex) return false;
  return here.tracker.isWhole && isWholeDocument(entry.text) && !isRepeat(entry, here);
}

/** Takes an id and a name that were not there yet, and reports those that do not agree. */
function identify(here: OpenCall, entry: ToolEntry, emit: Emit): void {
  reportOtherId(here, entry, emit);
  const id = here.id === null ? entry.id : null;
  const name = entry.name === here.name ? null : entry.name;
  if (id === null && name === null) return;
  here.id ??= id;
  here.name ??= name;
  emit({ type: "call-name", call: here.call, id, name });
}

function reportOtherId(here: OpenCall, entry: ToolEntry, emit: Emit): void {
  if (here.id === null || entry.id === null || entry.id === here.id || here.idChanged) return;
  here.idChanged = true;
  const detail = `call ${here.call} came under another id; the first is kept`;
  emit({ type: "fault", fault: { code: "id-changed", detail } });
}

function append(here: OpenCall, entry: ToolEntry, emit: Emit): void {
  if (entry.text === "") return;
  if (entry.input === "json" && isRepeat(entry, here)) {
    emit({ type: "call-repeat", call: here.call });
    return;
  }
  if (entry.isDocument && here.hasText) emit({ type: "call-stray", call: here.call });
  here.hasText = true;
  keepToCompare(here, entry.text);
  here.tracker.feed(entry.text);
  emit({ type: "call-delta", call: here.call, text: entry.text });
}

function keepToCompare(here: OpenCall, text: string): void {
  if (here.written.length + text.length > MAX_COMPARED_CHARS) here.isCompared = false;
  if (here.isCompared) here.written.append(text);
  else here.written.clear();
}

/** Lengths first: comparing joins the text, which must not happen once per fragment. */
function isRepeat(entry: ToolEntry, here: OpenCall): boolean {
  if (!here.isCompared || entry.text.length !== here.written.length || !here.tracker.isWhole) return false;
  return entry.text === here.written.text && isWholeDocument(entry.text);
}
