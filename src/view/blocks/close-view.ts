import { noticeLine } from "../wording.ts";
import { abandonedVerdict, type Verdict } from "../words/statements.ts";
import { tallySentence } from "../words/tally.ts";
import type { Words } from "../words/words.ts";
import type { NoticeBlock } from "./block.ts";
import type { Board } from "./board.ts";
import { endedCall, type SentCall } from "./card-scope.ts";
import type { SentBlock } from "./change.ts";
import type { EndCause } from "./block-view.ts";

/** How a view is closed. */
export interface Closing {
  /** For calls without an ending. */
  readonly cause: EndCause;
  /** What the notice says of the turn; `null` for none. */
  readonly statement: string | null;
  readonly words: Words;
  readonly nowMs: number;
}

/** Ends every block that has no ending (R12), says what did and what did not happen, and ends the turn. */
export function closeView(board: Board, closing: Closing): void {
  for (const block of board.blocks) closeBlock(board, block, closing);
  if (closing.statement !== null) putNotice(board, toNotice(board, closing.statement, closing));
  board.change({ type: "turn", isOpen: false, waitingSinceMs: null });
}

/** Puts a notice below everything else. */
export function putNotice(board: Board, block: NoticeBlock): void {
  board.change({ type: "put", block, after: board.blocks.at(-1)?.key ?? null });
}

/** Makes a notice. */
export function createNotice(facts: Pick<NoticeBlock, "key" | "message" | "statement">, nowMs: number): NoticeBlock {
  return { kind: "notice", ...facts, line: noticeLine(facts.statement), startedAtMs: nowMs, endedAtMs: nowMs };
}

function closeBlock(board: Board, block: SentBlock, closing: Closing): void {
  if (block.endedAtMs !== null) return;
  const { key } = block;
  const { nowMs } = closing;
  if (block.kind !== "call") board.change({ type: "close", key, endedAtMs: nowMs });
  else {
    const ended = endedCall(block, closingVerdict(block, closing), nowMs);
    board.change({ type: "put", block: ended, after: board.before(key) });
  }
}

/** R9: what may have run is never said not to have. */
function closingVerdict({ runBy, status }: SentCall, { cause, words }: Closing): Verdict {
  const { results } = words;
  if (runBy === "provider") return { status: "observed", statement: results.observed };
  if (cause === "lost-sight") return { status: "in-doubt", statement: results.lostSight };
  if (status === "running") return { status: "in-doubt", statement: results.inDoubt };
  return abandonedVerdict(cause, words);
}

function toNotice(board: Board, statement: string, { cause, words, nowMs }: Closing): NoticeBlock {
  const calls = board.blocks.filter((block) => block.kind === "call");
  const tally = tallySentence(calls, words);
  // Whoever lost sight of a turn cannot say that nothing happens in it.
  const isUnknown = cause === "lost-sight" && (tally === words.tally.nothing || tally === words.tally.nothingElse);
  const sentence = isUnknown ? statement : `${statement} — ${tally}`;
  return createNotice({ key: "end", message: null, statement: sentence }, nowMs);
}
