import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";

import { tool } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger.ts";
import { createBlockMirror, type TurnView } from "../../src/view.ts";
import { followHop, type FollowHopOptions, type HopEnding, type HopOptions } from "../../src/hop.ts";
import { startSimulator } from "../../src/simulator.ts";
import { hopEvents } from "../../src/view/hop/hop-wire.ts";
import { blocksOf, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { answerOnePage } from "./recipes/hop-one-page.ts";
import { showRemoteTurn } from "./recipes/hop-page.ts";
import { type Desk, serveTurns } from "./recipes/hop-server.ts";
import { fetchChat } from "./recipes/turn-fetch.ts";
import { fileAt } from "./source.ts";

const page = pageAt("docs/hop.md");

describe("docs/hop.md", () => {
  test("shows recipes that are in the repository", () => {
    const shown = blocksOf(page).filter(({ language }) => language === "ts");

    expect(shown.map(({ file }) => file)).toEqual([
      "test/house/recipes/hop-server.ts",
      "test/house/recipes/hop-one-page.ts",
      "test/house/recipes/hop-page.ts",
    ]);
    expect(shown.map(({ text }) => text)).toEqual(shown.map(({ file = "" }) => fileAt(file).text));
  });

  test("names every option of both sides", () => {
    const server: Readonly<Record<keyof HopOptions, true>> = {
      heartbeatMs: true,
      leaveMs: true,
      keepMs: true,
      maxKept: true,
      clock: true,
    };
    const client: Readonly<Record<keyof FollowHopOptions, true>> = {
      reopen: true,
      maxReopens: true,
      reopenWaitMs: true,
      idleMs: true,
      signal: true,
      clock: true,
    };

    expect(namesOf(sectionOf(page, "## The server"))).toEqual(Object.keys(server));
    expect(namesOf(sectionOf(page, "## The page"))).toEqual(Object.keys(client));
  });

  test("names every ending and every event", () => {
    const kinds: Readonly<Record<HopEnding["kind"], true>> = { complete: true, lost: true, left: true };
    const section = sectionOf(page, "## The page");

    expect(namesOf(section.slice(section.indexOf("| `kind` |")))).toEqual(Object.keys(kinds));
    expect(namesOf(sectionOf(page, "## What is sent"))).toEqual(Object.values(hopEvents));
  });
});

describe("the recipes of docs/hop.md", () => {
  test("server and page show a turn to its end, and the turn is there for a page that comes later", async () => {
    const serve = serveTurns(await openDesk());
    const ask = (path: string, options: RequestInit): Promise<Response> =>
      serve(new Request(`http://desk.test${path}`, options));
    const views: TurnView[] = [];

    const ending = await showRemoteTurn(ask, { id: "t-1", text: "The printer is out of toner." }, (view) =>
      views.push(view),
    );
    const late = createBlockMirror();
    const lateEnding = await followHop((signal) => ask("/turns/t-1", { signal }), late);

    expect([ending, lateEnding]).toEqual([{ kind: "complete" }, { kind: "complete" }]);
    expect(linesOf(views.at(-1))).toEqual(["✓ create_ticket — done"]);
    expect(linesOf(late.view)).toEqual(["✓ create_ticket — done"]);
  });

  test("server has no turn that nobody began", async () => {
    const serve = serveTurns(await openDesk());

    const watched = await serve(new Request("http://desk.test/turns/t-9"));
    const stopped = await serve(new Request("http://desk.test/turns/t-9/stop", { method: "POST" }));

    expect([watched.status, stopped.status]).toEqual([404, 404]);
  });

  test("one page gets the whole turn", async () => {
    const messages = [{ role: "user", content: "The printer is out of toner." }];
    const desk = await openDesk();
    const mirror = createBlockMirror();

    const ending = await followHop(
      async () => answerOnePage({ ...desk, messages, conversation: "c-1", turn: "t-1" }),
      mirror,
    );

    expect(ending).toEqual({ kind: "complete" });
    expect(linesOf(mirror.view)).toEqual(["✓ create_ticket — done"]);
  });
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A desk whose model opens one ticket. */
async function openDesk(): Promise<Desk> {
  const simulator = await startSimulator({ scripts: { rocky: ["ok", "closing-words"] } });
  closers.push(() => simulator.close());
  const createTicket = tool({
    name: "create_ticket",
    description: "Creates a ticket.",
    input: z.object({ project: z.string(), title: z.string(), priority: z.string(), description: z.string() }),
    run: () => ({ id: 7 }),
  });
  const model = fetchChat({ baseUrl: `${simulator.url}/v1`, headers: {} }, "rocky");
  return { model, tools: [createTicket], ledger: memoryLedger() };
}

function linesOf(view: TurnView | undefined): readonly (string | null)[] {
  return (view?.blocks ?? []).flatMap((block) => (block.kind === "call" ? [block.line] : []));
}

function namesOf(section: string): readonly string[] {
  return tableOf(section).map(([name = ""]) => name);
}
