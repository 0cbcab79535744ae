import type { Chunking, Script, ScriptFormat } from "../script/script.ts";

/** What the model name may override behind its question mark. */
export interface ScenarioParameters {
  /** Byte of the argument text at which the scenario cuts. */
  readonly at?: number;
  readonly seed?: number;
  /** Milliseconds between two writes. */
  readonly pace?: number;
  readonly chunk?: Chunking;
  /** After how many corrections a wrong call becomes right. */
  readonly heals?: number | "never";
}

/** What a scenario knows of the request that it answers. */
export interface ScenarioRequest {
  readonly format: ScriptFormat;
  readonly at?: number;
  readonly heals?: number | "never";
  /** The ceiling that was asked for, in tokens; absent where none was. */
  readonly maxOutputTokens?: number;
  /** Whether usage was asked for; only openai-chat has to be asked. */
  readonly wantsUsage: boolean;
  /** Results of calls since the last words of the person. */
  readonly answers: number;
  /** Those among them that report an error; all of them where the wire cannot tell. */
  readonly corrections: number;
  /** Whether the conversation ends with the model's own words: it is to go on from there. */
  readonly isContinued: boolean;
}

/** A provider's behavior with a name. */
export interface Scenario {
  readonly name: string;
  /** One sentence. */
  readonly title: string;
  readonly formats: readonly ScriptFormat[];
  /** The parameters that mean something here, besides `seed`, `pace` and `chunk`. */
  readonly accepts: readonly ("at" | "heals")[];
  build(request: ScenarioRequest): Script;
}

/** Every format. */
export const everyFormat: readonly ScriptFormat[] = ["anthropic-messages", "openai-chat", "openai-responses"];
