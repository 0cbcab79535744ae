import { turnClients } from "../support/turn-clients.ts";
import { testScenes } from "../support/turn-scenes.ts";
import { effectScenes } from "./scenes-effects.ts";

testScenes(effectScenes, turnClients, ["as-sent"]);
