import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { RunRoll, RunSummary, StartTurn, TurnSummary } from "../../shared/api.ts";
import { faultNames, serviceNames, wireNames } from "../assistant/names.ts";

/** A message of a conversation, in the shape of its wire. */
export type Message = Readonly<Record<string, unknown>>;

/** A turn as it can be run again. */
export interface StoredTurn extends StartTurn {
  readonly id: string;
  readonly conversation: string;
  /** What it began with: the conversation so far, the person's words last. */
  readonly messages: readonly Message[];
  /** How often it was run. */
  readonly runs: number;
}

/** How a run ended. */
export interface RunEnd {
  readonly state: "ended" | "lost";
  readonly ending: string;
  readonly roll: RunRoll | null;
}

/** Which run of which turn. */
export interface RunPlace {
  readonly turn: string;
  readonly run: number;
}

/** A turn as a page sees it, but for what only this process knows. */
export type BookedTurn = Omit<TurnSummary, "runs"> & {
  readonly runs: readonly Omit<RunSummary, "isWatchable">[];
};

/** Conversations and turns, as they are kept. */
export interface TurnBook {
  /** The latest conversation; begins one where there is none. */
  conversation(): string;
  beginConversation(): string;
  /** What a conversation has come to on one line (a service and a wire). */
  history(conversation: string, line: string): readonly Message[];
  keepHistory(conversation: string, line: string, messages: readonly Message[]): void;
  /** Books a turn, without a run. */
  add(turn: StartTurn & { readonly conversation: string; readonly messages: readonly Message[] }): string;
  find(turn: string): StoredTurn | undefined;
  beginRun(place: RunPlace): void;
  endRun(place: RunPlace, end: RunEnd): void;
  /** Whether a run of this turn came to its end. */
  hasEnded(turn: string): boolean;
  roll(place: RunPlace): RunRoll | undefined;
  turns(conversation: string): readonly BookedTurn[];
}

const start = {
  text: z.string(),
  wire: z.enum(wireNames),
  fault: z.enum(faultNames),
  service: z.enum(serviceNames),
};
const messageList = z.array(z.record(z.string(), z.unknown()));
const storedTurn = z.object({ ...start, conversation: z.string(), messages: z.string(), runs: z.number() });
const turnRow = z.object({ ...start, id: z.number(), startedAtMs: z.number() });
const runRow = z.object({
  run: z.number(),
  state: z.enum(["running", "ended", "lost"]),
  ending: z.string().nullable(),
});
const idRow = z.object({ id: z.number() });
const messagesRow = z.object({ messages: z.string() });
const rollRow = z.object({ roll: z.string().nullable() });

/** What is said of a run whose process is gone. */
export const LOST_WORDS = "the process that ran it is gone";

/** Opens the book. Runs that were going on when the last process ended are lost. */
export function openTurnBook(database: DatabaseSync): TurnBook {
  return new SqliteTurnBook(database);
}

/** Says that nobody runs anything: for the one process that serves the folder. */
export function loseOpenRuns(database: DatabaseSync): void {
  database.prepare("UPDATE runs SET state = 'lost', ending = ? WHERE state = 'running'").run(LOST_WORDS);
}

class SqliteTurnBook implements TurnBook {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  conversation(): string {
    const row = this.#database.prepare("SELECT id FROM conversations ORDER BY id DESC LIMIT 1").get();
    return row === undefined ? this.beginConversation() : `c-${idRow.parse(row).id}`;
  }

  beginConversation(): string {
    return `c-${this.#database.prepare("INSERT INTO conversations DEFAULT VALUES").run().lastInsertRowid}`;
  }

  history(conversation: string, line: string): readonly Message[] {
    const row = this.#database
      .prepare("SELECT messages FROM histories WHERE conversation = ? AND line = ?")
      .get(conversation, line);
    return row === undefined ? [] : parseMessages(messagesRow.parse(row).messages);
  }

  keepHistory(conversation: string, line: string, messages: readonly Message[]): void {
    this.#database
      .prepare("INSERT OR REPLACE INTO histories (conversation, line, messages) VALUES (?, ?, ?)")
      .run(conversation, line, JSON.stringify(messages));
  }

  add({ conversation, text, wire, fault, service, messages }: Parameters<TurnBook["add"]>[0]): string {
    const added = this.#database
      .prepare("INSERT INTO turns (conversation, text, wire, fault, service, messages) VALUES (?, ?, ?, ?, ?, ?)")
      .run(conversation, text, wire, fault, service, JSON.stringify(messages));
    return `t-${added.lastInsertRowid}`;
  }

  find(turn: string): StoredTurn | undefined {
    const row = this.#database
      .prepare(
        `SELECT conversation, text, wire, fault, service, messages,
           (SELECT count(*) FROM runs WHERE runs.turn = turns.id) AS runs
         FROM turns WHERE id = ?`,
      )
      .get(numberOf(turn));
    if (row === undefined) return undefined;
    const { messages, ...rest } = storedTurn.parse(row);
    return { ...rest, id: turn, messages: parseMessages(messages) };
  }

  beginRun({ turn, run }: RunPlace): void {
    this.#database.prepare("INSERT INTO runs (turn, run, state) VALUES (?, ?, 'running')").run(numberOf(turn), run);
  }

  endRun({ turn, run }: RunPlace, { state, ending, roll }: RunEnd): void {
    this.#database
      .prepare("UPDATE runs SET state = ?, ending = ?, roll = ? WHERE turn = ? AND run = ?")
      .run(state, ending, roll === null ? null : JSON.stringify(roll), numberOf(turn), run);
  }

  hasEnded(turn: string): boolean {
    const ended = this.#database.prepare("SELECT 1 FROM runs WHERE turn = ? AND state = 'ended'");
    return ended.get(numberOf(turn)) !== undefined;
  }

  roll({ turn, run }: RunPlace): RunRoll | undefined {
    const row = this.#database.prepare("SELECT roll FROM runs WHERE turn = ? AND run = ?").get(numberOf(turn), run);
    const text = row === undefined ? null : rollRow.parse(row).roll;
    return text === null ? undefined : parseRoll(text);
  }

  turns(conversation: string): readonly BookedTurn[] {
    const rows = this.#database
      .prepare(
        `SELECT id, text, wire, fault, service, started_at_ms AS startedAtMs
         FROM turns WHERE conversation = ? ORDER BY id`,
      )
      .all(conversation);
    const runs = this.#database.prepare("SELECT run, state, ending FROM runs WHERE turn = ? ORDER BY run");
    return turnRow
      .array()
      .parse(rows)
      .map((row) => ({ ...row, id: `t-${row.id}`, runs: runRow.array().parse(runs.all(row.id)) }));
  }
}

function numberOf(turn: string): number {
  return Number(turn.slice("t-".length));
}

function parseMessages(text: string): readonly Message[] {
  return messageList.parse(JSON.parse(text));
}

function parseRoll(text: string): RunRoll {
  // Written by endRun and by nobody else.
  return JSON.parse(text) as RunRoll;
}
