import { turnClients } from "../support/turn-clients.ts";
import { testScenes } from "../support/turn-scenes.ts";
import { manyCallScenes } from "./scenes-many-calls.ts";

testScenes(manyCallScenes, turnClients, ["as-sent"]);
