import { describe, expect, test } from "vitest";

import { ledgerSql } from "../../src/ledger/sql/statements.ts";
import { sqliteLedger } from "../../src/ledger/sqlite/sqlite-ledger.ts";

const sql = ledgerSql((place) => `$${place}`);
const everyPlace = { states: ["claimed", "done"], conversation: "c", tool: "pay", leaseOverAtMs: 1, limit: 5 } as const;

function placesIn(statement: string): readonly number[] {
  return [...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
}

describe("the statements of a ledger", () => {
  test.each([
    ["insert", sql.insert, 16],
    ["replace", sql.replace, 17],
    ["read", sql.read, 1],
    ["removeFinished", sql.removeFinished, 1],
    ["list", sql.list(everyPlace).sql, 6],
  ])("%s has its places in the order of their values, as marks without numbers need it", (_name, statement, count) => {
    expect(placesIn(statement)).toEqual(Array.from({ length: count }, (_, place) => place + 1));
  });
});

describe("what names no file", () => {
  test.each([
    ["", "the path of the ledger is empty"],
    [" ", "the path of the ledger is empty"],
    ["sqlite:", "the path of the ledger is empty"],
    ["postgres://localhost/app", "postgresLedger"],
  ])("%j is refused, since nothing that it remembers would last (R9)", (path, complaint) => {
    expect(() => sqliteLedger(path)).toThrow(TypeError);
    expect(() => sqliteLedger(path)).toThrow(complaint);
  });

  test.each([[undefined], [null], [5], [{}]])("%j is refused at once", (database) => {
    const open = (): void => void Reflect.apply(sqliteLedger, undefined, [database]);

    expect(open).toThrow("takes the path of a file, or a client");
  });
});
