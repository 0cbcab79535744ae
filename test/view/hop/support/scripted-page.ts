import { followHop, type FollowHopOptions, type HopEnding, type OpenHop } from "../../../../src/hop.ts";
import { type BlockMirror, createBlockMirror } from "../../../../src/view.ts";
import { createManualClock, type ManualClock } from "../../../support/manual-clock.ts";

/** One connection that a test plays: what it brings by itself, and whether it then ends, breaks or stays open. */
export interface Connection {
  readonly pieces?: readonly (string | Uint8Array)[];
  readonly after?: "end" | "break" | "stay";
  readonly status?: number;
  readonly type?: string;
}

/** A page that follows scripted connections, on the clock of the test. */
export interface ScriptedPage {
  readonly clock: ManualClock;
  readonly mirror: BlockMirror;
  /** `null` while it is followed. */
  readonly ending: HopEnding | null;
  readonly opened: number;
  /** Connections that are held by the page. */
  readonly held: number;
  /** Brings more on the connection that was opened last. */
  send(piece: string): void;
}

/** `refuse` is a connection that cannot be made, `hang` one that is never answered. */
export function followScript(
  connections: readonly (Connection | "refuse" | "hang")[],
  options: FollowHopOptions | "once" = {},
): ScriptedPage {
  const clock = createManualClock();
  const mirror = createBlockMirror({ clock });
  const state: { ending: HopEnding | null; opened: number; held: number } = { ending: null, opened: 0, held: 0 };
  let latest: ReadableStreamDefaultController<Uint8Array> | undefined;

  const open: OpenHop = (signal) => {
    const connection = connections[Math.min(state.opened, connections.length - 1)] ?? "refuse";
    state.opened += 1;
    if (connection === "refuse") return Promise.reject(new TypeError("connection refused"));
    if (connection === "hang") {
      state.held += 1;
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          state.held -= 1;
          reject(new DOMException("aborted", "AbortError"));
        });
      });
    }
    return Promise.resolve(answer(connection));
  };

  function answer({ pieces = [], after = "end", status = 200, type = "text/event-stream" }: Connection): Response {
    let isHeld = true;
    state.held += 1;
    const letGo = (): void => {
      if (isHeld) state.held -= 1;
      isHeld = false;
    };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        latest = controller;
        for (const piece of pieces) controller.enqueue(toBytes(piece));
        if (after !== "stay") letGo();
        if (after === "end") controller.close();
      },
      pull(controller) {
        if (after === "break") controller.error(new TypeError("terminated"));
      },
      cancel: letGo,
    });
    return new Response(body, { status, headers: { "content-type": type } });
  }

  const how = options === "once" ? { clock } : { reopen: open, clock, ...options };
  const ended = (ending: HopEnding): void => {
    state.ending = ending;
  };
  void followHop(open, mirror, how).then(ended);

  return {
    clock,
    mirror,
    get ending() {
      return state.ending;
    },
    get opened() {
      return state.opened;
    },
    get held() {
      return state.held;
    },
    send: (piece) => latest?.enqueue(toBytes(piece)),
  };
}

function toBytes(piece: string | Uint8Array): Uint8Array {
  return typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
}

export const opening = 'event: hop\ndata: {"version":1,"heartbeatMs":5000}\n\n';
export const heartbeat = "event: heartbeat\ndata: {}\n\n";

/** A view event. */
export function view(id: number, changes: readonly object[], isWhole: boolean = id === 1): string {
  return `id: ${id}\nevent: view\ndata: ${JSON.stringify({ atMs: 0, isWhole, changes })}\n\n`;
}

export const openTurn = { type: "turn", isOpen: true, waitingSinceMs: null } as const;
export const closedTurn = { type: "turn", isOpen: false, waitingSinceMs: null } as const;

/** A call that is being prepared. */
export const preparing = {
  type: "put",
  after: null,
  block: {
    kind: "call",
    key: "b0",
    message: 0,
    index: 0,
    tool: "create_ticket",
    runBy: "client",
    status: "preparing",
    statement: null,
    line: null,
    bytes: 0,
    fragments: 0,
    startedAtMs: 0,
    lastFragmentAtMs: null,
    endedAtMs: null,
    correction: 0,
  },
} as const;

/** The same call, done. */
export const callDone: object = {
  ...preparing,
  block: { ...preparing.block, status: "done", statement: "done", line: "✓ create_ticket — done", endedAtMs: 9 },
};
