/**
 * Takes what the person asks for: turns, their runs, conversations.
 *
 * - D1 Every run that began ends in the book, also one whose process is killed.
 * - D2 The history of a conversation goes on only behind a turn that ended, and behind the first run that did: the same
 *   turn once more is the same request, not a new one.
 * - D3 Of two turns that go on at once, the history keeps both, whole, in the order in which they end.
 */
import type { Clock } from "rollcall";
import type { Ledger } from "rollcall/ledger";
import type { RunRoll, RunSummary, StartedRun, StartTurn, TurnSummary } from "../../shared/api.ts";
import { faultPlans } from "../assistant/faults.ts";
import { LOST_WORDS, type Message, type RunPlace, type StoredTurn, type TurnBook } from "../data/turn-book.ts";
import { createDoomedRuns, type DoomedRuns } from "../killed/doomed-runs.ts";
import { createModelFor, type ModelSource } from "./model-for.ts";
import { lineOf, type RunOrder, runName } from "./run-order.ts";
import { createTurnHost, type RunOver, type TurnHost, type TurnHostOptions } from "./turn-host.ts";

/** @see createTurnDesk */
export interface TurnDeskOptions {
  readonly book: TurnBook;
  readonly toolsFor: TurnHostOptions["toolsFor"];
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly models: ModelSource;
  readonly databasePath: string;
  /** What pages see may be something else now. */
  readonly onChange: () => void;
}

/** Why something was not done. */
export type Refused = "unknown" | "running" | "not-running";

/** @see the head of this file */
export interface TurnDesk {
  readonly conversation: string;
  start(turn: StartTurn): Promise<StartedRun>;
  again(turn: string): Promise<StartedRun | Refused>;
  stop(turn: string): "stopped" | Refused;
  watch(place: RunPlace, signal: AbortSignal): Promise<Response | undefined>;
  roll(place: RunPlace): RunRoll | undefined;
  turns(): readonly TurnSummary[];
  readonly isRunning: boolean;
  beginConversation(): void;
  close(): Promise<void>;
}

/** Makes the desk. */
export function createTurnDesk(options: TurnDeskOptions): TurnDesk {
  return new Desk(options);
}

class Desk implements TurnDesk {
  readonly #options: TurnDeskOptions;
  readonly #host: TurnHost;
  readonly #doomed: DoomedRuns;
  readonly #open = new Set<string>();
  #conversation: string;

  constructor(options: TurnDeskOptions) {
    const { toolsFor, ledger, clock, models, book, onChange } = options;
    this.#options = options;
    this.#conversation = book.conversation();
    this.#host = createTurnHost({
      toolsFor,
      ledger,
      clock,
      modelFor: createModelFor(models),
      onEvent(_order, { type }) {
        if (type !== "message") onChange();
      },
      onOver: (order, over) => this.#keep(order, over),
    });
    this.#doomed = createDoomedRuns({
      onLost: ({ order }, roll) => this.#lose(order, roll),
      onNews: onChange,
    });
  }

  get conversation(): string {
    return this.#conversation;
  }

  get isRunning(): boolean {
    return this.#open.size > 0;
  }

  async start(start: StartTurn): Promise<StartedRun> {
    const { book } = this.#options;
    const conversation = this.#conversation;
    const messages = [...book.history(conversation, lineOf(start)), { role: "user", content: start.text }];
    const turn = book.add({ ...start, conversation, messages });
    return this.#run({ ...start, turn, run: 1, conversation, messages });
  }

  async again(id: string): Promise<StartedRun | Refused> {
    const turn = this.#options.book.find(id);
    if (turn === undefined) return "unknown";
    if (this.#isOpen(turn)) return "running";
    const { id: _id, runs, ...order } = turn;
    return this.#run({ ...order, turn: id, run: runs + 1 });
  }

  stop(id: string): "stopped" | Refused {
    const turn = this.#options.book.find(id);
    if (turn === undefined) return "unknown";
    const name = runName({ turn: id, run: turn.runs });
    return this.#host.stop(name) || this.#doomed.stop(name) ? "stopped" : "not-running";
  }

  async watch(place: RunPlace, signal: AbortSignal): Promise<Response | undefined> {
    const name = runName(place);
    return this.#host.watch(name, signal) ?? (await this.#doomed.watch(name, signal));
  }

  roll(place: RunPlace): RunRoll | undefined {
    const name = runName(place);
    return this.#host.roll(name) ?? this.#doomed.roll(name) ?? this.#options.book.roll(place);
  }

  turns(): readonly TurnSummary[] {
    return this.#options.book.turns(this.#conversation).map((turn) => ({
      ...turn,
      runs: turn.runs.map((run): RunSummary => ({ ...run, isWatchable: this.#isWatchable({ turn: turn.id, ...run }) })),
    }));
  }

  beginConversation(): void {
    this.#conversation = this.#options.book.beginConversation();
    this.#options.onChange();
  }

  close(): Promise<void> {
    return this.#doomed.close();
  }

  async #run(order: RunOrder): Promise<StartedRun> {
    const { book, databasePath, models, onChange } = this.#options;
    const { turn, run } = order;
    book.beginRun(order);
    this.#open.add(runName(order));
    onChange();
    try {
      if (faultPlans[order.fault].isKilled === true) {
        const { simulatorUrl, paceMs } = models;
        await this.#doomed.begin({ order, databasePath, simulatorUrl, paceMs });
      } else await this.#host.begin(order);
    } catch (error) {
      this.#lose(order, null);
      throw error;
    }
    return { turn, run };
  }

  #keep(order: RunOrder, { ending, roll, history }: RunOver): void {
    const { book, onChange } = this.#options;
    if (!this.#open.delete(runName(order))) return;
    if (history !== undefined && !book.hasEnded(order.turn)) this.#remember(order, history);
    book.endRun(order, { state: "ended", ending, roll });
    onChange();
  }

  #remember(order: RunOrder, history: readonly Message[]): void {
    const { book } = this.#options;
    const kept = book.history(order.conversation, lineOf(order));
    // The person's words stand last in what the turn began with.
    const begunWith = order.messages.length - 1;
    const whole = kept.length === begunWith ? history : [...kept, ...history.slice(begunWith)];
    book.keepHistory(order.conversation, lineOf(order), whole);
  }

  #lose(order: RunOrder, roll: RunRoll | null): void {
    if (!this.#open.delete(runName(order))) return;
    const lost = roll === null ? null : ({ ...roll, state: "lost" } as const);
    this.#options.book.endRun(order, { state: "lost", ending: LOST_WORDS, roll: lost });
    this.#options.onChange();
  }

  #isOpen({ id, runs }: StoredTurn): boolean {
    return this.#open.has(runName({ turn: id, run: runs }));
  }

  #isWatchable(place: RunPlace): boolean {
    const name = runName(place);
    return this.#host.has(name) || this.#doomed.has(name);
  }
}
