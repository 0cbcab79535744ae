import type { Chunking, Script, ScriptFormat } from "../script/script.ts";

/** What the model name may override behind its question mark. */
export interface ScenarioParameters {
  /** Byte of the argument text at which the scenario cuts. */
  readonly at?: number;
  readonly seed?: number;
  /** Milliseconds between two writes. */
  readonly pace?: number;
  readonly chunk?: Chunking;
  /** After how many corrections, or tries, all goes well. */
  readonly heals?: Heals;
  /** Seconds that a refusal asks to wait. */
  readonly wait?: number;
}

/** A number, or that it never happens. */
export type Heals = number | "never";

/** What a scenario knows of the request that it answers. */
export interface ScenarioRequest {
  readonly format: ScriptFormat;
  readonly at?: number;
  readonly wait?: number;
  /** After how many corrections, or tries, all goes well. What the name says, or what the scenario does by itself. */
  readonly heals: Heals;
  /** How often this model was asked for, this time included. */
  readonly number: number;
  /** The ceiling that was asked for, in tokens; absent where none was. */
  readonly maxOutputTokens?: number;
  /** Whether usage was asked for; only openai-chat has to be asked. */
  readonly wantsUsage: boolean;
  /** Results of calls since the last words of the person. */
  readonly answers: number;
  /** Those among them that report an error: by the flag of Anthropic, by a text that begins with "Error" at OpenAI. */
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
  readonly accepts: readonly ("at" | "heals" | "wait")[];
  /** What `heals` is where the name does not say. Default `never`. */
  readonly heals?: Heals;
  /**
   * What `heals` counts. `corrections` are counted by `build` itself. Once the `tries` are over, `heal` is built, by
   * default a call that fits; and each try gets other ids.
   */
  readonly counts?: "corrections" | "tries";
  /** Whether `build` looks at the answers; else a conversation whose calls have been answered gets closing words. */
  readonly isWholeTurn?: boolean;
  /** Whether the same request gets other ids each time that it is made. */
  readonly hasNewIds?: boolean;
  build(request: ScenarioRequest): Script;
  readonly heal?: (request: ScenarioRequest) => Script;
}

/** Every format. */
export const everyFormat: readonly ScriptFormat[] = ["anthropic-messages", "openai-chat", "openai-responses"];
