import type { Format } from "../../formats/format.ts";
import type { RollResult } from "../../protocol/roll-event.ts";
import { formats } from "../formats.ts";
import { isJsonObject, readJson } from "../json-value.ts";
import { UsageError } from "../usage-error.ts";
import { recordingOfBytes } from "./recording.ts";
import type { ReplayRequest } from "./replay-request.ts";
import { replay } from "./replay.ts";

/**
 * Refuses a recording in which not one record of its format was found.
 *
 * @throws UsageError saying what it looks like instead
 */
export async function refuseForeignBytes(result: RollResult, request: ReplayRequest): Promise<void> {
  if (isForeign(result)) throw new UsageError(await foreignComplaint(request));
}

function isForeign({ faults }: RollResult): boolean {
  return faults.some(({ code }) => code === "no-stream");
}

async function foreignComplaint({ title, recording, format }: ReplayRequest): Promise<string> {
  const refusal = `${title} is no ${format.name} stream`;
  const bytes = Buffer.concat(recording.chunks.map((chunk) => chunk.bytes));
  const other = await otherFormat(bytes, format);
  if (other !== null) {
    const remedy =
      recording.format === null ? `try --format ${other.name}` : "correct the format in the first line of the cassette";
    return `${refusal}; it looks like ${other.name}: ${remedy}`;
  }
  const text = new TextDecoder().decode(bytes).trim();
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) {
    return `${refusal}; it looks like HTML, such as the error page of a proxy: check the address of the request`;
  }
  const json = readJson(text);
  if (json.kind === "json" && typeof json.value === "object")
    return `${refusal}; it looks like JSON, ${describeJsonAnswer(json.value)}`;
  return (
    `${refusal}: nothing in it could be read as one; ` +
    `check --format, and that the file holds the body of the response as it was received`
  );
}

function describeJsonAnswer(answer: unknown): string {
  return isJsonObject(answer) && "error" in answer
    ? "an error that was answered instead of a stream"
    : 'an answer in one piece: was "stream": true missing from the request?';
}

async function otherFormat(bytes: Uint8Array, format: Format): Promise<Format | null> {
  for (const candidate of formats) {
    if (candidate === format) continue;
    const { result } = await replay(recordingOfBytes(bytes), { format: candidate, tools: "any", settings: {} });
    if (!isForeign(result)) return candidate;
  }
  return null;
}
