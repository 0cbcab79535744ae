import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { followHop } from "../../../src/hop.ts";
import { type Block, createBlockMirror } from "../../../src/view.ts";
import type { FaultName, PlaygroundState, RunRoll, StartedRun, WireName } from "../../../playground/shared/api.ts";
import { startPlayground } from "../../../playground/server/start-playground.ts";

/** A playground on a free port, with a folder of its own. */
export interface ServedPlayground {
  readonly url: string;
  state(): Promise<PlaygroundState>;
  start(fault: FaultName, wire: WireName, text?: string): Promise<StartedRun>;
  again(turn: string): Promise<StartedRun>;
  post(path: string, body?: object): Promise<Response>;
  /** Watches a run to its end as a page does; gives the lines that the person reads at last. */
  watch(place: StartedRun): Promise<readonly string[]>;
  roll(place: StartedRun): Promise<RunRoll>;
  /** Waits until so many pieces of the first call have come. */
  untilFragments(place: StartedRun, count: number): Promise<void>;
  /** Waits until nothing runs. */
  rest(): Promise<PlaygroundState>;
  close(): Promise<void>;
}

/** The folder of the database of each, removed when it is closed. */
export async function servePlayground(
  options: { readonly folder?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<ServedPlayground> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "rollcall-playground-"));
  const pageFolder = mkdtempSync(join(tmpdir(), "rollcall-page-"));
  writeFileSync(join(pageFolder, "index.html"), "<!doctype html><title>the page</title>");
  const playground = await startPlayground({
    port: 0,
    mayMove: false,
    dataFolder: folder,
    pageFolder,
    version: "1.2.3",
    environment: options.environment ?? {},
    paceMs: 1,
  });
  const { url } = playground;
  let isClosed = false;
  const post = (path: string, body: object = {}): Promise<Response> =>
    fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const read = async <Answer>(response: Promise<Response>, parse: (value: unknown) => Answer): Promise<Answer> =>
    parse(await (await response).json());
  const state = (): Promise<PlaygroundState> => read(fetch(`${url}/api/state`), parseState);

  const readRoll = ({ turn, run }: StartedRun): Promise<RunRoll> =>
    read(fetch(`${url}/api/turns/${turn}/runs/${run}/roll`), parseRoll);

  return {
    url,
    state,
    post,
    start: (fault, wire, text = "The sign-in page stays blank.") =>
      read(post("/api/turns", { text, wire, fault, service: "simulator" }), parseStarted),
    again: (turn) => read(post(`/api/turns/${turn}/again`), parseStarted),
    async watch({ turn, run }) {
      const mirror = createBlockMirror();
      const open = (signal: AbortSignal): Promise<Response> =>
        fetch(`${url}/api/turns/${turn}/runs/${run}/events`, { signal });
      await followHop(open, mirror, { reopen: open, reopenWaitMs: 10 });
      return mirror.view.blocks.map(lineOf).filter((line) => line !== null);
    },
    roll: readRoll,
    async untilFragments(place, count) {
      while (((await readRoll(place)).messages[0]?.calls[0]?.fragments.length ?? 0) < count);
    },
    async rest() {
      for (;;) {
        const now = await state();
        if (now.turns.every(({ runs }) => runs.every((run) => run.state !== "running"))) return now;
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await playground.close();
      rmSync(pageFolder, { recursive: true });
      if (options.folder === undefined) rmSync(folder, { recursive: true });
    },
  };
}

function lineOf(block: Block): string | null {
  return block.kind === "call" || block.kind === "notice" ? block.line : null;
}

function parseState(value: unknown): PlaygroundState {
  // What the server says is held to literals by the tests.
  return value as PlaygroundState;
}

function parseStarted(value: unknown): StartedRun {
  // As above.
  return value as StartedRun;
}

function parseRoll(value: unknown): RunRoll {
  // As above.
  return value as RunRoll;
}
