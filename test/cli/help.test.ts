import { describe, expect, test } from "vitest";

import { runCli } from "../../src/cli/run-cli.ts";
import { memoryOutput, memoryPorts } from "./memory-output.ts";

async function rollcall(...commandLine: readonly string[]): Promise<readonly [code: number, out: string, err: string]> {
  const ports = memoryPorts();
  const code = await runCli(commandLine, ports);
  return [code, ports.stdout.printed(), ports.stderr.printed()];
}

describe("help", () => {
  test.each([
    [["help", "nope"], 'there is no command "nope"; the commands are replay, simulate, tour, ledger'],
    [["help", "ledger", "nope"], '"ledger" has no command "nope"; the commands are list, show, resolve, sweep'],
    [["ledger", "help", "nope"], '"ledger" has no command "nope"; the commands are list, show, resolve, sweep'],
    [["help", "tour", "nope"], '"tour" has no commands; run "rollcall help tour"'],
  ])("for a command that does not exist says which there are: %j", async (commandLine, complaint) => {
    expect(await rollcall(...commandLine)).toEqual([2, "", `rollcall: ${complaint}\n`]);
  });

  test("of a command of a command is found from the top, and from the command", async () => {
    const [code, out, err] = await rollcall("help", "ledger", "list");

    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Usage: rollcall ledger list [options]\n");
    expect(await rollcall("ledger", "help", "list")).toEqual([0, out, ""]);
    expect(await rollcall("ledger", "list", "--help")).toEqual([0, out, ""]);
  });

  test("of the program is what --help prints", async () => {
    const [code, out, err] = await rollcall("help");

    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("\n  help [command...]        print the help of a command\n");
    expect(await rollcall("--help")).toEqual([0, out, ""]);
  });

  test("of a replay says from when on each limit counts", async () => {
    const [, out] = await rollcall("help", "replay");

    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "--liveness-ms <n|off> longest wait for any byte, pings included, once the first has come (default: 30000, once it pinged)",
    );
  });

  test("keeps its columns on a narrow screen", async () => {
    const ports = { ...memoryPorts(), stdout: memoryOutput(50) };
    await runCli(["help", "simulate"], ports);

    expect(ports.stdout.printed()).toContain(
      "  -p, --port <n>   port to listen on; 0 takes any\n" +
        "                   that is free (default: 0)\n" +
        "  --host <name>    address to listen on; only this\n",
    );
  });
});
