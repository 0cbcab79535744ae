import Anthropic from "@anthropic-ai/sdk";
import { runTurn, tool } from "rollcall";
import { anthropicModel } from "rollcall/anthropic";
import { startSimulator } from "rollcall/simulator";
import { sqliteLedger } from "rollcall/sqlite";
import { z } from "zod";

let tickets = 0;

const createTicket = tool({
  name: "create_ticket",
  description: "Creates a ticket for the support team.",
  input: z.object({
    project: z.string(),
    title: z.string(),
    priority: z.enum(["low", "normal", "urgent"]),
    description: z.string(),
  }),
  run: ({ title }) => {
    tickets += 1;
    return { id: tickets, title };
  },
});

// A model that is cut off, then makes up a priority, then gets it right; and once more, as after a restart.
const answers = ["disconnect", "enum-guess", "enum-guess", "closing-words", "ok", "closing-words"];
const simulator = await startSimulator({ scripts: { rocky: answers } });
const client = new Anthropic({ baseURL: simulator.url, apiKey: "none" });
const model = anthropicModel(client, { model: "rocky", max_tokens: 1024 });

// A ledger in memory. "app.db" is one that outlives the process.
const ledger = sqliteLedger(":memory:");
const messages = [{ role: "user", content: "The sign-in page stays blank." }];

for (let start = 1; start <= 2; start += 1) {
  const turn = runTurn({ model, messages, tools: [createTicket], ledger, conversation: "c-17", turn: "t-3" });
  for await (const event of turn) {
    if (event.type === "request") console.log(`asking the model (${event.because})`);
    if (event.type === "withdrawn") console.log(`taken back: ${event.ending.cause}`);
    if (event.type === "correcting") console.log(`not run, the model is told why (correction ${event.correction})`);
    if (event.type === "running") console.log("create_ticket runs");
    if (event.type === "answered" && event.result.kind === "done") {
      console.log(event.result.isReplay ? "create_ticket had run before" : "create_ticket is done");
    }
  }
  const { ending } = await turn.result;
  console.log(`the turn is ${ending.kind}, tickets: ${tickets}`);
}

await simulator.close();
await ledger.close();
