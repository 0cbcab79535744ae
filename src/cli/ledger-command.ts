import { Command, InvalidArgumentError, Option } from "commander";
import type { Resolution } from "../ledger/ledger.ts";
import { DEFAULT_KEEP_MS } from "../ledger/ledger.ts";
import { ledgerStates, type LedgerState } from "../ledger/states.ts";
import type { ExitCode } from "./exit-code.ts";
import { readJson } from "./json-value.ts";
import { printRecord, printRecords, printResolved, printSwept, type StoreFlags } from "./ledger/print-ledger.ts";
import { parseCount, parseWhole } from "./option-values.ts";
import type { CliPorts } from "./ports.ts";
import { UsageError } from "./usage-error.ts";

const DAY_MS = 86_400_000;

const examples = `
STORE is the path of a SQLite file, sqlite:PATH, or postgres://…. KEY may be cut short where it stays unique.

Examples:
  $ rollcall ledger list --store app.db --state in-doubt
  $ rollcall ledger show 3f2a91 --store app.db
  $ rollcall ledger resolve 3f2a91 --store app.db --did-not-happen --note "not in the bank's list"
  $ rollcall ledger sweep --store postgres://localhost/app --keep-days 90`;

interface ListFlags extends StoreFlags {
  readonly state?: readonly LedgerState[];
  readonly tool?: string;
  readonly conversation?: string;
  readonly limit: number;
}

interface ResolveFlags extends StoreFlags {
  readonly happened?: boolean;
  readonly didNotHappen?: boolean;
  readonly result?: string;
  readonly note: string;
}

/** `rollcall ledger`: looks into the record of effects, and ends doubts. */
export function ledgerCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  const command = new Command("ledger")
    .summary("look into the record of effects, and end doubts")
    .description("Looks into the record of effects, and ends doubts.")
    .addHelpText("after", examples);
  command.addCommand(listCommand(ports, finish));
  command.addCommand(showCommand(ports, finish));
  command.addCommand(resolveCommand(ports, finish));
  command.addCommand(sweepCommand(ports, finish));
  return command;
}

function storeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .requiredOption("-s, --store <url>", "a SQLite file, or postgres://…")
    .option("--json", "print JSON");
}

function listCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return storeCommand("list", "lists intents, those claimed last first")
    .addOption(new Option("--state <names...>", "only these states").choices(Object.keys(ledgerStates)))
    .option("--tool <name>", "only this tool")
    .option("--conversation <id>", "only this conversation")
    .option("--limit <n>", "most intents to list", parseCount, 100)
    .action(async ({ state, tool, conversation, limit, ...flags }: ListFlags) => {
      const query = {
        limit,
        ...(state === undefined ? {} : { states: state }),
        ...(tool === undefined ? {} : { tool }),
        ...(conversation === undefined ? {} : { conversation }),
      };
      finish(await printRecords(flags, query, ports));
    });
}

function showCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return storeCommand("show", "shows all that is known of one intent")
    .argument("<key>", "the key of the intent, or its beginning")
    .action(async (key: string, flags: StoreFlags) => {
      finish(await printRecord(flags, key, ports));
    });
}

function resolveCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return storeCommand("resolve", "ends a doubt with what you have found out")
    .argument("<key>", "the key of the intent, or its beginning")
    .option("--happened", "the effect has happened: it is never run again")
    .option("--did-not-happen", "nothing has happened, nor will: it may be run again")
    .option("--result <json>", "with --happened: the result that is answered from now on", parseResult)
    .requiredOption("--note <text>", "how you know")
    .action(async (key: string, flags: ResolveFlags) => {
      finish(await printResolved({ ...flags, key }, toResolution(flags), ports));
    });
}

function sweepCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return storeCommand("sweep", "puts abandoned claims in doubt, and removes what is finished and old")
    .option("--keep-days <n>", "keep what was finished within so many days", parseWhole, DEFAULT_KEEP_MS / DAY_MS)
    .action(async ({ keepDays, ...flags }: StoreFlags & { readonly keepDays: number }) => {
      finish(await printSwept(flags, keepDays * DAY_MS, ports));
    });
}

function toResolution({ happened = false, didNotHappen = false, result, note }: ResolveFlags): Resolution {
  if (happened === didNotHappen) throw new UsageError("say one of --happened and --did-not-happen");
  if (happened) return { verdict: "happened", result: result ?? null, note };
  if (result !== undefined) throw new UsageError("--result goes with --happened: what did not happen has none");
  return { verdict: "did-not-happen", note };
}

function parseResult(text: string): string {
  const reading = readJson(text);
  if (reading.kind === "json") return JSON.stringify(reading.value);
  throw new InvalidArgumentError(`It is no JSON (${reading.complaint}); text needs quotes, such as '"ch_1"'.`);
}
