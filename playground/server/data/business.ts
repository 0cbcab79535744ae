import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { PaymentRow, TicketRow } from "../../shared/api.ts";

/** A ticket as the assistant writes it. */
export type NewTicket = Omit<TicketRow, "id" | "createdAtMs">;

/** A payment as the assistant makes it. */
export interface NewPayment {
  readonly to: string;
  readonly amount: number;
  readonly memo: string | null;
  readonly turn: string;
}

/** What the assistant's tools read and write: real rows. */
export interface Business {
  addTicket(ticket: NewTicket): number;
  addPayment(payment: NewPayment): number;
  findCustomers(query: string): readonly Customer[];
  tickets(): readonly TicketRow[];
  payments(): readonly PaymentRow[];
}

/** @see Business */
export interface Customer {
  readonly name: string;
  readonly city: string;
}

const ticketRow = z.object({
  id: z.number(),
  project: z.string(),
  title: z.string(),
  priority: z.enum(["low", "normal", "urgent"]),
  description: z.string(),
  turn: z.string(),
  createdAtMs: z.number(),
});

const paymentRow = z.object({
  id: z.number(),
  to: z.string(),
  amount: z.number(),
  hasMemo: z.number().transform((flag) => flag === 1),
  turn: z.string(),
  createdAtMs: z.number(),
});

const customerRow = z.object({ name: z.string(), city: z.string() });

/** The tables of the business. */
export function createBusiness(database: DatabaseSync): Business {
  const addTicket = database.prepare(
    "INSERT INTO tickets (project, title, priority, description, turn) VALUES (?, ?, ?, ?, ?)",
  );
  const addPayment = database.prepare("INSERT INTO payments (recipient, amount, memo, turn) VALUES (?, ?, ?, ?)");
  const findCustomers = database.prepare(
    "SELECT name, city FROM customers WHERE instr(lower(name || ' ' || city), lower(?)) > 0 ORDER BY name LIMIT 10",
  );
  const tickets = database.prepare(
    `SELECT id, project, title, priority, description, turn, created_at_ms AS createdAtMs
     FROM tickets ORDER BY id DESC LIMIT 100`,
  );
  const payments = database.prepare(
    `SELECT id, recipient AS "to", amount, memo IS NOT NULL AS hasMemo, turn, created_at_ms AS createdAtMs
     FROM payments ORDER BY id DESC LIMIT 100`,
  );
  return {
    addTicket: ({ project, title, priority, description, turn }) =>
      Number(addTicket.run(project, title, priority, description, turn).lastInsertRowid),
    addPayment: ({ to, amount, memo, turn }) => Number(addPayment.run(to, amount, memo, turn).lastInsertRowid),
    findCustomers: (query) => customerRow.array().parse(findCustomers.all(query)),
    tickets: () => ticketRow.array().parse(tickets.all()),
    payments: () => paymentRow.array().parse(payments.all()),
  };
}
