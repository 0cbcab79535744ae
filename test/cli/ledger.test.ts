import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runCli } from "../../src/cli/run-cli.ts";
import { sqliteLedger } from "../../src/sqlite.ts";
import { memoryOutput, memoryPorts } from "./memory-output.ts";

const startMs = Date.UTC(2021, 11, 1, 15, 4, 5);

describe("rollcall ledger", () => {
  let folder: string;
  let store: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "rollcall-cli-"));
    store = join(folder, "app.db");
    const time = { nowMs: startMs };
    let tokens = 0;
    const ledger = sqliteLedger(store, {
      leaseMs: 1000,
      wallClock: { nowMs: () => time.nowMs },
      ownerTokens: () => {
        tokens += 1;
        return `owner-${tokens}`;
      },
    });
    for (const [key, tool] of [
      ["aaaa1111", "pay"],
      ["aaaa2222", "send_mail"],
      ["bbbb3333", "pay"],
    ] as const) {
      const { record } = await ledger.claim({
        key,
        tool,
        fingerprint: "f1",
        conversation: "c-17",
        turn: "t-3",
        callId: null,
      });
      time.nowMs += 1000;
      if (key === "aaaa1111") await ledger.conclude(record, { kind: "done", result: '{"id":"ch_1"}' });
      if (key === "aaaa2222") await ledger.conclude(record, { kind: "in-doubt", note: "the tool timed\u001b[2J out" });
    }
    await ledger.close();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  async function run(...commandLine: readonly string[]) {
    const ports = memoryPorts();
    const code = await runCli(["ledger", ...commandLine], ports);
    return { code, out: ports.stdout.printed(), err: ports.stderr.printed() };
  }

  test("list shows the latest claims first; a claim without a live lease counts as in doubt", async () => {
    expect(await run("list", "--store", store)).toEqual({
      code: 0,
      err: "",
      out: [
        "key       state     tool       conversation  claimed               attempt",
        "bbbb3333  in doubt  pay        c-17          2021-12-01 15:04:07Z        1",
        "aaaa2222  in doubt  send_mail  c-17          2021-12-01 15:04:06Z        1",
        "aaaa1111  done      pay        c-17          2021-12-01 15:04:05Z        1",
        "",
      ].join("\n"),
    });
  });

  test("list takes states, a tool, a conversation and a limit", async () => {
    const keys = async (...options: readonly string[]): Promise<unknown> => {
      const { out } = await run("list", "--json", "--store", `sqlite:${store}`, ...options);
      return (JSON.parse(out) as readonly { readonly key: string }[]).map(({ key }) => key);
    };

    expect(await keys("--state", "done", "in-doubt")).toEqual(["aaaa2222", "aaaa1111"]);
    expect(await keys("--tool", "pay")).toEqual(["bbbb3333", "aaaa1111"]);
    expect(await keys("--conversation", "c-18")).toEqual([]);
    expect(await keys("--limit", "1")).toEqual(["bbbb3333"]);
  });

  test("list says so where there is nothing, and shows cards where a table does not fit", async () => {
    const ports = { ...memoryPorts(), stdout: memoryOutput(40) };
    await runCli(["ledger", "list", "--store", store, "--state", "done"], ports);

    expect((await run("list", "--store", store, "--tool", "none")).out).toBe("no intents\n");
    expect(ports.stdout.printed()).toContain("\nstate         done\n");
  });

  test("show tells all that is known, and nothing in it acts on the screen", async () => {
    const { code, out } = await run("show", "aaaa2", "--store", store);

    expect(code).toBe(0);
    expect(out).toBe(
      [
        "aaaa2222",
        "state         in doubt",
        "tool          send_mail",
        "conversation  c-17",
        "turn          t-3",
        "attempt       1",
        "claimed       2021-12-01 15:04:06Z",
        "concluded     2021-12-01 15:04:07Z",
        "owner         owner-2",
        "fingerprint   f1",
        "note          the tool timed\u{FFFD}[2J out",
        "",
      ].join("\n"),
    );
  });

  test("show prints the record as JSON", async () => {
    const { out } = await run("show", "aaaa1111", "--store", store, "--json");

    expect(JSON.parse(out)).toMatchObject({ key: "aaaa1111", state: "done", result: '{"id":"ch_1"}' });
  });

  test("resolve ends a doubt with a result, or as a thing that did not happen", async () => {
    const happened = await run(
      "resolve",
      "aaaa2222",
      "--store",
      store,
      "--happened",
      "--result",
      '{"id": 7}',
      "--note",
      "in the outbox",
    );
    const crashed = await run(
      "resolve",
      "bbbb",
      "--store",
      store,
      "--did-not-happen",
      "--note",
      "not in the bank's list",
      "--json",
    );

    expect(happened.out).toContain("\nstate         reconciled: happened\n");
    expect(happened.out).toContain('\nresult        {"id":7}\nnote          in the outbox\n');
    expect(JSON.parse(crashed.out)).toMatchObject({ state: "reconciled", verdict: "did-not-happen" });
  });

  test("sweep puts abandoned claims in doubt and removes what is old", async () => {
    const kept = await run("sweep", "--store", store, "--keep-days", "100000", "--json");
    const removed = await run("sweep", "--store", store, "--keep-days", "0");

    expect(JSON.parse(kept.out)).toEqual({ inDoubt: 1, removed: 0 });
    expect(removed.out).toBe("put in doubt: 0\nremoved: 1\n");
  });

  test.each([
    [["list"], "rollcall: required option '-s, --store <url>' not specified"],
    [["list", "--store", "nowhere.db"], "rollcall: --store: there is no file nowhere.db\n"],
    [["list", "--store", "mysql://host/db"], "rollcall: --store: give the path of a SQLite file, sqlite:PATH or"],
    [["list", "--store", "STORE", "--state", "maybe"], "argument 'maybe' is invalid"],
    [["show", "cccc", "--store", "STORE"], "rollcall: no intent has the key cccc\n"],
    [["show", "aaaa", "--store", "STORE"], "rollcall: more than one key begins with aaaa; give more of it\n"],
    [["resolve", "aaaa2222", "--store", "STORE", "--note", "n"], "rollcall: say one of --happened and"],
    [
      ["resolve", "aaaa2222", "--store", "STORE", "--note", "n", "--did-not-happen", "--result", "1"],
      "rollcall: --result goes with --happened",
    ],
    [["resolve", "aaaa2222", "--store", "STORE", "--note", "n", "--happened", "--result", "ch_1"], "It is no JSON"],
    [
      ["resolve", "aaaa1111", "--store", "STORE", "--note", "n", "--happened"],
      "rollcall: aaaa1111 is not in doubt: its state is done\n",
    ],
  ])("%j is refused with a message and exit code 2", async (commandLine, message) => {
    const { code, err, out } = await run(...commandLine.map((word) => (word === "STORE" ? store : word)));

    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });

  test("R11: a store that cannot be reached is said so, without its password", async () => {
    const { code, err } = await run("list", "--store", "postgres://ada:secret@127.0.0.1:1/app");

    expect(code).toBe(2);
    expect(err).toContain("rollcall: --store: the PostgreSQL ledger failed");
    expect(err).not.toContain("secret");
  });

  test("help of a subcommand is pointed to by its whole name", async () => {
    const { err } = await run("show", "--store", store);

    expect(err).toContain('Run "rollcall ledger show --help" for the options.');
  });
});
