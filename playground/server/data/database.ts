import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Who the assistant can find. */
const customers: readonly (readonly [name: string, city: string])[] = [
  ["Harbor Print Shop", "Bergen"],
  ["Ada Byron", "London"],
  ["Café Málaga", "Málaga"],
  ["Kiyo Tanaka", "Sapporo"],
];

// The time of day is SQLite's: nothing here reads a clock of its own.
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS customers (name TEXT PRIMARY KEY, city TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tickets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, title TEXT NOT NULL, priority TEXT NOT NULL,
    description TEXT NOT NULL, turn TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))) STRICT;
  CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, amount REAL NOT NULL, memo TEXT, turn TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))) STRICT;
  CREATE TABLE IF NOT EXISTS conversations (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
  CREATE TABLE IF NOT EXISTS histories (
    conversation TEXT NOT NULL, line TEXT NOT NULL, messages TEXT NOT NULL, PRIMARY KEY (conversation, line)) STRICT;
  CREATE TABLE IF NOT EXISTS turns (
    id INTEGER PRIMARY KEY AUTOINCREMENT, conversation TEXT NOT NULL, text TEXT NOT NULL, wire TEXT NOT NULL,
    fault TEXT NOT NULL, service TEXT NOT NULL, messages TEXT NOT NULL,
    started_at_ms INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))) STRICT;
  CREATE TABLE IF NOT EXISTS runs (
    turn INTEGER NOT NULL, run INTEGER NOT NULL, state TEXT NOT NULL, ending TEXT, roll TEXT,
    PRIMARY KEY (turn, run)) STRICT;
`;

/** Opens the database of the playground; makes it, and its folder, where there is none. */
export function openDatabase(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path);
  database.exec(SCHEMA);
  const insert = database.prepare("INSERT OR IGNORE INTO customers (name, city) VALUES (?, ?)");
  for (const customer of customers) insert.run(...customer);
  return database;
}

/** Removes every row that turns have left, those of the ledger too. */
export function clearRows(database: DatabaseSync): void {
  const tables = ["tickets", "payments", "histories", "turns", "runs", "conversations"];
  const ledger = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'rollcall_ledger'").get();
  const all = ledger === undefined ? tables : [...tables, "rollcall_ledger"];
  database.exec(`BEGIN IMMEDIATE; ${all.map((table) => `DELETE FROM ${table};`).join(" ")} COMMIT;`);
}
