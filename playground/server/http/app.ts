import { type Context, Hono } from "hono";
import type { Clock } from "rollcall";
import type { Complaint, Empty, PlaygroundState, RunRoll, StartedRun } from "../../shared/api.ts";
import type { Environment } from "../assistant/services.ts";
import type { RunPlace } from "../data/turn-book.ts";
import type { Refused, TurnDesk } from "../turns/turn-desk.ts";
import { guard } from "./guard.ts";
import { type News, newsResponse } from "./news.ts";
import type { PageFiles } from "./page-files.ts";
import { readStart } from "./read-start.ts";

/** What the application stands on. */
export interface AppParts {
  readonly desk: TurnDesk;
  readonly news: News;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly page: PageFiles;
  readonly readState: () => Promise<PlaygroundState>;
  /** Removes every row. */
  readonly reset: () => void;
}

/** Makes the application: the page, and the requests of `shared/api.ts`. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono();
  app.use(guard);
  addTurns(app, parts);
  addConversation(app, parts);
  app.get("/api/news", ({ req }) => newsResponse(parts.news, parts.clock, req.raw.signal));
  app.all("/api/*", (context) => complain(context, 404, "there is no such request"));
  app.get("*", ({ req }) => parts.page(req.path) ?? new Response("There is no such page.", { status: 404 }));
  app.onError((error, context) => {
    process.stderr.write(`rollcall playground: ${error.stack ?? error.message}\n`);
    return complain(context, 500, "the playground failed; its terminal says how");
  });
  return app;
}

const refusals: Readonly<Record<Refused, { readonly status: 404 | 409; readonly error: string }>> = {
  unknown: { status: 404, error: "there is no such turn" },
  running: { status: 409, error: "this turn is going on: stop it, or wait for its end" },
  "not-running": { status: 409, error: "this turn is over" },
};

function addTurns(app: Hono, { desk, environment }: AppParts): void {
  app.post("/api/turns", async (context) => {
    const start = readStart(await readBody(context), environment);
    if (typeof start === "string") return complain(context, 400, start);
    return context.json((await desk.start(start)) satisfies StartedRun, 202);
  });
  app.post("/api/turns/:turn/again", async (context) => {
    const started = await desk.again(context.req.param("turn"));
    return typeof started === "string" ? refuse(context, started) : context.json(started satisfies StartedRun, 202);
  });
  app.post("/api/turns/:turn/stop", (context) => {
    const stopped = desk.stop(context.req.param("turn"));
    return stopped === "stopped" ? context.json({} satisfies Empty, 202) : refuse(context, stopped);
  });
  app.get("/api/turns/:turn/runs/:run/events", async (context) => {
    const events = await desk.watch(placeOf(context.req.param()), context.req.raw.signal);
    // Not 404: the run may have been there, and is not to be asked for again.
    return events ?? complain(context, 410, "this run cannot be watched any more");
  });
  app.get("/api/turns/:turn/runs/:run/roll", (context) => {
    const roll = desk.roll(placeOf(context.req.param()));
    return roll === undefined
      ? complain(context, 404, "nothing is known of this run")
      : context.json(roll satisfies RunRoll);
  });
}

function addConversation(app: Hono, { desk, readState, reset }: AppParts): void {
  app.get("/api/state", async (context) => context.json(await readState()));
  app.post("/api/conversation", async (context) => {
    desk.beginConversation();
    return context.json(await readState());
  });
  app.post("/api/reset", async (context) => {
    if (desk.isRunning) return refuse(context, "running");
    reset();
    desk.beginConversation();
    return context.json(await readState());
  });
}

function placeOf({ turn, run }: { readonly turn: string; readonly run: string }): RunPlace {
  return { turn, run: Number(run) };
}

function refuse(context: Context, refused: Refused): Response {
  const { status, error } = refusals[refused];
  return complain(context, status, error);
}

function complain(context: Context, status: 400 | 404 | 409 | 410 | 500, error: string): Response {
  return context.json({ error } satisfies Complaint, status);
}

async function readBody({ req }: Context): Promise<unknown> {
  try {
    return await req.json();
  } catch {
    return undefined;
  }
}
