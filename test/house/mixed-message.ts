import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { anthropicMessage, blockStart, blockStop, textDelta, wholeCall } from "../support/anthropic-events.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";

const ticketTool = {
  name: "create_ticket",
  input: {
    type: "object",
    properties: { title: { type: "string" }, priority: { enum: ["low", "normal", "urgent"] } },
    required: ["title"],
  },
};

/** Words, a call that fits, one that does not, one that is cut, and one of the provider. */
export const mixedMessage: string = anthropicMessage(
  "tool_use",
  blockStart(0, { type: "text", text: "" }),
  textDelta(0, "Two tickets."),
  blockStop(0),
  ...wholeCall(1, "toolu_1", "create_ticket", '{"title":', '"Printer"}'),
  ...wholeCall(2, "toolu_2", "create_ticket", '{"priority":"high"}'),
  ...wholeCall(3, "toolu_3", "create_ticket", '{"title":"Pri'),
  blockStart(4, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
  blockStop(4),
);

/** Settles {@link mixedMessage}. */
export function mixedRoll(): ReturnType<typeof settle> {
  const options = { format: anthropicMessages, tools: [ticketTool], clock: createManualClock() };
  return settle(deliver([mixedMessage]), options);
}
