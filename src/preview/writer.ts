/**
 * Decides what of a document may be seen, and tells it as patches.
 *
 * Owns: the display rule and the bounds of every value, its path, and what has been told of it. Does not own: the grammar
 * (the tokenizer), where values stand in the text (the span log).
 *
 * - W1 A value leaves only if its rule says `show` and everything around it is shown. Of any other value leaves, where the
 *   map writes its key out, that it is there; else only that its container holds more. Never kind, length, key or number.
 * - W2 What has been told is never taken back but by a later value of the same key.
 * - W3 The snapshot is what the patches make of an empty preview.
 */
import {
  appendText,
  createContainerBox,
  createTextBox,
  toNode,
  type Box,
  type ContainerBox,
  type TextBox,
} from "./box.ts";
import type { DisplayRule } from "./display.ts";
import type { PreviewLimits } from "./limits.ts";
import { createSnapshot, type Preview, type PreviewNode, type PreviewPatch, type PreviewPath } from "./patch.ts";
import type { SpanLog } from "./spans.ts";
import type { TokenSink } from "./tokenizer.ts";

/** A sink of tokens that gives patches. */
export interface PreviewWriter extends TokenSink {
  /** What changed since it was last taken. */
  takePatches(): readonly PreviewPatch[];
  snapshot(): Preview;
}

/** What a writer needs. */
export interface WriterOptions {
  readonly rule: DisplayRule;
  readonly limits: PreviewLimits;
  readonly spans: SpanLog;
}

interface Frame {
  readonly isObject: boolean;
  readonly rule: DisplayRule;
  readonly span: number;
  /** `undefined` for a container that is not shown. */
  readonly shown: Shown | undefined;
  /** Of the member or element that comes next, or is being read. */
  key: string | undefined;
  index: number;
}

/** A container that is shown. */
interface Shown {
  readonly path: PreviewPath;
  readonly box: ContainerBox;
  entries: number;
}

type Key = string | number;

const NONE: readonly PreviewPatch[] = Object.freeze([]);
const ROOT: PreviewPath = Object.freeze([]);
const EMPTY_OBJECT: PreviewNode = toNode(createContainerBox("object"));
const EMPTY_LIST: PreviewNode = toNode(createContainerBox("list"));
const HIDDEN = Object.freeze({ kind: "concealed", display: "hide" } as const);
const SENSITIVE = Object.freeze({ kind: "concealed", display: "sensitive" } as const);
const MARK = "…";

/** Makes a writer for one document. */
export function createPreviewWriter(options: WriterOptions): PreviewWriter {
  return new PatchWriter(options);
}

/** The rule for a member whose key nobody knows: the strictest. */
const unknownKey: DisplayRule = { display: "sensitive", isNamed: false, opens: false, child: () => unknownKey };

class PatchWriter implements PreviewWriter {
  readonly #limits: PreviewLimits;
  readonly #spans: SpanLog;
  readonly #rootRule: DisplayRule;
  readonly #open: Frame[] = [];
  /** Levels inside of the innermost frame that nobody wants to know anything about: neither shown nor remembered. */
  #passedOver = 0;
  #patches: readonly PreviewPatch[] = NONE;
  /** The list of the patches, once there are several. */
  #several: PreviewPatch[] = [];
  #root: Box | undefined;
  #values = 0;

  /** Of the value that is being read. No path: it is not shown, or no more of it. */
  #rule: DisplayRule;
  #path: PreviewPath | undefined;
  #span = -1;
  #box: TextBox | undefined;
  #chars = 0;

  constructor({ rule, limits, spans }: WriterOptions) {
    this.#rootRule = rule;
    this.#rule = rule;
    this.#limits = limits;
    this.#spans = spans;
  }

  takePatches(): readonly PreviewPatch[] {
    const patches = this.#patches;
    this.#patches = NONE;
    return patches;
  }

