import type { CallFacts, Outcome } from "../../protocol/outcome.ts";
import type { RollEvent } from "../../protocol/roll-event.ts";
import { callLine, endingLine, toolName } from "../../view/wording.ts";
import type { Output } from "../ports.ts";
import { cutTo } from "../../view/terminal/display-width.ts";
import { createLiveRegion, type LiveRegion } from "./live-region.ts";
import { createProse, type Prose } from "./prose.ts";
import type { Paint, Tone } from "./style.ts";
import { outcomeTones } from "./tones.ts";
import { wrap } from "./wrap.ts";

/** Shows one roll as it happens: text, each call while it is prepared, then its stated line. */
export interface RollScreen {
  apply(event: RollEvent): void;
  /** Leaves the screen in order, also when the roll was left in the middle. */
  end(): void;
}

/** Where and how a roll is shown. */
export interface RollScreenOptions {
  readonly output: Output;
  readonly paint: Paint;
  /** Whether lines may be drawn again; if not, each is printed once. */
  readonly redraws: boolean;
}

interface OpenCall {
  readonly name: string;
  readonly runBy: CallFacts["runBy"];
  readonly bytes: number;
  readonly state: "growing" | "closed";
}

const INDENT = "  ";

/** Of very many open calls the latest are shown: a region taller than the screen cannot be redrawn. */
const MAX_LIVE_LINES = 8;

const nothingLive: LiveRegion = { draw: () => {}, clear: () => {} };

/**
 * Makes a screen for one roll. Nothing on it moves but the count of bytes that came: when nothing comes, nothing is
 * claimed to go on.
 */
export function createRollScreen(options: RollScreenOptions): RollScreen {
  return new PrintedRoll(options);
}

class PrintedRoll implements RollScreen {
  readonly #output: Output;
  readonly #paint: Paint;
  readonly #redraws: boolean;
  readonly #prose: Prose;
  readonly #live: LiveRegion;
  readonly #open = new Map<number, OpenCall>();

  constructor({ output, paint, redraws }: RollScreenOptions) {
    this.#output = output;
    this.#paint = paint;
    this.#redraws = redraws;
    this.#prose = createProse(output, INDENT);
    this.#live = redraws ? createLiveRegion(output) : nothingLive;
  }

  apply(event: RollEvent): void {
    switch (event.type) {
      case "text":
        this.#live.clear();
        return this.#prose.feed(event.text);
      case "announced":
        this.#open.set(event.index, { name: event.name, runBy: event.runBy, bytes: 0, state: "growing" });
        return this.#drawOpenCalls();
      case "fragment":
        return this.#change(event.index, (call) => ({ ...call, bytes: call.bytes + Buffer.byteLength(event.text) }));
      case "closed":
        return this.#change(event.index, (call) => ({ ...call, state: "closed" }));
      case "settled":
        return this.#settle(event.outcome);
      case "ended":
        this.end();
        return this.#print(endingLine(event.ending, event.count), "warning");
      case "reasoning":
      case "fault":
        return undefined;
    }
  }

  end(): void {
    this.#prose.end();
    this.#live.clear();
  }

  #change(index: number, update: (call: OpenCall) => OpenCall): void {
    const call = this.#open.get(index);
    if (call === undefined) return;
    this.#open.set(index, update(call));
    this.#drawOpenCalls();
  }

  #settle(outcome: Outcome): void {
    const call = this.#open.get(outcome.call.index);
    this.#open.delete(outcome.call.index);
    this.end();
    if (!this.#redraws && call !== undefined) this.#print(progressLine(call), "quiet");
    this.#print(callLine(outcome), outcomeTones[outcome.kind]);
    this.#drawOpenCalls();
  }

  #drawOpenCalls(): void {
    this.#prose.end();
    const lines = [...this.#open.values()].slice(-MAX_LIVE_LINES).map(liveLine);
    this.#live.draw(lines.map((line) => this.#paint("quiet", cutTo(INDENT + line, this.#output.width() - 1))));
  }

  #print(line: string | null, tone: Tone): void {
    if (line === null) return;
    const pieces = wrap(line, this.#output.width(), { first: INDENT.length, rest: INDENT.length * 2 });
    this.#output.write(pieces.map((piece) => `${this.#paint(tone, piece)}\n`).join(""));
  }
}

// What came is counted, not judged: a call that is closed is still no call that may run.
function liveLine(call: OpenCall): string {
  const isWaiting = call.state === "closed" && call.runBy === "client";
  return progressLine(call) + (isWaiting ? ", waiting for the answer to end" : "");
}

function progressLine({ name, runBy, bytes }: OpenCall): string {
  if (runBy === "provider") return `${toolName(name)} — the provider runs it…`;
  return `${toolName(name)} — preparing…${bytes === 0 ? "" : ` ${bytes} ${bytes === 1 ? "byte" : "bytes"}`}`;
}
