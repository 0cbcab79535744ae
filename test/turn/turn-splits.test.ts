import { testScenes } from "../support/turn-scenes.ts";
import { cancelScenes } from "./scenes-cancel.ts";
import { correctionScenes } from "./scenes-corrections.ts";
import { effectScenes } from "./scenes-effects.ts";
import { endingScenes } from "./scenes-endings.ts";
import { manyCallScenes } from "./scenes-many-calls.ts";

// R6: the literals of the scenes hold however their bytes are cut.
testScenes(
  [...correctionScenes, ...endingScenes, ...effectScenes, ...manyCallScenes, ...cancelScenes],
  ["anthropic-fetch", "chat-fetch", "responses-fetch"],
  ["byte", 7],
);
