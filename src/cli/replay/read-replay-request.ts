import { formatNamed, formatNames } from "../formats.ts";
import { displayName, readInput, STDIN } from "../input-file.ts";
import type { CliPorts } from "../ports.ts";
import { parseTools, type DeclaredTool } from "../tools-file.ts";
import { UsageError } from "../usage-error.ts";
import { isCassette, isCassetteWithoutHeader, missingHeader, parseCassette } from "./cassette.ts";
import { recordingOfBytes, type Recording } from "./recording.ts";
import type { ReplayRequest } from "./replay-request.ts";
import type { RollSettings } from "./replay.ts";

/** The options of `rollcall replay`, each already parsed. */
export interface ReplayFlags extends RollSettings {
  readonly format?: string;
  readonly tools?: string;
  readonly json?: boolean;
  readonly realtime?: boolean;
}

/** Reads the files that a replay needs. @throws UsageError */
export async function readReplayRequest(file: string, flags: ReplayFlags, ports: CliPorts): Promise<ReplayRequest> {
  const title = displayName(file);
  if (file === STDIN && flags.tools === STDIN) {
    throw new UsageError("standard input cannot be both the stream and the tools; write the tools to a file");
  }
  const bytes = await readInput(file, ports);
  if (isCassetteWithoutHeader(bytes)) throw new UsageError(missingHeader(title));
  const recording = isCassette(bytes) ? parseCassette(bytes, title) : recordingOfBytes(bytes);
  const { format, tools, json = false, realtime = false, ...settings } = flags;
  return {
    title,
    recording,
    format: formatNamed(...chooseFormat(recording, format, title)),
    tools: tools === undefined ? "any" : await readTools(tools, ports),
    settings,
    shape: json ? "json" : "table",
    pace: realtime ? "real" : "virtual",
  };
}

// The name, and who named it.
function chooseFormat(recording: Recording, flag: string | undefined, title: string): [name: string, where: string] {
  const stated = recording.format;
  if (stated === null && flag === undefined) {
    throw new UsageError(`${title} does not say its format; add --format with one of ${formatNames.join(", ")}`);
  }
  if (stated !== null && flag !== undefined && stated !== flag) {
    throw new UsageError(`--format ${flag} contradicts ${title}, which says ${stated}; leave --format out`);
  }
  return flag === undefined ? [stated ?? "", `${title}, line 1`] : [flag, "--format"];
}

async function readTools(file: string, ports: CliPorts): Promise<readonly DeclaredTool[]> {
  const bytes = await readInput(file, ports);
  return parseTools(new TextDecoder().decode(bytes), displayName(file));
}
