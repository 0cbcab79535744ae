/**
 * Shows the blocks of a turn on a terminal, or in plain lines. What stands is printed once and scrolls away; what may
 * still change is drawn again below it.
 *
 * - T1 Every block is printed once, when it stands; what is printed never changes.
 * - T2 Nothing moves but while a block says that something goes on, and nothing is left of it when the screen is closed.
 */
import type { Cancel, Clock } from "../../protocol/clock.ts";
import type { Block, TurnView } from "../blocks/block.ts";
import type { BlockView } from "../blocks/block-view.ts";
import type { Words } from "../words/words.ts";
import type { LiveRegion } from "./live-region.ts";
import type { Row } from "./row.ts";
import { isStanding } from "./standing.ts";
import type { TerminalOutput } from "./terminal-output.ts";
import { TurnRows, type Frame } from "./turn-rows.ts";

/** What a screen is made with. */
export interface TurnScreenOptions {
  readonly view: BlockView;
  readonly output: TerminalOutput;
  readonly region: LiveRegion;
  readonly words: Words;
  readonly clock: Clock;
  readonly clean: (text: string) => string;
  readonly canRedraw: boolean;
  readonly spinner: SpinnerSigns;
}

/** What turns while something goes on, and what stands there while nothing comes. */
export interface SpinnerSigns {
  readonly turning: readonly string[];
  readonly resting: string;
}

const FRAME_MS = 100;
const SILENT_AFTER_SECONDS = 5;
const DEFAULT_ROWS = 24;
const EMPTY_ROW: Row = [];

/** @see the head of this file */
export class TurnScreen {
  readonly #options: TurnScreenOptions;
  readonly #rows: TurnRows;
  readonly #printed = new Set<string>();
  readonly #unsubscribe: () => void;
  readonly #onEnd: (error: unknown) => void;
  #state: "open" | "closed" = "open";
  #timer: Cancel | null = null;
  #lastKind: Block["kind"] | null = null;
  #heardAtMs: number;

  /** `onEnd` is called once: when the view is at its end, or with what the output threw. */
  constructor(options: TurnScreenOptions, onEnd: (error?: unknown) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    this.#rows = new TurnRows(options.canRedraw);
    this.#heardAtMs = options.clock.now();
    this.#unsubscribe = options.view.subscribe(() => {
      this.#heardAtMs = options.clock.now();
      this.#plan();
    });
    this.#plan();
  }

  /** The process may end at any moment: the cursor is not hidden any more. */
  keepCursor(): void {
    this.#options.region.keepCursor();
  }

  /** Shows what there is at this moment, for the last time. */
  close(): void {
    if (this.#state === "closed") return;
    try {
      this.#draw();
    } finally {
      this.#leave();
    }
    this.#onEnd(undefined);
  }

  /** To look at a view costs what is in it: it is done once a frame, however many changes come. */
  #plan(): void {
    if (this.#timer !== null || this.#state === "closed") return;
    this.#timer = this.#options.clock.after(FRAME_MS, () => {
      this.#timer = null;
      this.#tick();
    });
  }

  #tick(): void {
    try {
      this.#draw();
    } catch (error) {
      this.#leaveQuietly();
      this.#onEnd(error);
      return;
    }
    const { view, canRedraw } = this.#options;
    if (!view.view.isOpen) {
      this.#leave();
      this.#onEnd(undefined);
    } else if (canRedraw) this.#plan();
  }

  #leave(): void {
    this.#state = "closed";
    this.#timer?.();
    this.#timer = null;
    this.#unsubscribe();
    this.#options.region.close();
  }

  /** The output has failed: what it says when it is given back tells nothing new. */
  #leaveQuietly(): void {
    try {
      this.#leave();
    } catch {
      this.#state = "closed";
    }
  }

  #draw(): void {
    const { view, canRedraw, region, output } = this.#options;
    const shown = view.view;
    const frame = this.#frame();
    const rows: Row[] = [];
    const waiting = shown.blocks.filter(({ key }) => !this.#printed.has(key));
    const firstOpen = waiting.findIndex((block) => !isStanding(block, shown));
    const standing = firstOpen === -1 ? waiting : waiting.slice(0, firstOpen);
    for (const block of standing) {
      this.#printed.add(block.key);
      this.#lastKind = this.#append(rows, block.kind, this.#rows.standing(block, frame));
    }
    const live = canRedraw && shown.isOpen ? this.#live(shown, waiting.slice(standing.length), frame) : [];
    region.draw(rows, fit(live, (output.rows ?? DEFAULT_ROWS) - 1, frame));
  }

  #live(shown: TurnView, blocks: readonly Block[], frame: Frame): readonly Row[] {
    const rows: Row[] = [];
    const kept = this.#lastKind;
    for (const block of blocks) this.#lastKind = this.#append(rows, block.kind, this.#rows.live(block, frame));
    this.#append(rows, "call", this.#rows.below(shown, frame));
    this.#lastKind = kept;
    return rows;
  }

  /** Prose is set off from what stands around it. Gives the kind of what stands last. */
  #append(rows: Row[], kind: Block["kind"], added: readonly Row[]): Block["kind"] | null {
    if (added.length === 0) return this.#lastKind;
    const isSetOff = this.#lastKind !== null && (kind === "text" || this.#lastKind === "text");
    if (isSetOff && this.#options.canRedraw) rows.push(EMPTY_ROW);
    rows.push(...added);
    return kind;
  }

  #frame(): Frame {
    const { output, words, clock, clean, spinner, canRedraw } = this.#options;
    const nowMs = clock.now();
    const silentSeconds = Math.floor((nowMs - this.#heardAtMs) / 1000);
    const turn = Math.floor(nowMs / FRAME_MS) % spinner.turning.length;
    const columns = output.columns ?? 0;
    return {
      layout: { words, clean, columns: columns > 0 && canRedraw ? columns : Number.POSITIVE_INFINITY },
      spinner: spinner.turning[turn] ?? "",
      resting: spinner.resting,
      silentSeconds: silentSeconds >= SILENT_AFTER_SECONDS ? silentSeconds : 0,
    };
  }
}

/** What is taller than the screen cannot be drawn again: its end is seen. */
function fit(live: readonly Row[], maxRows: number, { layout }: Frame): readonly Row[] {
  if (live.length <= maxRows) return live;
  return [[{ text: layout.clean("…"), tone: "quiet" }], ...live.slice(live.length - Math.max(0, maxRows - 1))];
}
