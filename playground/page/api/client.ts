import type { PlaygroundState, RunRoll, StartedRun, StartTurn } from "../../shared/api.ts";

/** Which run of which turn. */
export interface RunPlace {
  readonly turn: string;
  readonly run: number;
}

/** The server, as the page knows it. Every promise rejects with words for the person. */
export interface PlaygroundClient {
  state(): Promise<PlaygroundState>;
  start(order: StartTurn): Promise<StartedRun>;
  /** A turn that is over already is not a failure: there is nothing left to stop. */
  stop(turn: string): Promise<void>;
  again(turn: string): Promise<StartedRun>;
  beginConversation(): Promise<PlaygroundState>;
  reset(): Promise<PlaygroundState>;
  roll(place: RunPlace): Promise<RunRoll>;
  /** The stream of a run, as `followHop` wants to open it. */
  events(place: RunPlace, signal: AbortSignal): Promise<Response>;
}

const CONFLICT = 409;

/** Makes a client of the server that the page came from. */
export function createPlaygroundClient(): PlaygroundClient {
  return {
    state: () => ask("/api/state", parseState),
    start: (order) => ask("/api/turns", parseStarted, post(order)),
    async stop(turn) {
      const response = await send(`/api/turns/${encodeURIComponent(turn)}/stop`, post({}));
      if (!response.ok && response.status !== CONFLICT) throw new Error(await complaintOf(response));
    },
    again: (turn) => ask(`/api/turns/${encodeURIComponent(turn)}/again`, parseStarted, post({})),
    beginConversation: () => ask("/api/conversation", parseState, post({})),
    reset: () => ask("/api/reset", parseState, post({})),
    roll: (place) => ask(`${pathOf(place)}/roll`, parseRoll),
    events: (place, signal) => fetch(`${pathOf(place)}/events`, { signal }),
  };
}

function pathOf({ turn, run }: RunPlace): string {
  return `/api/turns/${encodeURIComponent(turn)}/runs/${run}`;
}

function post(body: object): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function ask<Answer>(path: string, parse: (text: string) => Answer, init?: RequestInit): Promise<Answer> {
  const response = await send(path, init);
  if (!response.ok) throw new Error(await complaintOf(response));
  return parse(await response.text());
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    throw new Error("The playground does not answer.", { cause: error });
  }
}

async function complaintOf(response: Response): Promise<string> {
  try {
    const complaint: unknown = JSON.parse(await response.text());
    if (typeof complaint === "object" && complaint !== null && "error" in complaint) return String(complaint.error);
  } catch {
    // Not from the playground itself, such as the page of a proxy: the status says all there is to say.
  }
  return `The playground answered with status ${response.status}.`;
}

function parseState(text: string): PlaygroundState {
  // Page and server come from one checkout and share the types: an answer is what it says.
  return JSON.parse(text) as PlaygroundState;
}

function parseStarted(text: string): StartedRun {
  // As above.
  return JSON.parse(text) as StartedRun;
}

function parseRoll(text: string): RunRoll {
  // As above.
  return JSON.parse(text) as RunRoll;
}
