import type { PreviewPatch, PreviewPath } from "../../preview/patch.ts";
import type { ViewChange, ViewChanges, ViewFollower } from "./change.ts";

/** What a follower is made with. */
export interface FollowerOptions {
  readonly nowMs: () => number;
  /** Everything there is, as changes. */
  readonly whole: () => readonly ViewChange[];
  readonly close: () => void;
}

type Pending =
  | Exclude<ViewChange, { readonly type: "append" | "progress" }>
  | { readonly type: "append"; readonly key: string; text: string }
  | PendingProgress;

interface PendingProgress {
  readonly type: "progress";
  readonly key: string;
  bytes: number;
  fragments: number;
  lastFragmentAtMs: number | null;
  readonly patches: PreviewPatch[];
}

/**
 * Keeps what changed until somebody takes it: what grew piece by piece is one change. What is kept is bounded by what the
 * blocks hold.
 */
export class Follower implements ViewFollower {
  readonly #options: FollowerOptions;
  /** Nothing is kept before the first look, and nothing after `close`. */
  #state: "unread" | "reading" | "closed" = "unread";
  #pending: Pending[] = [];
  /** Of each block the change that came last, which may take up the next. */
  readonly #latest = new Map<string, number>();

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  take(): ViewChanges {
    const atMs = this.#options.nowMs();
    if (this.#state === "unread") {
      this.#state = "reading";
      return { atMs, isWhole: true, changes: this.#options.whole() };
    }
    const changes = this.#pending;
    this.#pending = [];
    this.#latest.clear();
    return { atMs, isWhole: false, changes };
  }

  close(): void {
    this.#state = "closed";
    this.#pending = [];
    this.#options.close();
  }

  note(change: ViewChange): void {
    if (this.#state !== "reading") return;
    const key = keyOf(change);
    const place = this.#latest.get(key);
    const latest = place === undefined ? undefined : this.#pending[place];
    if (place !== undefined && latest !== undefined && this.#merge(place, latest, change)) return;
    this.#latest.set(key, this.#pending.push(toPending(change)) - 1);
  }

  /** Whether the change could be made part of the one that is kept. */
  #merge(place: number, latest: Pending, change: ViewChange): boolean {
    if (latest.type === "append" && change.type === "append") {
      latest.text += change.text;
      return true;
    }
    if (latest.type === "progress" && change.type === "progress") {
      mergeProgress(latest, change);
      return true;
    }
    const isReplaced =
      (latest.type === "turn" && change.type === "turn") ||
      (latest.type === "put" && change.type === "put" && latest.after === change.after);
    if (isReplaced) this.#pending[place] = change;
    return isReplaced;
  }
}

/** The turn has a place of its own among the keys, which no block has. */
function keyOf(change: ViewChange): string {
  if (change.type === "turn") return "";
  return change.type === "put" ? change.block.key : change.key;
}

function toPending(change: ViewChange): Pending {
  if (change.type === "append") return { ...change };
  if (change.type === "progress") return { ...change, patches: [...change.patches] };
  return change;
}

function mergeProgress(pending: PendingProgress, change: Extract<ViewChange, { readonly type: "progress" }>): void {
  pending.bytes = change.bytes;
  pending.fragments = change.fragments;
  pending.lastFragmentAtMs = change.lastFragmentAtMs;
  for (const patch of change.patches) {
    const last = pending.patches.at(-1);
    if (last?.type === "append" && patch.type === "append" && isSame(last.path, patch.path)) {
      pending.patches[pending.patches.length - 1] = { ...last, text: last.text + patch.text };
    } else pending.patches.push(patch);
  }
}

function isSame(left: PreviewPath, right: PreviewPath): boolean {
  return left === right || (left.length === right.length && left.every((key, depth) => key === right[depth]));
}
