import type { PlayablesByName } from "./playable.ts";
import type { RequestCounter } from "./request-counter.ts";
import type { ResponseMemory } from "./stored-responses.ts";

/** What a simulator knows before a request comes, and what it learns from requests. */
export interface House {
  readonly seed: number;
  readonly scripts: PlayablesByName;
  readonly checksHistory: boolean;
  readonly memory: ResponseMemory;
  readonly counter: RequestCounter;
}
