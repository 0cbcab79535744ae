/**
 * Holds the blocks of a turn in their order. Knows changes and nothing of turns, so that the same board stands behind a
 * store and behind a mirror of one.
 *
 * - B1 The view changes only by changes; a follower that applies what it took has the same view.
 * - B2 A block that did not change keeps its identity from view to view.
 */
import { createPreviewTree, type PreviewTree } from "../../preview/tree.ts";
import type { Preview } from "../../preview/patch.ts";
import type { Block, TurnView } from "./block.ts";
import type { SentBlock, ViewChange, ViewFollower } from "./change.ts";
import { Follower } from "./follower.ts";

/** What a board is made with. */
export interface BoardOptions {
  readonly nowMs: () => number;
}

/** One block: what is known of it, and what grows. */
interface Entry {
  sent: SentBlock;
  /** Of a text; what `sent` has of it is its beginning. */
  text: string;
  tree: PreviewTree | undefined;
  preview: Preview | undefined;
  /** What the view shows of it; made again when something changed. */
  shown: Block | undefined;
}

const nothing: Preview = createPreviewTree().snapshot();

/** @see the head of this file */
export class Board {
  readonly #nowMs: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<Follower>();
  #order: string[] = [];
  #turn: Extract<ViewChange, { readonly type: "turn" }> = { type: "turn", isOpen: true, waitingSinceMs: null };
  #view: TurnView | undefined;
  #hasNews = false;

  constructor({ nowMs }: BoardOptions) {
    this.#nowMs = nowMs;
  }

  get isOpen(): boolean {
    return this.#turn.isOpen;
  }

  get waitingSinceMs(): number | null {
    return this.#turn.waitingSinceMs;
  }

  /** The blocks without what grows. */
  get blocks(): readonly SentBlock[] {
    return this.#order.flatMap((key) => this.#entries.get(key)?.sent ?? []);
  }

  get view(): TurnView {
    this.#view ??= Object.freeze({
      blocks: Object.freeze(this.#order.flatMap((key) => this.#show(key))),
      isOpen: this.#turn.isOpen,
      waitingSinceMs: this.#turn.waitingSinceMs,
    });
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    // Two subscriptions of one function are two.
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  follow(): ViewFollower {
    const follower = new Follower({
      nowMs: this.#nowMs,
      whole: () => this.#whole(),
      close: () => void this.#followers.delete(follower),
    });
    this.#followers.add(follower);
    return follower;
  }

  /** The key of the block in front of this one; `null` where there is none. */
  before(key: string): string | null {
    return this.#order[this.#order.indexOf(key) - 1] ?? null;
  }

  /** Applies changes. Listeners hear of them with {@link tell}. */
  change(change: ViewChange): void {
    this.#apply(change);
    this.#view = undefined;
    this.#hasNews = true;
    for (const follower of this.#followers) follower.note(change);
  }

  /** Tells the listeners, if anything changed since they were told. */
  tell(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    for (const listener of this.#listeners) listener();
  }

  #apply(change: ViewChange): void {
    switch (change.type) {
      case "put":
        return this.#put(change.block, change.after);
      case "append":
        return this.#grow(change.key, (entry) => {
          entry.text += change.text;
        });
      case "close":
        return this.#grow(change.key, (entry) => {
          if (isProse(entry.sent)) entry.sent = { ...entry.sent, endedAtMs: change.endedAtMs };
        });
      case "progress":
        return this.#grow(change.key, (entry) => progress(entry, change));
      case "remove":
        this.#entries.delete(change.key);
        this.#order = this.#order.filter((key) => key !== change.key);
        return;
      case "turn":
        this.#turn = change;
    }
  }

  #put(block: SentBlock, after: string | null): void {
    const { key } = block;
    const known = this.#entries.get(key);
    const { tree, preview } = known ?? {};
    this.#entries.set(key, { sent: block, text: isProse(block) ? block.text : "", tree, preview, shown: undefined });
    if (known !== undefined && this.before(key) === after) return;
    const others = this.#order.filter((other) => other !== key);
    const place = after === null ? 0 : others.indexOf(after) + 1;
    // Whoever is to stand behind a block that is not there stands last.
    others.splice(after !== null && place === 0 ? others.length : place, 0, key);
    this.#order = others;
  }

  #grow(key: string, change: (entry: Entry) => void): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    change(entry);
    entry.shown = undefined;
  }

  #show(key: string): readonly Block[] {
    const entry = this.#entries.get(key);
    if (entry === undefined) return [];
    entry.shown ??= Object.freeze(toBlock(entry));
    return [entry.shown];
  }

  #whole(): readonly ViewChange[] {
    const blocks = this.view.blocks.flatMap((block, place): ViewChange[] => {
      const after = this.view.blocks[place - 1]?.key ?? null;
      if (block.kind !== "call") return [{ type: "put", block, after }];
      const { preview, ...sent } = block;
      const { key, bytes, fragments, lastFragmentAtMs } = block;
      const put: ViewChange = { type: "put", block: sent, after };
      if (preview.root === null) return [put];
      const patches = [{ type: "put", path: [], node: preview.root }] as const;
      return [put, { type: "progress", key, bytes, fragments, lastFragmentAtMs, patches }];
    });
    return [...blocks, this.#turn];
  }
}

function isProse(block: SentBlock): block is Extract<SentBlock, { readonly kind: "text" | "reasoning" }> {
  return block.kind === "text" || block.kind === "reasoning";
}

function progress(entry: Entry, change: Extract<ViewChange, { readonly type: "progress" }>): void {
  if (entry.sent.kind !== "call") return;
  const { bytes, fragments, lastFragmentAtMs, patches } = change;
  entry.sent = { ...entry.sent, bytes, fragments, lastFragmentAtMs };
  if (patches.length === 0) return;
  entry.tree ??= createPreviewTree();
  for (const patch of patches) entry.tree.apply(patch);
  entry.preview = undefined;
}

function toBlock(entry: Entry): Block {
  const { sent, text, tree } = entry;
  if (isProse(sent)) return { ...sent, text };
  if (sent.kind === "notice") return { ...sent };
  entry.preview ??= tree?.snapshot() ?? nothing;
  return { ...sent, preview: entry.preview };
}
