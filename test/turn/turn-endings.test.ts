import { turnClients } from "../support/turn-clients.ts";
import { testScenes } from "../support/turn-scenes.ts";
import { endingScenes } from "./scenes-endings.ts";

testScenes(endingScenes, turnClients, ["as-sent"]);
