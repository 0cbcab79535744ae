import { planTimeline } from "../timeline.ts";
import {
  boolean,
  byKind,
  type Check,
  count,
  errorStatus,
  type Fields,
  interval,
  jsonObject,
  listOf,
  milliseconds,
  nullable,
  objectOf,
  oneOf,
  recordOf,
  required,
  string,
  wordOrSize,
} from "./checks.ts";
import { ScriptError } from "./script-error.ts";
import type { Envelope, Script, ScriptFormat } from "./script.ts";
import { checkChunking, checkStep } from "./step-checks.ts";

type EnvelopeChecks = Readonly<Partial<Record<keyof Envelope, Check>>> & Fields;

const anyEnvelope = { id: string, model: string, inputTokens: count } satisfies EnvelopeChecks;
const openaiEnvelope = { ...anyEnvelope, created: count, padding: nullable(string) } satisfies EnvelopeChecks;

const envelopes: Readonly<Record<ScriptFormat, EnvelopeChecks>> = {
  "anthropic-messages": anyEnvelope,
  "openai-chat": {
    ...openaiEnvelope,
    plain: boolean,
    usageNull: boolean,
    role: oneOf("apart", "first", "missing"),
    roleContent: nullable(string),
    groqId: string,
  },
  "openai-responses": { ...openaiEnvelope, maxOutputTokens: nullable(count) },
};

const checkEnd = byKind({
  eof: {},
  fin: { afterMs: milliseconds },
  reset: { afterMs: milliseconds },
  silence: {},
  pings: { everyMs: required(interval), comment: string },
});

const checkRefusal = objectOf({
  status: required(errorStatus),
  headers: recordOf(string),
  body: required(jsonObject),
});

const checkFormat = oneOf(...Object.keys(envelopes));

/**
 * Reads a script from data, such as a JSON file, and makes sure that it can be played.
 *
 * @throws {ScriptError} that names the path of the first thing that is wrong, such as `steps[2].name`.
 */
export function parseScript(value: unknown): Script {
  const format = parseFormat(value);
  objectOf({
    format: required(checkFormat),
    envelope: objectOf(envelopes[format]),
    chunking: checkChunking,
    transport: wordOrSize(["frame", "byte", "utf8", "whole"]),
    paceMs: milliseconds,
    steps: required(listOf(checkStep)),
    refusal: checkRefusal,
    cut: objectOf({ call: count, byte: required(count), end: required(checkEnd) }),
    end: checkEnd,
  })(value, "");
  // The checks above name every field of Script, and the tables of steps are typed by it.
  const script = value as Script;
  checkSilence(script);
  planTimeline(script, 1);
  return script;
}

/** A refusal has no stream in which anything could be said or cut. */
function checkSilence({ refusal, steps, cut }: Script): void {
  if (refusal !== undefined && (steps.length > 0 || cut !== undefined)) {
    throw new ScriptError("refusal", "is the whole answer: leave out the steps and the cut");
  }
}

function parseFormat(value: unknown): ScriptFormat {
  const format = typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
  checkFormat(format, "format");
  // The check accepts the names of the formats only.
  return format as ScriptFormat;
}
