import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runCli } from "../../src/cli/run-cli.ts";
import { postgresLedger } from "../../src/postgres.ts";
import { startPostgres } from "../support/postgres.ts";
import { memoryPorts } from "./memory-output.ts";

const postgres = await startPostgres();
const why = postgres.kind === "started" ? "" : ` (skipped, no server: ${postgres.reason})`;

afterAll(async () => {
  if (postgres.kind === "started") await postgres.server.stop();
});

describe.skipIf(postgres.kind === "not-started")(`rollcall ledger on PostgreSQL${why}`, () => {
  let store = "";

  beforeAll(async () => {
    if (postgres.kind !== "started") return;
    store = await postgres.server.createDatabase();
    const pool = postgres.server.pool({ connectionString: store });
    const ledger = postgresLedger(pool);
    const facts = { tool: "pay", fingerprint: "f1", conversation: "c-17", turn: "t-3", callId: null };
    for (const key of ["aaaa1111", "aaaa2222"]) {
      const { record } = await ledger.claim({ ...facts, key });
      if (key === "aaaa1111") await ledger.conclude(record, { kind: "done", result: '{"id":"ch_1"}' });
      else await ledger.conclude(record, { kind: "in-doubt", note: "the tool timed out" });
    }
    await pool.end();
  });

  async function run(...commandLine: readonly string[]) {
    const ports = memoryPorts();
    const code = await runCli(["ledger", ...commandLine, "--store", store], ports);
    return { code, out: ports.stdout.printed(), err: ports.stderr.printed() };
  }

  test("list, show, resolve and sweep do what they do on SQLite", async () => {
    const listed = await run("list", "--json");
    expect(listed).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(listed.out)).toMatchObject([
      { key: "aaaa2222", state: "in-doubt", tool: "pay", conversation: "c-17" },
      { key: "aaaa1111", state: "done", tool: "pay", conversation: "c-17" },
    ]);

    const shown = await run("show", "aaaa2222");
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toContain("the tool timed out");

    const resolved = await run(
      "resolve",
      "aaaa2222",
      "--happened",
      "--result",
      '{"id":"ch_2"}',
      "--note",
      "asked the bank",
    );
    expect(resolved).toMatchObject({ code: 0, err: "" });
    const after: unknown = JSON.parse((await run("list", "--json", "--state", "in-doubt")).out);
    expect(after).toEqual([]);
    expect((await run("show", "aaaa2222")).out).toContain("ch_2");

    // The clock of the server has gone on since the claims.
    const swept = await run("sweep", "--keep-days", "30");
    expect(swept).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse((await run("list", "--json")).out)).toHaveLength(2);
  });

  test("an intent that is not there is said, with the code of a failure", async () => {
    const { code, err } = await run("show", "cccc");

    expect(code).not.toBe(0);
    expect(err).toContain("cccc");
  });
});
