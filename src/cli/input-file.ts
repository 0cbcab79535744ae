import { readFile } from "node:fs/promises";
import { isJsonObject } from "./json-value.ts";
import type { CliPorts } from "./ports.ts";
import { UsageError } from "./usage-error.ts";

/** The FILE argument that stands for standard input. */
export const STDIN = "-";

/** What a file argument is called in messages. */
export function displayName(file: string): string {
  return file === STDIN ? "standard input" : file;
}

/** Reads a file, or standard input for `-`. @throws UsageError when it cannot be read */
export async function readInput(file: string, ports: CliPorts): Promise<Uint8Array> {
  if (file === STDIN) return ports.readStdin();
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${readComplaint(error)}`, { cause: error });
  }
}

const complaints: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "permission denied",
};

function readComplaint(error: unknown): string {
  const code = isJsonObject(error) ? error["code"] : undefined;
  const known = typeof code === "string" ? complaints[code] : undefined;
  return known ?? (error instanceof Error ? error.message : String(error));
}
