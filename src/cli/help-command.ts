import { Command } from "commander";
import { UsageError } from "./usage-error.ts";

/** `help`, of the program or of a command that has commands: prints the help of one of them. */
export function helpCommand(group: Command): Command {
  return new Command("help")
    .description("print the help of a command")
    .argument("[command...]")
    .action((names: readonly string[]) => names.reduce(commandNamed, group).outputHelp());
}

/** @throws UsageError listing the commands */
function commandNamed(group: Command, name: string): Command {
  const command = group.commands.find((candidate) => candidate.name() === name);
  if (command !== undefined) return command;
  const owner = group.parent === null ? "there is" : `${JSON.stringify(group.name())} has`;
  const known = group.commands.map((candidate) => candidate.name()).filter((candidate) => candidate !== "help");
  throw new UsageError(
    known.length === 0
      ? `${owner} no commands; run "rollcall help ${group.name()}"`
      : `${owner} no command ${JSON.stringify(name)}; the commands are ${known.join(", ")}`,
  );
}
