import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { drain, systemClock } from "rollcall";
import { startSimulator } from "rollcall/simulator";
import { scripts } from "./assistant/scripts.ts";
import type { Environment } from "./assistant/services.ts";
import { closeServer, listen, type Place } from "./http/listen.ts";
import { readPage } from "./http/page-files.ts";
import { createParts } from "./parts.ts";

/** How the playground is started. */
export interface PlaygroundOptions extends Place {
  /** The database is kept here; the folder is made where there is none. */
  readonly dataFolder: string;
  /** The built page. */
  readonly pageFolder: string;
  readonly version: string;
  readonly environment: Environment;
  /** Milliseconds between two writes of the simulator. Default 25. */
  readonly paceMs?: number;
}

/** A playground that listens. */
export interface Playground {
  /** Such as `http://127.0.0.1:4173`. */
  readonly url: string;
  /** Ends every turn, and everything that was opened. */
  close(): Promise<void>;
}

const DEFAULT_PACE_MS = 25;
/** Tools are quick here; a person who pressed Ctrl+C does not want to wait. */
const DRAIN_MS = 1000;

/** Starts the simulator, the database and the server. */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { dataFolder, pageFolder, version, environment, paceMs = DEFAULT_PACE_MS } = options;
  const page = await readPage(pageFolder);
  const simulator = await startSimulator({ scripts });
  const models = { simulatorUrl: simulator.url, paceMs, environment };
  const parts = createParts({ page, version, models, databasePath: join(dataFolder, "playground.db") });
  const answer = getRequestListener(parts.answer, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const port = await listen(server, options);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await drain({ graceMs: DRAIN_MS });
      await parts.desk.close();
      parts.endNews();
      await closeServer(server, systemClock);
      await simulator.close();
      await parts.close();
    },
  };
}
