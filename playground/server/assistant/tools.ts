import { type Tool, tool } from "rollcall";
import { z } from "zod";
import type { FaultName } from "../../shared/api.ts";
import type { Business } from "../data/business.ts";
import { faultPlans } from "./faults.ts";

/** The tools of the ticket-and-payments assistant, some of which take part in a fault. */
export function createTools(business: Business, fault: FaultName): readonly Tool[] {
  const { isBankSilent = false } = faultPlans[fault];
  return [ticketTool(business), paymentTool(business, isBankSilent), customerTool(business)];
}

function ticketTool(business: Business): Tool {
  return tool({
    name: "create_ticket",
    description: "Create a ticket in the support tracker.",
    input: z.strictObject({
      project: z.string(),
      title: z.string(),
      priority: z.enum(["low", "normal", "urgent"]),
      description: z.string(),
    }),
    display: { "*": "show" },
    effect: "once",
    run: (ticket, { turn }) => ({ ticket: business.addTicket({ ...ticket, turn: turn.id }) }),
  });
}

function paymentTool(business: Business, isBankSilent: boolean): Tool {
  return tool({
    name: "send_payment",
    description: "Pay an amount to a customer, with a memo that the customer reads.",
    input: z.strictObject({ to: z.string(), amount: z.number().positive(), memo: z.string().optional() }),
    display: { to: "show", amount: "show", memo: "sensitive" },
    effect: "once",
    run: ({ to, amount, memo = null }, { turn }) => {
      const payment = business.addPayment({ to, amount, memo, turn: turn.id });
      if (isBankSilent) throw new Error("the bank did not answer");
      return { payment };
    },
  });
}

function customerTool(business: Business): Tool {
  return tool({
    name: "find_customer",
    description: "Find a customer by a part of the name or the city.",
    input: z.strictObject({ query: z.string() }),
    display: { query: "show" },
    effect: "read",
    run: ({ query }) => ({ customers: business.findCustomers(query) }),
  });
}
