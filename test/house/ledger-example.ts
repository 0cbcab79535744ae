import { didNotHappen, intentFingerprint, intentKey, type Ledger, runOnce } from "rollcall/ledger";

/** The bank, as far as this tool knows it. */
export interface Bank {
  pay(order: { readonly to: string; readonly cents: number; readonly key: string }): Promise<{ readonly id: string }>;
  find(key: string): Promise<{ readonly id: string } | undefined>;
  isOpen(): boolean;
}

/** Pays at most once, however often the same call is asked for, and says what became of it. */
export async function payOnce(
  ledger: Ledger,
  bank: Bank,
  call: { readonly id: string; readonly ordinal: number },
): Promise<string> {
  const args = { to: "Ada", cents: 500 };
  const place = { conversation: "c-17", turn: "t-3", tool: "pay" };
  const outcome = await runOnce({
    ledger,
    intent: {
      ...place,
      key: await intentKey({ ...place, args, ordinal: call.ordinal }),
      fingerprint: await intentFingerprint(place.tool, args),
      callId: call.id,
    },
    timeoutMs: 10_000,
    // Hand the key on: where the other side knows idempotency keys, it is a second lock.
    run: ({ intentKey: key }) => (bank.isOpen() ? bank.pay({ ...args, key }) : didNotHappen("the bank is closed")),
    // After a crash nobody here knows. The bank does.
    reconcile: async (key) => {
      const payment = await bank.find(key);
      return payment === undefined ? { kind: "unknown" } : { kind: "happened", value: payment };
    },
  });
  switch (outcome.kind) {
    case "done":
      return `paid: ${JSON.stringify(outcome.value)}`;
    case "replayed":
      return `paid before: ${outcome.result ?? "the result was not kept"}`;
    case "did-not-happen":
      return `not paid: ${outcome.reason}`;
    case "in-doubt":
    case "held":
      return "may have been paid";
    case "conflict":
      return "not paid: this key belongs to another payment";
    case "failed":
      return `not paid: ${outcome.note}`;
  }
}
