import type { CallBlock, CallStatus, EndStatus, NoticeBlock } from "../blocks/block.ts";
import { lineOf, marks } from "../words/statements.ts";
import type { Words } from "../words/words.ts";
import type { Tone } from "./paint.ts";
import { flow, type Row, type Span } from "./row.ts";

/** How blocks are shown. */
export interface BlockLayout {
  readonly words: Words;
  /** Infinite where nothing wraps. */
  readonly columns: number;
  /** Makes text from outside fit to be shown. */
  readonly clean: (text: string) => string;
}

/** What of a call is only seen while it goes on. */
export interface Motion {
  /** Stands where the mark will be. One column. */
  readonly spinner: string;
  /** 0 where it is not worth a word. */
  readonly silentSeconds: number;
}

const DASH = " — ";
const DOT = " · ";
const HANGING = 2;

/** A call that did not run is no alarm: nothing happened. */
const tones: Readonly<Record<EndStatus, Tone>> = {
  done: "good",
  errored: "bad",
  "in-doubt": "warning",
  "not-run": "warning",
  cancelled: "quiet",
  observed: "quiet",
};

/** The one line of a call that ended, and of one that rests in `ready`. */
export function endedCallRows(block: CallBlock, layout: BlockLayout): readonly Row[] {
  const { status, tool, statement } = block;
  const tone = isLive(status) ? "plain" : tones[status];
  const words = statement ?? (isLive(status) ? layout.words.live[status] : "");
  return statedRows(lineOf(status, tool, words), { tone, tool, mark: marks[status] }, layout);
}

/** The line of a notice. */
export function noticeRows({ line }: NoticeBlock, layout: BlockLayout): readonly Row[] {
  return statedRows(line, { tone: "warning", tool: "", mark: "" }, layout);
}

/** What a call is doing. */
export function liveCallRows(block: CallBlock, motion: Motion, layout: BlockLayout): readonly Row[] {
  const { status, tool, bytes } = block;
  const { live } = layout.words;
  if (!isLive(status)) return endedCallRows(block, layout);
  const isComing = status === "preparing";
  const received = isComing && bytes > 0 ? DOT + live.received(bytes) : "";
  return layOut(
    [
      { text: `${status === "ready" ? " " : motion.spinner} `, tone: "moving" },
      { text: tool, tone: "strong" },
      { text: DASH + live[status], tone: "plain" },
      { text: received, tone: "quiet" },
      { text: isComing ? silence(motion, layout) : "", tone: "warning" },
    ],
    layout,
  );
}

/** Something that is going on and is no call. */
export function motionRows(word: string, motion: Motion, layout: BlockLayout): readonly Row[] {
  return layOut(
    [
      { text: `${motion.spinner} `, tone: "moving" },
      { text: word, tone: "quiet" },
      { text: silence(motion, layout), tone: "warning" },
    ],
    layout,
  );
}

function silence({ silentSeconds }: Motion, { words }: BlockLayout): string {
  return silentSeconds > 0 ? DOT + words.live.silentFor(silentSeconds) : "";
}

interface LineParts {
  readonly tone: Tone;
  readonly tool: string;
  readonly mark: string;
}

/** The whole line is said as it stands; only its tones tell its parts apart. */
function statedRows(line: string, { tone, tool, mark }: LineParts, layout: BlockLayout): readonly Row[] {
  const head = mark === "" ? "" : `${mark} `;
  if (tool === "" || !line.startsWith(head + tool)) return layOut([{ text: line, tone }], layout);
  const rest = line.slice(head.length + tool.length);
  return layOut(
    [
      { text: head, tone },
      { text: tool, tone: "strong" },
      { text: rest, tone },
    ],
    layout,
  );
}

function layOut(spans: readonly Span[], { clean, columns }: BlockLayout): readonly Row[] {
  const cleaned = spans
    .map(({ text, tone }) => ({ text: clean(text).replace(/[\n\t]/gu, " "), tone }))
    .filter(({ text }) => text !== "");
  return flow(cleaned, { columns, restIndent: HANGING });
}

function isLive(status: CallStatus): status is Exclude<CallStatus, EndStatus> {
  return !Object.hasOwn(tones, status);
}
