import { ScenarioError, scenarios, scenarioScript } from "../../simulator.ts";
import { UsageError } from "../usage-error.ts";
import { scenarioFormats, type ScenarioSdk, sdkOf } from "./sdks.ts";

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

/**
 * The scene for a scenario that was asked for by name, with its parameters.
 *
 * @throws UsageError saying what is known
 */
export function sceneFor(scenario: string): Scene {
  const name = scenarioName(scenario);
  const scene = scenes.find((candidate) => scenarioName(candidate.scenario) === name);
  const format = scenarios.find((candidate) => candidate.name === name)?.formats[0] ?? "anthropic-messages";
  const sdk = scene?.sdk ?? sdkOf[format];
  try {
    scenarioScript(scenario, scenarioFormats[sdk]);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw new UsageError(`--scenario ${scenario}: ${error.message}`, { cause: error });
  }
  return { idleMs: SHORT_IDLE_MS, ...scene, scenario, sdk };
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
