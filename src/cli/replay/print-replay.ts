import type { RollResult } from "../../protocol/roll-event.ts";
import { exitCode, type ExitCode } from "../exit-code.ts";
import type { CliPorts } from "../ports.ts";
import { paintFor } from "../screen/style.ts";
import { refuseForeignBytes } from "./foreign-bytes.ts";
import { rollDocument } from "./json-document.ts";
import { replayInRealTime } from "./realtime-replay.ts";
import type { ReplayRequest } from "./replay-request.ts";
import { replay } from "./replay.ts";
import { rollTable } from "./roll-table.ts";

const UNCHECKED = "every tool name was accepted and no schema was checked; declare the tools with --tools FILE";

/** Replays and prints. @throws UsageError for a recording that is no stream of the format, or that never ends */
export async function printReplay(request: ReplayRequest, ports: CliPorts): Promise<ExitCode> {
  const { format, title, tools, shape } = request;
  const replayed = await (request.pace === "real"
    ? replayInRealTime(request, ports)
    : replay(request.recording, request));
  await refuseForeignBytes(replayed.result, request);

  const roll = { ...replayed, formatName: format.name };
  const notes = tools === "any" ? [UNCHECKED] : [];
  if (shape === "json") {
    for (const note of notes) ports.stderr.write(`rollcall: note: ${note}\n`);
    ports.stdout.write(`${escapeActive(JSON.stringify(rollDocument(roll), null, 2))}\n`);
  } else {
    const paint = paintFor(ports.stdout, ports.environment);
    ports.stdout.write(rollTable({ ...roll, title, notes, paint, width: ports.stdout.width() }));
  }
  return isClean(replayed.result) ? exitCode.ok : exitCode.notClean;
}

/** JSON leaves DEL, C1 controls and bidi overrides as they are. Escaped, they mean the same and do nothing to a terminal. */
function escapeActive(json: string): string {
  return json.replace(ACTIVE_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What JSON itself does not escape; the line feeds are those between the keys. */
const ACTIVE_IN_JSON = /[\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

function isClean({ ending, outcomes }: RollResult): boolean {
  if (ending.kind !== "complete" || ending.class !== "clean") return false;
  return outcomes.every((outcome) => outcome.kind === "dispatchable" || outcome.call.runBy === "provider");
}
