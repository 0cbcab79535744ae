import { turnClients } from "../support/turn-clients.ts";
import { testScenes } from "../support/turn-scenes.ts";
import { correctionScenes } from "./scenes-corrections.ts";

testScenes(correctionScenes, turnClients, ["as-sent"]);
