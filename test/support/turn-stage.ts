import { expect } from "vitest";

import {
  type Clock,
  type Model,
  runTurn,
  settle,
  type Tool,
  type TurnEvent,
  type TurnOptions,
  type TurnResult,
} from "../../src/index.ts";
import { type Ledger, memoryLedger } from "../../src/ledger.ts";
import {
  type Playable,
  type PlayRequest,
  type Script,
  type Simulator,
  type SimulatorRequest,
  startSimulator,
} from "../../src/simulator.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { type Asking, makeModel, type Split, type TurnClient, type Wire, wireOf } from "./turn-clients.ts";
import { linesOf } from "./turn-lines.ts";
import { resultsIn } from "./turn-told.ts";
import { allTools } from "./turn-tools.ts";

/** What a scene may use: its time, its person, its memory, and what its tools did. */
export interface Stage {
  readonly clock: ManualClock;
  readonly effects: string[];
  /** Aborts when the person calls it off. */
  readonly person: AbortController;
  readonly ledger: Ledger;
}

/** A turn with the literal it must come to. */
export interface Scene {
  /** A sentence. */
  readonly title: string;
  /** Default: all of them. */
  readonly wires?: readonly Wire[];
  /** What the provider answers: a scenario, or one after the other with the last one for ever, or a function. */
  readonly plays: readonly (string | ((request: PlayRequest) => Script))[];
  readonly tools?: (stage: Stage) => readonly Tool[];
  readonly options?: Partial<TurnOptions> | ((stage: Stage) => Partial<TurnOptions>);
  /** Lets something happen when an event comes. */
  readonly react?: (event: TurnEvent, stage: Stage) => void;
  readonly expected: Expected;
}

/** What a scene comes to, on every wire. */
export interface Expected {
  /** As `linesOf` writes them. */
  readonly lines: readonly string[];
  /** What the tools counted themselves, sorted. */
  readonly effects?: readonly string[];
  /** What the model was told of its calls by the end, one text a call. */
  readonly told?: readonly string[];
  /** The same where the provider keeps the conversation and each of its calls must be answered. Default: `told`. */
  readonly toldStored?: readonly string[];
  /** Tool, number of the attempt, result. */
  readonly corrections?: readonly string[];
  /** `CEILING` stands for the name of the parameter, which differs. */
  readonly advice?: string;
}

/** Where scenes are played: one simulator, and a seed for each turn. */
export interface Theater {
  readonly simulator: Simulator;
  nextSeed(): number;
  close(): Promise<void>;
}

/**
 * Counts turns of the event loop in place of time. The simulator waits before it breaks a connection, so that the client
 * has taken what came before: here, where both share a loop, turns are what the client needs, and no time passes.
 */
const loopClock: Clock = {
  now: () => 0,
  after(_, callback) {
    let turnsLeft = 200;
    const turn = (): void => {
      turnsLeft -= 1;
      if (turnsLeft > 0) setImmediate(turn);
      else if (turnsLeft === 0) callback();
    };
    setImmediate(turn);
    return () => {
      turnsLeft = 0;
    };
  },
};

/** Opens a theater for these scenes. */
export async function openTheater(scenes: readonly Scene[]): Promise<Theater> {
  const scripts = Object.fromEntries(scenes.map((scene, place) => [`scene-${place}`, playsOf(scene)]));
  const simulator = await startSimulator({ scripts, clock: loopClock });
  let seed = 40_000;
  return { simulator, nextSeed: () => (seed += 1), close: () => simulator.close() };
}

function playsOf({ plays }: Scene): Playable {
  return (request) => {
    const play = plays[Math.min(request.number, plays.length) - 1] ?? "ok";
    return typeof play === "string" ? play : play(request);
  };
}

/** One conversation with one client. */
export interface Talk {
  readonly stage: Stage;
  readonly model: Model;
  readonly wire: Wire;
  /** Runs a turn to its end; the lines of its events and its result. */
  run(options?: Partial<TurnOptions>): Promise<{ readonly lines: readonly string[]; readonly result: TurnResult }>;
  /** What the simulator has had of this conversation. */
  requests(): Simulator["requests"];
  /** What the model was told of its calls, in all requests. */
  told(): readonly string[];
  /**
   * Says one more thing behind the history, and holds every request of the conversation to the rules of its API. The
   * provider must take all of them, this one included.
   */
  close(history: TurnResult["history"]): Promise<void>;
}

const question = { role: "user", content: "The sign-in page is blank." };
const thanks = { role: "user", content: "Thanks. What did you do?" };

