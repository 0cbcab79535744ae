import type { Block, TurnView } from "../blocks/block.ts";
import { argumentRows } from "./argument-rows.ts";
import { endedCallRows, liveCallRows, motionRows, noticeRows, type BlockLayout, type Motion } from "./block-rows.ts";
import { createProseRows, type ProseRows } from "./prose-rows.ts";
import type { Row } from "./row.ts";

/** What a frame shows of a turn. */
export interface Frame {
  readonly layout: BlockLayout;
  /** What moves at this moment. `spinner` moves where something goes on; `resting` stands where nothing comes. */
  readonly spinner: string;
  readonly resting: string;
  /** For so long nothing new came; 0 where it is not worth a word. */
  readonly silentSeconds: number;
}

/** Makes rows of blocks. Keeps what texts came to, so that a frame costs what is new. */
export class TurnRows {
  readonly #showsArguments: boolean;
  #proses = new Map<string, ProseRows>();
  #columns = 0;

  constructor(showsArguments: boolean) {
    this.#showsArguments = showsArguments;
  }

  /** What stays of a block. Thoughts leave nothing. */
  standing(block: Block, { layout }: Frame): readonly Row[] {
    switch (block.kind) {
      case "text": {
        const rows = this.#textRows(block, layout);
        this.#proses.delete(block.key);
        return rows;
      }
      case "reasoning":
        return [];
      case "notice":
        return noticeRows(block, layout);
      case "call":
        return [...endedCallRows(block, layout), ...this.#argumentRows(block, layout)];
    }
  }

  /** What a block shows before it stands. */
  live(block: Block, frame: Frame): readonly Row[] {
    const { layout } = frame;
    switch (block.kind) {
      case "text":
        return this.#textRows(block, layout);
      case "reasoning":
        return block.endedAtMs === null ? motionRows(layout.words.live.reasoning, motionOf(frame), layout) : [];
      case "notice":
        return noticeRows(block, layout);
      case "call": {
        const motion = block.status === "preparing" ? motionOf(frame) : { ...motionOf(frame), spinner: frame.spinner };
        return [...liveCallRows(block, motion, layout), ...this.#argumentRows(block, layout)];
      }
    }
  }

  /** What is to be said below the blocks: that the model is waited for, or that a text has stopped growing. */
  below({ blocks, waitingSinceMs }: TurnView, frame: Frame): readonly Row[] {
    const { layout, spinner, silentSeconds } = frame;
    if (waitingSinceMs !== null) return motionRows(layout.words.live.waiting, { spinner, silentSeconds }, layout);
    const isWriting = blocks.some((block) => block.kind === "text" && block.endedAtMs === null);
    if (!isWriting || silentSeconds === 0) return [];
    return motionRows(layout.words.live.silentFor(silentSeconds), { spinner: frame.resting, silentSeconds: 0 }, layout);
  }

  #textRows({ key, text }: Extract<Block, { readonly kind: "text" }>, layout: BlockLayout): readonly Row[] {
    if (layout.columns !== this.#columns) this.#proses = new Map();
    this.#columns = layout.columns;
    let prose = this.#proses.get(key);
    if (prose === undefined) this.#proses.set(key, (prose = createProseRows(layout)));
    prose.update(text);
    return prose.rows().map((row) => [{ text: row, tone: "plain" }]);
  }

  #argumentRows(block: Extract<Block, { readonly kind: "call" }>, layout: BlockLayout): readonly Row[] {
    return this.#showsArguments
      ? argumentRows(block.preview.root, { ...layout, isLive: block.endedAtMs === null })
      : [];
  }
}

/** While nothing comes, nothing moves: only what is still to be prepared can fall silent. */
function motionOf({ spinner, resting, silentSeconds }: Frame): Motion {
  return { spinner: silentSeconds > 0 ? resting : spinner, silentSeconds };
}
