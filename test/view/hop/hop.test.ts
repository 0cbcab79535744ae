import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { afterEach, describe, expect, test } from "vitest";

import { createHop, followHop, type FollowHopOptions, type Hop, hopResponse, type OpenHop } from "../../../src/hop.ts";
import { runTurn, type TurnEvent } from "../../../src/index.ts";
import { startSimulator } from "../../../src/simulator.ts";
import { type BlockMirror, type BlockView, createBlockMirror, createBlockStore } from "../../../src/view.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createPushSource } from "../../support/push-source.ts";
import { makeModel } from "../../support/turn-clients.ts";
import { ticketTool } from "../../support/turn-tools.ts";
import { servePages } from "./support/page-server.ts";
import { seen, whenSeen } from "./support/seen.ts";
import { announced, asked, calledOff, done, fragment, says, ticketDisplay } from "./support/turn-story.ts";

const closings: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

const half = ["I'll create that ticket for you now.", "[create_ticket: preparing]"];

describe("a hop, over sockets", () => {
  test("R12: two pages see one turn, and a page that comes back sees all of it", async () => {
    const { hop, url, turn } = await openHop();
    const early = follow(url);
    tell(turn, asked, says("I'll create that ticket for you now."), announced, fragment('{"title":"Sign-in'));
    await whenSeen(early.mirror, (lines) => lines.length === 2);

    const closed = follow(url);
    await whenSeen(closed.mirror, (lines) => lines.length === 2);
    closed.leave();
    const opened = follow(url);
    await whenSeen(opened.mirror, (lines) => lines.length === 2);
    expect([seen(early.mirror), seen(opened.mirror)]).toEqual([half, half]);
    expect(titleIn(opened.mirror)).toBe("Sign-in");
    tell(turn, fragment(' page"}'), calledOff);

    const ended = ["I'll create that ticket for you now.", "⊘ create_ticket — cancelled"];
    expect(await early.ending).toEqual({ kind: "complete" });
    expect(await opened.ending).toEqual({ kind: "complete" });
    expect(seen(early.mirror).slice(0, 2)).toEqual(ended);
    expect(opened.mirror.view.blocks.map(({ key }) => key)).toEqual(early.mirror.view.blocks.map(({ key }) => key));
    expect(titleIn(early.mirror)).toBe("Sign-in page");
    const late = follow(url);
    expect(await late.ending).toEqual({ kind: "complete" });
    expect(seen(late.mirror)).toEqual(seen(early.mirror));
    expect([hop.has("t-1"), turn.returns]).toEqual([true, 0]);
  });

  test("R14: the person's stop reaches the provider, and every page sees the ending", async () => {
    const simulator = await startSimulator();
    closings.push(() => simulator.close());
    const hop = createHop();
    const store = createBlockStore();
    const model = makeModel("anthropic-fetch", {
      url: simulator.url,
      model: "rollcall/silence?at=40",
      split: "as-sent",
    });
    const messages = [{ role: "user", content: "The sign-in page is blank." }];
    const effects: string[] = [];
    const { url } = await serve(({ path, signal }) =>
      path === "/stop" ? new Response(String(hop.stop("t-1"))) : hop.watch("t-1", { signal }),
    );
    hop.host("t-1", {
      store,
      start: (signal) => runTurn({ model, messages, tools: [ticketTool({ effects })], signal }),
    });
    const page = follow(url);
    await whenSeen(page.mirror, (lines) => lines.includes("[create_ticket: preparing]"));

    const stopped = await fetch(`${url}/stop`, { method: "POST" });

    expect(await stopped.text()).toBe("true");
    expect(await page.ending).toEqual({ kind: "complete" });
    expect(seen(page.mirror)).toContain("⊘ create_ticket — cancelled");
    await expect.poll(() => simulator.requests.map(({ state }) => state)).toEqual(["client-left"]);
    expect([effects, hop.stop("t-1")]).toEqual([[], false]);
  });

  test("R14: without a hop, the page that goes cancels the turn and the request", async () => {
    const simulator = await startSimulator();
    closings.push(() => simulator.close());
    const model = makeModel("chat-fetch", { url: simulator.url, model: "rollcall/silence?at=40", split: "as-sent" });
    const turn = runTurn({ model, messages: [{ role: "user", content: "The sign-in page is blank." }], tools: [] });
    const { url } = await serve(() => hopResponse(turn, { store: createBlockStore() }));
    const page = follow(url, "once");
    await whenSeen(page.mirror, (lines) => lines.includes("[create_ticket: preparing]"));

    page.leave();

    expect(await page.ending).toEqual({ kind: "left" });
    await expect.poll(() => simulator.requests.map(({ state }) => state)).toEqual(["client-left"]);
    expect((await turn.result).ending).toMatchObject({ kind: "cancelled", by: "client-left" });
  });

  test("R12: a server that is killed in the middle of the arguments leaves no page with an open block", async () => {
    const server = spawn(process.execPath, [fileURLToPath(new URL("support/killed-server.ts", import.meta.url))], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    closings.push(() => void server.kill("SIGKILL"));
    const url = (await firstLine(server.stdout)).trim();
    const page = follow(url, { maxReopens: 2, reopenWaitMs: 1 });
    await whenSeen(page.mirror, () => titleIn(page.mirror) === "Sign-in pa");

    server.kill("SIGKILL");

    expect(await page.ending).toMatchObject({ kind: "lost" });
    expect(seen(page.mirror)).toEqual([
      "I'll create that ticket for you now.",
      "? create_ticket — may have run (connection lost)",
      "⊘ the connection was lost, and what happened since is not known — may have run: create_ticket",
    ]);
    expect(page.mirror.view.isOpen).toBe(false);
  });

  test("a turn of megabytes reaches a page that reads late, whole and with its ending", async () => {
    const { url, turn } = await openHop();
    const slow = await fetch(url);
    const text = "Sign-in page stays blank. ".repeat(10);
    tell(turn, asked);
    for (let piece = 0; piece < 4000; piece += 1) turn.push(says(text));
    tell(turn, done);
    const fast = follow(url);
    await fast.ending;

    const mirror = createBlockMirror();
    const ending = await followHop(() => Promise.resolve(slow), mirror);

    expect(ending).toEqual({ kind: "complete" });
    expect(seen(mirror)).toEqual(seen(fast.mirror));
    expect(seen(mirror)[0]).toHaveLength(1_000_001);
  });
});

describe("a hop, on the clock of the test", () => {
  test("R14: a turn that nobody watches is left after half a minute, and one that is watched goes on", async () => {
    const { clock, hop, turn } = hostTurn();
    await clock.advance(29_000);
    const { body } = hop.watch("t-1");
    await clock.advance(120_000);
    expect(turn.returns).toBe(0);

    await body?.cancel();
    await clock.advance(29_999);
    expect(turn.returns).toBe(0);
    await clock.advance(1);

    expect(turn.returns).toBe(1);
    expect(clock.pending()).toBe(0);
    expect(await hop.watch("t-1").text()).toContain('"isOpen":false');
  });

  test("R14: a turn that nobody ever comes for is left as well", async () => {
    const { clock, turn } = hostTurn();

    await clock.advance(30_000);

    expect([turn.returns, clock.pending()]).toEqual([1, 0]);
  });

  test("keeps the view of a turn that is over for five minutes, and holds no process for it", async () => {
    const { clock, hop, turn } = hostTurn();
    tell(turn, done);
    turn.end();
    await clock.advance(0);
    expect([clock.pending(), hop.has("t-1")]).toEqual([0, true]);

    await clock.advance(300_001);

    expect([hop.has("t-1"), hop.watch("t-1").status]).toEqual([false, 404]);
  });

  test("R13: keeps no more turns than it may, the latest of them", async () => {
    const { clock, hop } = hostTurn({ maxKept: 2 });
    for (const name of ["a", "b", "c"]) {
      hop.host(name, { store: createBlockStore({ clock }), start: () => over(done) });
      await clock.advance(0);
    }

    expect(["a", "b", "c", "t-1"].map((name) => hop.has(name))).toEqual([false, true, true, true]);
  });

  test("begins no second turn under the name of one that is going on, and one in place of a kept one", async () => {
    const { clock, hop, turn } = hostTurn();
    const again = () => hop.host("t-1", { store: createBlockStore({ clock }), start: () => over(asked, done) });
    expect(again).toThrow('the turn "t-1" is going on: ask hop.has("t-1") first, and watch it');
    tell(turn, done);
    turn.end();
    await clock.advance(0);

    again();
    await clock.advance(0);

    expect(hop.has("t-1")).toBe(true);
    expect(hop.stop("nobody")).toBe(false);
  });

  test("takes no number that is none", () => {
    expect(() => createHop({ leaveMs: 0 })).toThrow(RangeError);
    expect(() => createHop({ keepMs: Number.NaN })).toThrow(RangeError);
    expect(createHop({ leaveMs: "off" }).has("t-1")).toBe(false);
  });
});

function hostTurn(options: { readonly maxKept?: number } = {}) {
  const clock = createManualClock();
  const hop = createHop({ clock, ...options });
  const turn = createPushSource<TurnEvent>();
  hop.host("t-1", { store: createBlockStore({ clock, display: ticketDisplay }), start: () => turn });
  return { clock, hop, turn };
}

async function* over(...events: readonly TurnEvent[]): AsyncGenerator<TurnEvent, void> {
  yield* events;
}

async function openHop() {
  const hop: Hop = createHop();
  const turn = createPushSource<TurnEvent>();
  hop.host("t-1", { store: createBlockStore({ display: ticketDisplay }), start: () => turn });
  const { url } = await serve(({ signal }) => hop.watch("t-1", { signal }));
  return { hop, url, turn };
}

async function serve(answer: Parameters<typeof servePages>[0]): ReturnType<typeof servePages> {
  const server = await servePages(answer);
  closings.push(() => server.close());
  return server;
}

function follow(url: string, options: FollowHopOptions | "once" = {}) {
  const mirror: BlockMirror = createBlockMirror();
  const page = new AbortController();
  closings.push(() => page.abort());
  const open: OpenHop = (signal) => fetch(url, { signal });
  const how = options === "once" ? {} : { reopen: open, ...options };
  const ending = followHop(open, mirror, { signal: page.signal, ...how });
  return { mirror, ending, leave: () => page.abort() };
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  for await (const chunk of output) return String(chunk);
  return "";
}

function tell(turn: { push(event: TurnEvent): void }, ...events: readonly TurnEvent[]): void {
  for (const event of events) turn.push(event);
}

function titleIn({ view }: Pick<BlockView, "view">): string | undefined {
  const call = view.blocks.find((block) => block.kind === "call");
  const root = call?.kind === "call" ? call.preview.root : null;
  if (root?.kind !== "object") return undefined;
  const title = root.entries.find(({ key }) => key === "title")?.node;
  return title?.kind === "text" ? title.text : undefined;
}
