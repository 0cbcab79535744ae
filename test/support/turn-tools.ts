import { z } from "zod";

import { tool, type Tool, type ToolContext, type ToolInput, type ToolOptions } from "../../src/index.ts";

/** Where tools write down what they did, themselves. */
export interface Counted {
  readonly effects: string[];
}

/** What a ticket says. */
export interface Ticket {
  readonly project: string;
  readonly title: string;
  readonly priority: "low" | "normal" | "urgent";
  readonly description: string;
}

const ticket: z.ZodType<Ticket> = z.object({
  project: z.string(),
  title: z.string(),
  priority: z.enum(["low", "normal", "urgent"]),
  description: z.string(),
});

const customer = { type: "object", properties: { query: { type: "string" } }, required: ["query"] } as const;

const payment = {
  type: "object",
  properties: { to: { type: "string" }, amount: { type: "number" } },
  required: ["to", "amount"],
  additionalProperties: false,
} as const;

type Changes<Input extends ToolInput> = Partial<Omit<ToolOptions<Input>, "name" | "input">>;

/** Creates tickets: `once`, as a tool is that says nothing. */
export function ticketTool({ effects }: Counted, changes: Changes<typeof ticket> = {}): Tool {
  return tool({
    name: "create_ticket",
    description: "Creates a ticket.",
    input: ticket,
    run: ({ title, priority }) => {
      effects.push(`ticket: ${title} (${priority})`);
      return { id: 7 };
    },
    ...changes,
  });
}

/** Looks up a customer, and changes nothing. */
export function customerTool({ effects }: Counted, changes: Changes<typeof customer> = {}): Tool {
  return tool({
    name: "find_customer",
    description: "Finds a customer.",
    input: customer,
    effect: "read",
    run: ({ query }) => {
      effects.push(`looked for ${String(query)}`);
      return { id: "c-9" };
    },
    ...changes,
  });
}

/** Pays: `once`. */
export function paymentTool({ effects }: Counted, changes: Changes<typeof payment> = {}): Tool {
  return tool({
    name: "send_payment",
    description: "Sends a payment.",
    input: payment,
    run: ({ to, amount }) => {
      effects.push(`paid ${String(to)} ${String(amount)}`);
      return "paid";
    },
    ...changes,
  });
}

/** A tool that only reads, takes nothing and does what it is told. */
export function plainTool(name: string, run: (context: ToolContext) => unknown, timeoutMs?: number): Tool {
  return tool({
    name,
    description: "Reads something.",
    input: { type: "object" },
    effect: "read",
    run: (_, context) => run(context),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Every tool of the cast. */
export function allTools(counted: Counted): readonly Tool[] {
  return [ticketTool(counted), customerTool(counted), paymentTool(counted)];
}
