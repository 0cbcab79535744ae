import { exitCode, type ExitCode } from "../exit-code.ts";
import type { CliPorts } from "../ports.ts";
import { countLine } from "../screen/roll-count.ts";
import { paintFor } from "../screen/style.ts";
import { terminalOf } from "../screen/terminal-of.ts";
import { UsageError } from "../usage-error.ts";
import { heading } from "./heading.ts";
import { playScene } from "./play-scene.ts";
import { assistants, type ScenarioSdk } from "./sdks.ts";

/** A provider whose real service the tour can ask. */
export type ProviderName = "anthropic" | "openai";

interface Service {
  readonly sdk: ScenarioSdk;
  readonly keyVariable: string;
  readonly defaultModel: string;
}

const services: Readonly<Record<ProviderName, Service>> = {
  anthropic: { sdk: "anthropic", keyVariable: "ANTHROPIC_API_KEY", defaultModel: "claude-haiku-4-5" },
  openai: { sdk: "openai-chat", keyVariable: "OPENAI_API_KEY", defaultModel: "gpt-5-mini" },
};

/** Room for a ticket, and for what a reasoning model thinks before it. */
const MAX_OUTPUT_TOKENS = 4096;

/** What is asked of the real service. */
export interface RealRequest {
  readonly provider: ProviderName;
  readonly model?: string;
  readonly redraws: boolean;
}

/** Asks the real service once and shows what comes. @throws UsageError without a key, or when the service refuses */
export async function askRealService({ provider, model, redraws }: RealRequest, ports: CliPorts): Promise<ExitCode> {
  const { stdout, environment } = ports;
  const { sdk, keyVariable, defaultModel } = services[provider];
  const apiKey = environment[keyVariable] ?? "";
  if (apiKey === "") {
    throw new UsageError(`--provider ${provider} asks the real service; set ${keyVariable}, or leave --provider out`);
  }
  const stop = ports.stopSignal();
  const paint = paintFor(stdout, environment);
  const assistant = await assistants[sdk]({ apiKey });
  const chosen = model ?? defaultModel;
  const remarks = ["One request to the real service. The tools of the assistant are never run."];
  stdout.write(heading({ title: `${chosen} · ${assistant.label}`, remarks, width: stdout.width(), paint }));

  const screen = { output: terminalOf(stdout), environment, live: redraws };
  const play = { assistant, model: chosen, maxOutputTokens: MAX_OUTPUT_TOKENS, take: "events", screen, stop } as const;
  const { count } = await playScene(play);
  stdout.write(`\n${countLine(count)}\n`);
  return stop.aborted ? exitCode.notClean : exitCode.ok;
}
