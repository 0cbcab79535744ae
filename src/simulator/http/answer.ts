import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../protocol/clock.ts";
import type { HttpRefusal } from "../script/script.ts";
import type { Planned } from "./cast-request.ts";
import { formatOf, refusalHeaders, streamHeaders, writeRefusal } from "./endpoints.ts";
import type { House } from "./house.ts";
import { planAnswer } from "./plan.ts";
import { modelOf, readBody } from "./read-body.ts";
import type { LogEntry } from "./request-log.ts";
import { sendTimeline } from "./send-timeline.ts";

/** One request and what it is answered with. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
  readonly clock: Clock;
  readonly house: House;
  /** Fires when the simulator closes. */
  readonly closing: AbortSignal;
}

/** Answers one request: with a stream, or with a refusal that says what to do. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, response, entry, house } = exchange;
  const { url, method } = request;
  // Writing to a client that has gone is no error here: the close of its socket ends the performance.
  response.on("error", () => undefined);
  const format = formatOf(url);
  const body = await readBody(request);
  entry.note({ format: format ?? null, body, model: modelOf(body) });
  const planned = planAnswer(house, { url, method, body }, entry);
  if ("status" in planned) {
    refuse(exchange, writeRefusal(format, planned));
    return;
  }
  if (planned.timeline.refusal !== undefined) {
    refuse(exchange, planned.timeline.refusal);
    return;
  }
  response.writeHead(200, streamHeaders(planned.format, entry.number, planned.timeline.end));
  await play(exchange, planned);
}

/** Ends an exchange that could not be answered. */
export function giveUp(exchange: Exchange, error: unknown): void {
  const { request, response, entry, closing } = exchange;
  if (closing.aborted || !request.complete || response.headersSent) {
    // The client went away while its request was read, or in a way that no event told of: nobody is left to answer.
    entry.close(closing.aborted ? "shut-down" : "client-left");
    response.destroy();
    return;
  }
  const body = { error: { message: String(error), type: "server_error", param: null, code: null } };
  refuse(exchange, { status: 500, body });
}

async function play(exchange: Exchange, { timeline, finished }: Planned): Promise<void> {
  const { response, entry, clock, closing, house } = exchange;
  const leaving = new AbortController();
  let written = 0;
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
    onBytes: (bytes) => {
      entry.addBytes(bytes);
      written += bytes;
      // Before the client can read the end: its next request may name this response at once.
      if (finished !== undefined && written >= finished.atByte) {
        house.memory.keep(finished.response);
      }
    },
    onBreak: () => entry.close("played"),
  });
}

function refuse({ response, entry }: Exchange, refusal: HttpRefusal): void {
  response.writeHead(refusal.status, refusalHeaders(refusal, entry.number));
  response.end(JSON.stringify(refusal.body));
  entry.close("refused");
}
