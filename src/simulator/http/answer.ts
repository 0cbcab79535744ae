import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../protocol/clock.ts";
import { ScenarioError } from "../scenarios/model-name.ts";
import type { JsonObject, ScriptFormat } from "../script/script.ts";
import { planTimeline, type Timeline } from "../timeline.ts";
import { formatOf, isObject, paths, type Refusal, streamHeaders, writeRefusal } from "./endpoints.ts";
import { pickScript, type ScriptsByName } from "./pick-script.ts";
import { countMessages, readContext } from "./read-context.ts";
import type { LogEntry } from "./request-log.ts";
import { sendTimeline } from "./send-timeline.ts";

/** Keeps the seeds of one conversation's turns apart: a later turn must not get the ids of an earlier one. */
const TURN_STRIDE = 7919;

const MAX_BODY_CHARS = 64 * 1024 * 1024;

/** One request and what it is answered with. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
  readonly clock: Clock;
  readonly seed: number;
  readonly scripts: ScriptsByName;
  /** Fires when the simulator closes. */
  readonly closing: AbortSignal;
}

/** Answers one request: with a stream, or with a refusal that says what to do. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, response, entry } = exchange;
  // Writing to a client that has gone is no error here: the close of its socket ends the performance.
  response.on("error", () => undefined);
  const format = formatOf(request.url);
  const body = parseBody(await readText(request));
  entry.note({ format: format ?? null, body, model: modelOf(body) });
  const planned = plan(exchange, format, body);
  if ("status" in planned) {
    refuse(exchange, format, planned);
    return;
  }
  response.writeHead(200, streamHeaders(planned.format, entry.number, planned.timeline.end));
  await play(exchange, planned.timeline);
}

/** Ends an exchange that could not be answered. */
export function giveUp({ request, response, entry, closing }: Exchange, error: unknown): void {
  if (closing.aborted || !request.complete || response.headersSent) {
    // The client went away while its request was read, or in a way that no event told of: nobody is left to answer.
    entry.close(closing.aborted ? "shut-down" : "client-left");
    response.destroy();
    return;
  }
  response.writeHead(500, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { message: String(error), type: "server_error", param: null, code: null } }));
  entry.close("refused");
}

async function play(exchange: Exchange, timeline: Timeline): Promise<void> {
  const { response, entry, clock, closing } = exchange;
  const leaving = new AbortController();
  response.once("close", () => {
    entry.close(closing.aborted ? "shut-down" : "client-left");
    leaving.abort();
  });
  response.once("finish", () => entry.close("played"));
  const signal = AbortSignal.any([leaving.signal, closing]);
  await sendTimeline(timeline, {
    response,
    clock,
    signal,
    onBytes: (bytes) => entry.addBytes(bytes),
    onBreak: () => entry.close("played"),
  });
}

interface Planned {
  readonly format: ScriptFormat;
  readonly timeline: Timeline;
}

function plan(exchange: Exchange, format: ScriptFormat | undefined, body: JsonObject | null): Planned | Refusal {
  const { request, seed, scripts } = exchange;
  if (format === undefined) {
    return { status: 404, message: `there is nothing at ${request.url}; known: ${paths.join(", ")}` };
  }
  if (request.method !== "POST") {
    return { status: 405, message: `use POST, not ${request.method}` };
  }
  const model = modelOf(body);
  if (body === null || model === null) {
    return { status: 400, message: "send a JSON object with a model such as rollcall/ok" };
  }
  if (body["stream"] !== true) {
    return { status: 400, message: "this provider only streams: send stream: true" };
  }
  try {
    const context = readContext(format, body);
    const picked = pickScript({ format, model, context, scripts });
    return {
      format,
      timeline: planTimeline(picked.script, (picked.seed ?? seed) + TURN_STRIDE * countMessages(format, body)),
    };
  } catch (error) {
    if (error instanceof ScenarioError) {
      return { status: 400, message: error.message };
    }
    throw error;
  }
}

function refuse(exchange: Exchange, format: ScriptFormat | undefined, refusal: Refusal): void {
  const { response, entry } = exchange;
  response.writeHead(refusal.status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(writeRefusal(format, refusal)));
  entry.close("refused");
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const piece of request) {
    text += String(piece);
    if (text.length > MAX_BODY_CHARS) {
      throw new RangeError(`the request is longer than ${MAX_BODY_CHARS} characters`);
    }
  }
  return text;
}

function parseBody(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function modelOf(body: JsonObject | null): string | null {
  const model = body?.["model"];
  return typeof model === "string" ? model : null;
}
