import { turnClients } from "../support/turn-clients.ts";
import { testScenes } from "../support/turn-scenes.ts";
import { cancelScenes } from "./scenes-cancel.ts";

testScenes(cancelScenes, turnClients, ["as-sent"]);
