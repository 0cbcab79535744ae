import type { AbandonedCause } from "../../protocol/outcome.ts";
import type { RollEvent } from "../../protocol/roll-event.ts";
import type { CallResult, TurnEnding, TurnEvent } from "../../protocol/turn-event.ts";
import { abandonedVerdict, resultVerdict, turnStatement } from "../words/statements.ts";
import type { CallStatus } from "./block.ts";
import type { BlockStore, EndCause } from "./block-view.ts";
import { BoardView } from "./board-view.ts";
import type { CardScope } from "./card-scope.ts";
import { closeView } from "./close-view.ts";
import { Messages } from "./messages.ts";

/** What the blocks of a turn are made with. */
export interface TurnBlocksOptions extends Omit<CardScope, "board"> {
  readonly maxTextChars: number;
}

/**
 * Turns the events of a turn into blocks: every block ends once, whatever events come in whatever order, if the turn ends
 * or `end` is called (R12).
 */
export class TurnBlocks extends BoardView implements BlockStore {
  readonly #words: CardScope["words"];
  readonly #nowMs: () => number;
  readonly #messages: Messages;
  /** A roll has no end of its turn: it is open while something in it is. */
  #isRoll = false;
  #isOver = false;

  constructor(options: TurnBlocksOptions) {
    super(options.nowMs);
    this.#words = options.words;
    this.#nowMs = options.nowMs;
    this.#messages = new Messages({ ...options, board: this.board });
  }

  apply(event: TurnEvent): void {
    if (this.#isOver) return;
    this.#apply(event);
    if (this.#isRoll && event.type !== "message") this.#reckon();
    this.board.tell();
  }

  applyRoll(event: RollEvent, message = 0): void {
    if (this.#isOver) return;
    this.#isRoll = true;
    this.#messages.hear(message, event);
    this.#hear(event);
    if (event.type === "settled") this.#messages.settle(message, event.outcome.call.index);
    if (event.type === "ended") this.#messages.conclude(message);
    if (event.type === "announced" || event.type === "ended") this.#reckon();
    this.board.tell();
  }

  end(cause: EndCause): void {
    if (this.#isOver) return;
    // What is known to have become of a call may have changed where nobody looks.
    if (cause !== "lost-sight") this.#endMessages(cause, false);
    this.#close(cause, this.#words.losses[cause]);
    this.board.tell();
  }

  #apply(event: TurnEvent): void {
    switch (event.type) {
      case "request":
        this.#messages.request(event.message);
        return this.#wait(this.#nowMs());
      case "message":
        this.#messages.hear(event.message, event.event);
        return this.#hear(event.event);
      case "running":
        return this.#run(event.message, event.index);
      case "answered":
        return this.#answer(event);
      case "correcting":
        return this.#messages.correct(event.message, event.indexes, event.correction);
      case "withdrawn":
        this.#messages.withdraw(event.message);
        return this.#wait(this.#nowMs());
      case "turn-ended":
        return this.#endTurn(event.ending);
    }
  }

  #hear({ type }: RollEvent): void {
    if (type === "text" || type === "reasoning" || type === "announced" || type === "ended") this.#wait(null);
  }

  #run(message: number, index: number): void {
    this.#messages.stand(message);
    this.#messages.callAt(message, index)?.show("running");
  }

  #answer({ message, index, result }: { message: number; index: number; result: CallResult }): void {
    this.#messages.stand(message);
    this.#messages.callAt(message, index)?.end(resultVerdict(result, this.#words));
  }

  #endTurn(ending: TurnEnding): void {
    const cause = causeOf(ending);
    this.#endMessages(cause ?? "ended-early", cause === null);
    const statement = turnStatement(ending, this.#words);
    if (statement === null) this.#messages.putNotice();
    this.#close(cause ?? "ended-early", statement);
  }

  #endMessages(cause: AbandonedCause, hasLastWord: boolean): void {
    const lost = abandonedVerdict(cause, this.#words);
    this.#messages.endAll((card) => (hasLastWord ? (card.lastWord ?? lost) : lost));
  }

  #close(cause: EndCause, statement: string | null): void {
    this.#isOver = true;
    closeView(this.board, { cause, statement, words: this.#words, nowMs: this.#nowMs() });
  }

  #wait(sinceMs: number | null): void {
    const { isOpen, waitingSinceMs } = this.board;
    if (waitingSinceMs !== sinceMs) this.board.change({ type: "turn", isOpen, waitingSinceMs: sinceMs });
  }

  #reckon(): void {
    const { waitingSinceMs, blocks } = this.board;
    const isAtWork = blocks.some((block) => block.kind === "call" && isMoving(block.status));
    const isOpen = isAtWork || this.#messages.isOpen || waitingSinceMs !== null;
    if (isOpen !== this.board.isOpen) this.board.change({ type: "turn", isOpen, waitingSinceMs });
  }
}

function isMoving(status: CallStatus): boolean {
  return status === "preparing" || status === "running";
}

/** Why calls without an ending have none; `null` where the turn came to an end of its own. */
function causeOf(ending: TurnEnding): AbandonedCause | null {
  if (ending.kind === "cancelled") return "cancelled";
  return ending.kind === "abandoned" ? ending.cause : null;
}
