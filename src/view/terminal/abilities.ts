import type { TerminalEnvironment, TerminalOutput } from "./terminal-output.ts";

/** What may be done on an output. */
export interface Abilities {
  readonly hasColor: boolean;
  /** Whether what stands there may be drawn again. */
  readonly canRedraw: boolean;
  /** Whether it takes more than ASCII. */
  readonly isUnicode: boolean;
}

/** What the caller knows better. */
export interface StatedAbilities {
  readonly output: TerminalOutput;
  readonly environment: TerminalEnvironment;
  readonly color: boolean | undefined;
  readonly live: boolean | undefined;
  readonly unicode: boolean | undefined;
}

/**
 * Reads what an output can do: FORCE_COLOR (https://force-color.org) before NO_COLOR (https://no-color.org), as Node and
 * most programs have it, then whether it is a terminal, and not a dumb one. Of a locale that is not stated nothing bad is
 * assumed.
 */
export function readAbilities({ output, environment, color, live, unicode }: StatedAbilities): Abilities {
  const canMove = output.isTTY === true && environment["TERM"] !== "dumb";
  return {
    hasColor: color ?? statedColor(environment) ?? canMove,
    canRedraw: live ?? canMove,
    isUnicode: unicode ?? isUnicodeLocale(environment),
  };
}

function statedColor(environment: TerminalEnvironment): boolean | undefined {
  const force = environment["FORCE_COLOR"] ?? "";
  if (force !== "") return force !== "0" && force !== "false";
  return (environment["NO_COLOR"] ?? "") === "" ? undefined : false;
}

// POSIX: the first of these that is set and not empty decides.
function isUnicodeLocale(environment: TerminalEnvironment): boolean {
  const locale = ["LC_ALL", "LC_CTYPE", "LANG"].map((name) => environment[name] ?? "").find((value) => value !== "");
  return locale === undefined || /utf-?8/i.test(locale);
}
