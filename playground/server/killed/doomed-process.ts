/**
 * The process that runs one turn and is killed in the middle of the arguments, by the signal that nothing can catch. It
 * serves the events of its turn itself, so that whoever watches loses them with it.
 */
import { createAdaptorServer } from "@hono/node-server";
import { systemClock } from "rollcall";
import { sqliteLedger } from "rollcall/sqlite";
import { createTools } from "../assistant/tools.ts";
import { createBusiness } from "../data/business.ts";
import { openDatabase } from "../data/database.ts";
import { createModelFor } from "../turns/model-for.ts";
import { runName } from "../turns/run-order.ts";
import { createTurnHost, type TurnHost } from "../turns/turn-host.ts";
import type { DoomedNews, DoomedOrder } from "./messages.ts";

/** Pieces of arguments that still come through. */
const FRAGMENTS_TO_LIVE = 20;

/** Long enough that what was said has left the process. */
const LAST_WORDS_MS = 400;

/** The turn begins when somebody watches it, and no later than this: what is lost is to be seen. */
const BEGIN_MS = 5000;

process.once("message", (message) => void live(parseOrder(message)));

function parseOrder(message: unknown): DoomedOrder {
  // Sent by the playground that started this process.
  return message as DoomedOrder;
}

async function live({ order, databasePath, simulatorUrl, paceMs }: DoomedOrder): Promise<void> {
  let fragments = 0;
  const business = createBusiness(openDatabase(databasePath));
  const host = createTurnHost({
    toolsFor: ({ fault }) => createTools(business, fault),
    ledger: sqliteLedger(databasePath),
    clock: systemClock,
    modelFor: createModelFor({ simulatorUrl, paceMs, environment: {} }),
    onEvent(_order, event) {
      const roll = host.roll(runName(order));
      if (roll !== undefined) say({ type: "roll", roll });
      if (event.type !== "message" || event.event.type !== "fragment") return;
      fragments += 1;
      if (fragments === FRAGMENTS_TO_LIVE) systemClock.after(LAST_WORDS_MS, die);
    },
    onOver: () => {},
  });
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => (begun ??= host.begin(order));
  const port = await serveEvents(host, { name: runName(order), begin });
  systemClock.after(BEGIN_MS, () => void begin());
  say({ type: "listening", port });
}

interface Served {
  readonly name: string;
  readonly begin: () => Promise<void>;
}

function serveEvents(host: TurnHost, { name, begin }: Served): Promise<number> {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request) {
      await begin();
      return host.watch(name, request.signal) ?? new Response(null, { status: 404 });
    },
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function say(news: DoomedNews): void {
  process.send?.(news);
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