/** Opens a conversation. */
export function openTalk(
  theater: Theater,
  scene: string | Scene,
  how: { client: TurnClient; name: string; split?: Split },
): Talk {
  const { client, name, split = "as-sent" } = how;
  const seed = theater.nextSeed();
  const { simulator } = theater;
  const chunk = typeof split === "number" ? "random:24" : "32";
  const ask = (play: string): Asking => ({
    url: simulator.url,
    model: `rollcall/${play}${play.includes("?") ? "&" : "?"}chunk=${chunk}&seed=${seed}`,
    split,
  });
  const model = makeModel(client, ask(name));
  const wire = wireOf(client);
  const stage = { clock: createManualClock(), effects: [], person: new AbortController(), ledger: memoryLedger() };
  const { tools = allTools, options = {}, react } = typeof scene === "string" ? {} : scene;
  const given = tools(stage);
  const requests = (): Simulator["requests"] =>
    simulator.requests.filter((request) => request.model?.endsWith(`seed=${seed}`) === true);

  return {
    stage,
    model,
    wire,
    requests,
    async run(more = {}) {
      const turn = runTurn({
        model,
        messages: [question],
        tools: given,
        conversation: "c-1",
        turn: "t-1",
        ledger: stage.ledger,
        clock: stage.clock,
        chance: () => 0,
        signal: stage.person.signal,
        ...(typeof options === "function" ? options(stage) : options),
        ...more,
      });
      const lines: string[] = [];
      for await (const event of turn) {
        lines.push(...linesOf(event));
        if (event.type === "withdrawn") void stage.clock.advance(event.waitMs);
        react?.(event, stage);
      }
      return { lines: inOrderOfCalls(lines), result: await turn.result };
    },
    told() {
      const bodies = requests().map(({ body }) => body);
      if (!client.startsWith("stored")) return resultsIn(wire, bodies.at(-1) ?? null);
      // A request that was sent again says the same as the one that replaces it.
      const standing = bodies.filter((body, place) =>
        bodies.slice(place + 1).every((later) => previousOf(later) !== previousOf(body)),
      );
      return standing.flatMap((body) => resultsIn(wire, body));
    },
    async close({ messages, previousResponseId }) {
      const last = makeModel(client, ask("closing-words"));
      const history = {
        messages: [...messages, thanks],
        ...(previousResponseId === undefined ? {} : { previousResponseId }),
      };
      const send = (signal: AbortSignal): ReturnType<Model["send"]> => last.send({ history, tools: given, signal });
      const { ending } = await settle(send, { format: last.dialect.format, tools: given, clock: stage.clock }).result;
      expect(requests().flatMap(({ violations }) => violations)).toEqual([]);
      expect(ending).toMatchObject({ kind: "complete", class: "clean" });
    },
  };
}

function previousOf(body: SimulatorRequest["body"]): unknown {
  return body?.["previous_response_id"];
}

/** Calls run side by side: who is first is chance, and no part of a literal. */
function inOrderOfCalls(lines: readonly string[]): readonly string[] {
  const isOfTool = (line: string): boolean => /^#\d+ (?:runs|done|errored|in-doubt|not run)/.test(line);
  const indexOf = (line: string): number => Number(/^#(\d+)/.exec(line)?.[1]);
  const ordered: string[] = [];
  let together: string[] = [];
  for (const line of [...lines, ""]) {
    if (isOfTool(line)) {
      together.push(line);
      continue;
    }
    ordered.push(...together.toSorted((one, other) => indexOf(one) - indexOf(other)), line);
    together = [];
  }
  return ordered.slice(0, -1);
}

const ceilings = {
  "anthropic-messages": "max_tokens",
  "openai-chat": "max_completion_tokens",
  "openai-responses": "max_output_tokens",
} as const;

/** Plays a scene with a client, and holds it to its literal. */
export async function expectScene(
  theater: Theater,
  scene: Scene,
  how: { client: TurnClient; name: string; split?: Split },
): Promise<void> {
  const talk = openTalk(theater, scene, how);

  const { lines, result } = await talk.run();
  await talk.close(result.history);

  const { expected } = scene;
  const { told = [], toldStored = told } = expected;
  expect({
    lines,
    effects: talk.stage.effects.toSorted(),
    told: talk.told(),
    corrections: result.corrections.map(({ tool, attempt, result: what }) => `${tool} ${attempt} ${what}`),
    advice: result.ending.advice,
  }).toEqual({
    lines: expected.lines,
    effects: expected.effects ?? [],
    told: how.client.startsWith("stored") ? toldStored : told,
    corrections: expected.corrections ?? [],
    advice: expected.advice?.replace("CEILING", ceilings[talk.wire]) ?? null,
  });
}
