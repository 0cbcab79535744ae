import { isJsonObject } from "./json-value.ts";

type Complaints = ReadonlyMap<string, string>;

const reading: Complaints = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "it is a folder; name a file in it"],
  ["EACCES", "permission denied"],
]);

const writing: Complaints = new Map([
  ["ENOSPC", "no space left on the device"],
  ["EDQUOT", "the disk quota is used up"],
  ["EFBIG", "the file would be too large"],
  ["EIO", "the device reports an error"],
  ["EBADF", "it is not open for writing"],
]);

/** Says why a file cannot be read; what the system says, where it is not known better. */
export function readComplaint(error: unknown): string {
  return complaint(error, reading);
}

/** Says why nothing can be written. */
export function writeComplaint(error: unknown): string {
  return complaint(error, writing);
}

function complaint(error: unknown, known: Complaints): string {
  const code = isJsonObject(error) ? error["code"] : undefined;
  const words = typeof code === "string" ? known.get(code) : undefined;
  return words ?? (error instanceof Error ? error.message : String(error));
}
