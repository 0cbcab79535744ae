import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { type Clock, systemClock } from "../../protocol/clock.ts";
import { answerRequest, giveUp } from "./answer.ts";
import { checkScripts, type Playable } from "./playable.ts";
import { createRequestCounter } from "./request-counter.ts";
import { createRequestLog, type SimulatorRequest } from "./request-log.ts";
import { createResponseMemory } from "./stored-responses.ts";

/** How a simulator is started. */
export interface SimulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1: reachable from this machine only. */
  readonly host?: string;
  /** The clock that pace, hiccups and pings go by. Default: the real one. */
  readonly clock?: Clock;
  /** The seed for requests that give none. Default 1. */
  readonly seed?: number;
  /** More scenarios, by name. They are asked for as the others are: `rollcall/NAME`. */
  readonly scripts?: Readonly<Record<string, Playable>>;
  /**
   * Whether requests are held to the rules that each API publishes: a conversation that the provider would not take is
   * refused with 400. Default true.
   */
  readonly checksHistory?: boolean;
}

/** A provider that fails on purpose, over HTTP. */
export interface Simulator {
  /** Such as `http://127.0.0.1:40123`. The base URL of the OpenAI SDK is this with `/v1` behind it. */
  readonly url: string;
  readonly port: number;
  /** The requests so far, in the order in which they came; the newest thousand. */
  readonly requests: readonly SimulatorRequest[];
  /** Resolves once no connection is open. */
  whenIdle(): Promise<void>;
  /** Frees every socket at once, also those that are held open on purpose. */
  close(): Promise<void>;
}

/**
 * Starts a simulator.
 *
 * @throws {ScriptError} if one of `scripts` cannot be played.
 * @throws {TypeError} if one of them has the name of a scenario.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = "127.0.0.1", clock = systemClock } = options;
  const { seed = 1, scripts = {}, checksHistory = true } = options;
  checkScripts(scripts);
  const house = { seed, scripts, checksHistory, memory: createResponseMemory(), counter: createRequestCounter() };
  const log = createRequestLog(clock);
  const sockets = createSocketSet();
  const closing = new AbortController();

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const entry = log.open();
    const exchange = { request, response, entry, clock, house, closing: closing.signal };
    answerRequest(exchange).catch((error: unknown) => giveUp(exchange, error));
  };

  const server = createServer(answer);
  server.on("connection", (socket) => sockets.add(socket));
  await listen(server, port, host);
  const boundPort = addressOf(server).port;

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    get requests() {
      return log.requests;
    },
    whenIdle: () => sockets.whenEmpty(),
    async close() {
      closing.abort();
      sockets.destroyAll();
      await stopListening(server);
      await sockets.whenEmpty();
    },
  };
}

interface SocketSet {
  add(socket: Socket): void;
  destroyAll(): void;
  whenEmpty(): Promise<void>;
}

function createSocketSet(): SocketSet {
  const sockets = new Set<Socket>();
  let waiting: (() => void)[] = [];
  return {
    add(socket) {
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        if (sockets.size === 0) {
          waiting.forEach((resolve) => resolve());
          waiting = [];
        }
      });
    },
    destroyAll() {
      for (const socket of sockets) {
        socket.destroy();
      }
    },
    whenEmpty: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The error says only that it was closed before.
    server.close(() => resolve());
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new TypeError("the server has no port");
  }
  return address;
}
