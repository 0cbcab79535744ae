import { tool, type Tool } from "rollcall";
import { didNotHappen } from "rollcall/ledger";
import { z } from "zod";

/** The bank, as far as this tool knows it. */
export interface Bank {
  isOpen(): boolean;
  pay(order: Order, signal: AbortSignal): Promise<{ readonly id: string }>;
  find(key: string): Promise<{ readonly id: string } | "nothing" | "unknown">;
}

/** A payment. */
export interface Order {
  readonly to: string;
  readonly cents: number;
  readonly key: string;
}

/** A tool that pays at most once, and whose doubts the bank can end. */
export function payTool(bank: Bank): Tool {
  return tool({
    name: "pay",
    description: "Pays an amount from the customer's account. Call it once for each payment.",
    input: z.object({ to: z.string(), cents: z.int().positive(), pin: z.string() }),
    display: { to: "show", cents: "show", pin: "sensitive" },
    effect: "once",
    timeoutMs: 10_000,
    run: ({ to, cents }, { signal, intentKey }) =>
      // Say that nothing happened only where it cannot happen any more either.
      bank.isOpen() ? bank.pay({ to, cents, key: intentKey }, signal) : didNotHappen("the bank is closed"),
    reconcile: async (intentKey) => {
      const payment = await bank.find(intentKey);
      if (payment === "unknown") return { kind: "unknown" };
      if (payment === "nothing") return { kind: "did-not-happen", reason: "the bank knows of no such payment" };
      return { kind: "happened", value: payment };
    },
  });
}