  snapshot(): Preview {
    return createSnapshot(this.#root === undefined ? null : toNode(this.#root));
  }

  openContainer(isObject: boolean, start: number): void {
    if (this.#isPassingOver()) {
      this.#passedOver += 1;
      return;
    }
    const shown = this.#openShown(isObject, this.#place(start, true));
    this.#open.push({ isObject, rule: this.#rule, span: this.#span, shown, key: undefined, index: -1 });
  }

  closeContainer(end: number): void {
    if (this.#passedOver > 0) {
      this.#passedOver -= 1;
      return;
    }
    const frame = this.#open.pop();
    if (frame === undefined) return;
    this.#spans.end(frame.span, end);
    if (frame.shown === undefined) return;
    frame.shown.box.isWhole = true;
    this.#add({ type: "end", path: frame.shown.path, extent: "whole" });
  }

  startKey(): boolean {
    return !this.#isPassingOver();
  }

  key(key: string | undefined): void {
    const frame = this.#open[this.#open.length - 1];
    if (frame !== undefined) frame.key = key;
  }

  startScalar(start: number): boolean {
    this.#box = undefined;
    this.#chars = 0;
    if (this.#isPassingOver()) {
      this.#path = undefined;
      this.#span = -1;
    } else this.#path = this.#place(start, false);
    return this.#path !== undefined;
  }

  text(more: string, end: number | undefined): boolean {
    if (end !== undefined) this.#spans.end(this.#span, end);
    const path = this.#path;
    if (path === undefined) return false;
    const room = this.#limits.maxTextChars - this.#chars;
    const isCut = more.length > room;
    this.#tell(path, isCut ? cutTo(more, room) : more, isCut ? "cut" : end === undefined ? "growing" : "whole");
    this.#chars += more.length;
    if (isCut) this.#path = undefined;
    return !isCut;
  }

  number(written: string | undefined, end: number): void {
    this.#spans.end(this.#span, end);
    if (this.#path === undefined || written === undefined) return;
    const { maxTextChars } = this.#limits;
    const text = written.length > maxTextChars ? cutTo(written, maxTextChars) : written;
    this.#putLeaf(this.#path, { kind: "number", text });
  }

  literal(value: boolean | null, end: number): void {
    this.#spans.end(this.#span, end);
    if (this.#path !== undefined) this.#putLeaf(this.#path, { kind: "literal", value });
  }

  /** Most fragments change one thing: a list that grows by itself has room for seventeen. */
  #add(patch: PreviewPatch): void {
    const [first] = this.#patches;
    if (first === undefined) this.#patches = [patch];
    else if (this.#patches === this.#several) this.#several.push(patch);
    else {
      this.#several = [first, patch];
      this.#patches = this.#several;
    }
  }

  /** Whether the innermost container is passed over: what is in it is neither shown nor remembered. */
  #isPassingOver(): boolean {
    if (this.#passedOver > 0) return true;
    const frame = this.#open[this.#open.length - 1];
    if (frame === undefined || frame.shown !== undefined) return false;
    return frame.rule.display === "sensitive" || this.#spans.reach !== null;
  }

  #openShown(isObject: boolean, path: PreviewPath | undefined): Shown | undefined {
    if (path === undefined) return undefined;
    const box = createContainerBox(isObject ? "object" : "list");
    this.#keep(path, box);
    this.#add({ type: "put", path, node: isObject ? EMPTY_OBJECT : EMPTY_LIST });
    return { path, box, entries: 0 };
  }

  #tell(path: PreviewPath, text: string, extent: "growing" | "whole" | "cut"): void {
    const box = this.#box;
    if (box === undefined) {
      this.#box = createTextBox(text, extent);
      this.#keep(path, this.#box);
      this.#add({ type: "put", path, node: { kind: "text", text, extent } });
      return;
    }
    if (text !== "") {
      appendText(box, text);
      this.#add({ type: "append", path, text });
    }
    if (extent === "growing") return;
    box.extent = extent;
    this.#add({ type: "end", path, extent });
  }

  #putLeaf(path: PreviewPath, node: Exclude<Box, TextBox | ContainerBox>): void {
    this.#keep(path, node);
    this.#add({ type: "put", path, node });
  }

  /** Keeps a box for the snapshot. The innermost frame is the container that the path leads into. */
  #keep(path: PreviewPath, box: Box): void {
    const key = path[path.length - 1];
    if (key === undefined) this.#root = box;
    else this.#open[this.#open.length - 1]?.shown?.box.members.set(key, box);
  }

  /** Settles rule and span of the value that begins, and gives the path under which it is shown. */
  #place(offset: number, isContainer: boolean): PreviewPath | undefined {
    const parent = this.#open[this.#open.length - 1];
    if (parent === undefined) return this.#placeRoot(offset, isContainer);
    if (!parent.isObject) parent.index += 1;
    const key = parent.isObject ? parent.key : parent.index;
    const rule = key === undefined ? unknownKey : parent.rule.child(key);
    this.#rule = rule;
    const isRemembered = this.#spans.reach === null && parent.rule.display !== "sensitive";
    this.#span = isRemembered ? this.#spans.start({ parent: parent.span, key, display: rule.display, offset }) : -1;
    return parent.shown === undefined ? undefined : this.#show(parent.shown, key, isShown(rule, isContainer));
  }

  #placeRoot(offset: number, isContainer: boolean): PreviewPath | undefined {
    const rule = this.#rootRule;
    this.#rule = rule;
    this.#span = this.#spans.start({ parent: -1, key: undefined, display: rule.display, offset });
    if (isShown(rule, isContainer)) return ROOT;
    this.#putLeaf(ROOT, concealed(rule));
    return undefined;
  }

  /** The path under which the value is shown. Where it is not, says as much of it as may be said. */
  #show(parent: Shown, key: Key | undefined, isVisible: boolean): PreviewPath | undefined {
    const mayBeTold = isVisible || this.#rule.isNamed;
    if (key === undefined || !mayBeTold || !this.#admit(parent, key)) {
      this.#sayMore(parent);
      return undefined;
    }
    if (isVisible) return [...parent.path, key];
    // Said already: that the key comes again is nobody's business.
    if (parent.box.members.get(key)?.kind !== "concealed") this.#putLeaf([...parent.path, key], concealed(this.#rule));
    return undefined;
  }

  #sayMore({ box, path }: Shown): void {
    if (box.hasMore) return;
    box.hasMore = true;
    this.#add({ type: "more", path });
  }

  /** Whether there is room for one more value. One that takes the place of another needs none. */
  #admit(parent: Shown, key: Key): boolean {
    if (parent.box.members.has(key)) return true;
    const { maxEntries, maxValues, maxDepth } = this.#limits;
    if (parent.entries >= maxEntries || this.#values >= maxValues || this.#open.length > maxDepth) return false;
    parent.entries += 1;
    this.#values += 1;
    return true;
  }
}

function isShown(rule: DisplayRule, isContainer: boolean): boolean {
  return rule.display === "show" || (isContainer && rule.display === "hide" && rule.opens);
}

function concealed(rule: DisplayRule): typeof HIDDEN | typeof SENSITIVE {
  return rule.display === "sensitive" ? SENSITIVE : HIDDEN;
}

/** A pair of surrogates is not parted. */
function cutTo(text: string, chars: number): string {
  const last = text.charCodeAt(chars - 1);
  const isParted = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isParted ? chars - 1 : chars) + MARK;
}
