import { UsageError } from "../usage-error.ts";
import type { ScenarioSdk } from "./sdks.ts";

/** One way to end, shown live. */
export interface Scene {
  /** A scenario of the simulator, with its parameters: `disconnect?at=60`. */
  readonly scenario: string;
  readonly sdk: ScenarioSdk;
  /** `bytes` where the point is in what the SDK's events hide. Default `events`. */
  readonly take?: "events" | "bytes";
  /** How long the assistant may be silent in this scene. Default: the library's own limits. */
  readonly idleMs?: number;
  /** The person cancels once this many bytes of argument text came. */
  readonly cancelAtBytes?: number;
}

/** A scene that falls silent is given this long, so that the tour stays short. */
const SHORT_IDLE_MS = 1500;

/** The scenes of the tour. */
export const scenes: readonly Scene[] = [
  { scenario: "ok", sdk: "anthropic" },
  { scenario: "parallel", sdk: "openai-chat" },
  { scenario: "server-tool", sdk: "anthropic" },
  { scenario: "ceiling-half", sdk: "anthropic" },
  { scenario: "ceiling-whole", sdk: "openai-responses" },
  { scenario: "hidden-truncation", sdk: "openai-chat" },
  { scenario: "refusal", sdk: "anthropic" },
  { scenario: "content-filter", sdk: "openai-chat" },
  { scenario: "enum-guess?heals=never", sdk: "anthropic" },
  { scenario: "unknown-tool", sdk: "openai-responses" },
  { scenario: "broken-json", sdk: "openai-chat" },
  { scenario: "disconnect", sdk: "anthropic" },
  { scenario: "eof", sdk: "openai-responses" },
  { scenario: "error-event", sdk: "anthropic" },
  { scenario: "silence", sdk: "openai-chat", idleMs: SHORT_IDLE_MS },
  { scenario: "pings-only", sdk: "anthropic", take: "bytes", idleMs: SHORT_IDLE_MS },
  { scenario: "ok", sdk: "openai-responses", cancelAtBytes: 60 },
];

/** A scenario as far as choosing a scene is concerned. */
export interface KnownScenario {
  readonly name: string;
  /** The wires on which it can be played; the first is taken. */
  readonly formats: readonly ("anthropic-messages" | "openai-chat" | "openai-responses")[];
}

/**
 * The scene for a scenario that was asked for by name, with its parameters.
 *
 * @throws UsageError listing the names
 */
export function sceneFor(scenario: string, known: readonly KnownScenario[]): Scene {
  const name = scenarioName(scenario);
  const scene = scenes.find((candidate) => scenarioName(candidate.scenario) === name);
  if (scene !== undefined) return { ...scene, scenario };
  const format = known.find((candidate) => candidate.name === name)?.formats[0];
  if (format === undefined) {
    const names = known.map((candidate) => candidate.name).join(", ");
    throw new UsageError(`--scenario: ${JSON.stringify(name)} is not known; it is one of ${names}`);
  }
  return { scenario, sdk: format === "anthropic-messages" ? "anthropic" : format, idleMs: SHORT_IDLE_MS };
}

/** What the person sees before the scene: what it is about, and what happens on this side. */
export function sceneRemarks({ idleMs, cancelAtBytes }: Scene, scenarioTitle: string): readonly string[] {
  return [
    scenarioTitle,
    ...(idleMs === undefined ? [] : [`The idle limit is ${idleMs} ms here, so that the tour stays short.`]),
    ...(cancelAtBytes === undefined ? [] : [`The person cancels once ${cancelAtBytes} bytes of the request came.`]),
  ];
}

/** The name of a scenario without its parameters. */
export function scenarioName(scenario: string): string {
  return scenario.split("?", 1)[0] ?? scenario;
}
