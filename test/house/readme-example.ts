import Anthropic from "@anthropic-ai/sdk";
import { settle } from "rollcall";
import { anthropicMessages } from "rollcall/anthropic";
import { startSimulator } from "rollcall/simulator";
import { callLine, endingLine } from "rollcall/view";
import { z } from "zod";

const createTicket = {
  name: "create_ticket",
  input: z.object({
    project: z.string(),
    title: z.string(),
    priority: z.enum(["low", "normal", "urgent"]),
    description: z.string(),
  }),
};

// A provider on this machine that fails on purpose. `new Anthropic()` talks to the real one.
const simulator = await startSimulator({});
const client = new Anthropic({ baseURL: simulator.url, apiKey: "none" });

for (const model of ["rollcall/ok", "rollcall/ceiling-half", "rollcall/eof"]) {
  const stream = await client.messages.create({
    model,
    max_tokens: 1024,
    messages: [{ role: "user", content: "The printer on floor 3 is out of toner." }],
    stream: true,
  });

  const roll = settle(stream, { format: anthropicMessages, tools: [createTicket] });
  for await (const event of roll) {
    if (event.type === "announced") console.log(`${event.name} — preparing`);
    if (event.type === "settled") console.log(callLine(event.outcome));
  }

  const { outcomes, ending, count } = await roll.result;
  console.log(endingLine(ending, count) ?? "the answer is complete");
  for (const outcome of outcomes) {
    if (outcome.kind === "dispatchable") console.log(`safe to run: ${outcome.call.name}`);
  }
}

await simulator.close();
