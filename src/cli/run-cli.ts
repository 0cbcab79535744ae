import { Command, CommanderError } from "commander";
import { exitCode, type ExitCode } from "./exit-code.ts";
import { helpCommand } from "./help-command.ts";
import { ledgerCommand } from "./ledger-command.ts";
import { packageVersion } from "./package-version.ts";
import type { CliPorts } from "./ports.ts";
import { replayCommand } from "./replay-command.ts";
import { simulateCommand } from "./simulate-command.ts";
import { tourCommand } from "./tour-command.ts";
import { UsageError } from "./usage-error.ts";

const about = `Every tool call that a model announces is accounted for: it ends in exactly one stated outcome.`;

const examples = `
Examples:
  $ rollcall tour
  $ rollcall replay answer.sse --format openai-chat
  $ rollcall simulate --port 4010

"rollcall help COMMAND" tells more about a command.`;

/** Runs one command line, without the program's own name, and gives the exit code. */
export async function runCli(commandLine: readonly string[], ports: CliPorts): Promise<ExitCode> {
  let code: ExitCode = exitCode.ok;
  const finish = (finished: ExitCode): void => {
    code = finished;
  };
  const program = new Command("rollcall")
    .description(about)
    .version(await packageVersion(), "-V, --version", "print the version")
    .addHelpText("after", examples);
  for (const command of [replayCommand, simulateCommand, tourCommand, ledgerCommand])
    program.addCommand(command(ports, finish));
  for (const group of withSubcommands(program).filter(({ commands }) => commands.length > 0))
    group.helpCommand(false).addCommand(helpCommand(group));
  for (const command of withSubcommands(program)) wire(command, ports);

  try {
    await program.parseAsync(commandLine, { from: "user" });
    return code;
  } catch (error) {
    return explain(error, ports);
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Lets a command print through the ports, and throw where it would end the process. */
function wire(command: Command, { stdout, stderr }: CliPorts): void {
  command
    .exitOverride()
    .helpOption("-h, --help", "print this help")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false, minWidthToWrap: NARROWEST_HELP })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => helpWidth(stdout.width()),
      getErrHelpWidth: () => helpWidth(stderr.width()),
      outputError: (text, write) => write(`rollcall: ${text.replace(/^error: /, "")}${hint(command)}`),
    });
}

/** A column of text narrower than this is left to the terminal to break. */
const NARROWEST_HELP = 18;

function helpWidth(columns: number): number {
  return Math.min(columns, 110);
}

function hint(command: Command): string {
  return `Run "${pathOf(command)} --help" for the options.\n`;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function explain(error: unknown, { stderr }: CliPorts): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  if (error instanceof UsageError) {
    stderr.write(`rollcall: ${error.message}\n`);
    return exitCode.usage;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`rollcall: this is a bug in rollcall, please report it\n${trace}\n`);
  return exitCode.notClean;
}
