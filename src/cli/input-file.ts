import { readFile } from "node:fs/promises";
import type { CliPorts } from "./ports.ts";
import { readComplaint } from "./system-complaint.ts";
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
