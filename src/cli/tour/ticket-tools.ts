import type { DeclaredTool } from "../tools-file.ts";

/** A tool of the ticket assistant, in no provider's spelling. */
export interface TicketTool extends DeclaredTool {
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>> & { readonly type: "object" };
}

/** The tools that the tour's assistant may call. */
export const ticketTools: readonly TicketTool[] = [
  {
    name: "create_ticket",
    description: "Create a ticket in the support tracker.",
    input: {
      type: "object",
      properties: {
        project: { type: "string" },
        title: { type: "string" },
        priority: { enum: ["low", "normal", "urgent"] },
        description: { type: "string" },
      },
      required: ["project", "title", "priority", "description"],
      additionalProperties: false,
    },
  },
  {
    name: "send_payment",
    description: "Pay an amount to a person.",
    input: {
      type: "object",
      properties: { to: { type: "string" }, amount: { type: "number", exclusiveMinimum: 0 } },
      required: ["to", "amount"],
      additionalProperties: false,
    },
  },
  {
    name: "find_customer",
    description: "Find a customer by name or address.",
    input: {
      type: "object",
      properties: { query: { type: "string" } },
      required: ["query"],
      additionalProperties: false,
    },
  },
];

/** What the person asks the assistant for. */
export const ticketRequest: string =
  "The label printer in the Bergen office prints blank labels since this morning, and two shipments are waiting. " +
  "Please create a ticket for it.";
