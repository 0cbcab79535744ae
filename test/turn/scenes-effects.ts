import { didNotHappen } from "../../src/ledger.ts";
import { calling, lost, payment, search } from "../support/turn-plays.ts";
import type { Scene, Stage } from "../support/turn-stage.ts";
import { paymentTool } from "../support/turn-tools.ts";
import type { Tool } from "../../src/index.ts";

/** What tools do to the world, and what the model is told of it. */
export const effectScenes: readonly Scene[] = [
  {
    title: "R9: two equal payments in one message that are both meant are two",
    plays: ["payment-twice"],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "#1 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "#1 runs",
        "#1 done",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 120.5", "paid Harbor Print Shop 120.5"],
      told: ["paid", "paid"],
    },
  },
  {
    title: "R9: an equal payment in a later message is another one",
    plays: ["payment-again"],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 120.5", "paid Harbor Print Shop 120.5"],
      told: ["paid", "paid"],
    },
  },
  {
    title: "R9: a payment of a message that was lost, asked for again under another id, is one",
    plays: [lost(calling(payment(120.5), search("Ada")), { call: 1, byte: 4 }), "payment", "closing-words"],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: abandoned (disconnected)",
        "#1 find_customer: abandoned (disconnected)",
        "message: abandoned (disconnected)",
        "withdrawn, again in 500 ms",
        "request 1: reissue",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 120.5"],
      told: ["paid"],
    },
  },
  {
    title: "R9: a message that is lost behind an equal payment does not take its place",
    plays: [
      calling(payment(1)),
      lost(calling(payment(1), search("Ada")), { call: 1, byte: 4 }),
      calling(payment(1)),
      "closing-words",
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "#0 send_payment: abandoned (disconnected)",
        "#1 find_customer: abandoned (disconnected)",
        "message: abandoned (disconnected)",
        "withdrawn, again in 500 ms",
        "request 2: reissue",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 3: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 1", "paid Harbor Print Shop 1"],
      told: ["paid", "paid"],
    },
  },
  {
    title: "R10: an id that comes again in the next message is answered in its place",
    plays: ["id-reused"],
    expected: {
      lines: [
        "request 0: asked",
        "#0 find_customer: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "#0 create_ticket: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["looked for Harbor Print Shop", "ticket: Sign-in page stays blank (urgent)"],
      told: ['{"id":"c-9"}', '{"id":7}'],
    },
  },
  {
    title: "R10: an id that comes twice in one message is answered twice",
    plays: [calling(payment(1, "call_1"), payment(2, "call_1")), "closing-words"],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "#1 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "#1 runs",
        "#1 done",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 1", "paid Harbor Print Shop 2"],
      told: ["paid", "paid"],
    },
  },
  {
    title: "R9: a once tool that throws is in doubt, and the model is told that it may have run",
    plays: ["payment"],
    tools: (stage) => [breaking(stage)],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 in-doubt",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop"],
      told: [
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool threw: socket hang up. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
      ],
    },
  },
  {
    title: "R9: a payment in doubt blocks the equal one of a later message",
    plays: [calling(payment(1)), calling(payment(1)), "closing-words"],
    tools: (stage) => [breaking(stage)],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 in-doubt",
        "request 1: results",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 in-doubt",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop"],
      told: [
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool threw: socket hang up. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool threw: socket hang up. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
      ],
    },
  },
  {
    title: "R9: a request that fails behind a payment in doubt is not sent again",
    plays: [calling(payment(1)), "server-error"],
    tools: (stage) => [breaking(stage)],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 in-doubt",
        "request 1: results",
        "message: abandoned (provider-error)",
        "turn: abandoned (provider-error)",
      ],
      effects: ["paid Harbor Print Shop"],
      told: [
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool threw: socket hang up. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
      ],
    },
  },
  {
    title: "R9: a once tool that outruns its time is in doubt",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        timeoutMs: 1000,
        run: () => {
          stage.effects.push("paid");
          void stage.clock.advance(3000);
          return never;
        },
      }),
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 in-doubt",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid"],
      told: [
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool timed out. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
      ],
    },
  },
  {
    title: "a once tool that says within the grace what it did is done",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        timeoutMs: 1000,
        run: async (_, { signal }) => {
          void stage.clock.advance(1000);
          await aborted(signal);
          stage.effects.push("paid");
          return "paid, late";
        },
      }),
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid"],
      told: ["paid, late"],
    },
  },
  {
    title: "a tool that says that nothing happened may be called again, and runs then",
    plays: [calling(payment(1)), calling(payment(1)), "closing-words"],
    tools: (stage) => [closedAtFirst(stage)],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 not run (did-not-happen)",
        "request 1: results",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid"],
      told: [
        'error: "send_payment" was not run: nothing happened (the bank is closed). It may be called again if that has changed.',
        "paid",
      ],
    },
  },
  {
    title: "an idempotent tool that throws may be called again",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        effect: "idempotent",
        run: () => {
          throw new Error("502");
        },
      }),
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 errored",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      told: ['error: "send_payment" ran and failed: 502. It may be called again.'],
    },
  },
  {
    title: "R9: two calls under one key of the tool's own with other arguments are a conflict, and one runs",
    plays: [calling(payment(1)), calling(payment(2)), "closing-words"],
    tools: (stage) => [paymentTool(stage, { intent: (_, turn) => `${turn.id}:payment` })],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 not run (conflict)",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 1"],
      told: [
        "paid",
        'error: "send_payment" was not run: its intent key belongs to another call, with another tool or other arguments. Calling it again with the same arguments changes nothing; tell the person.',
      ],
    },
  },
  {
    title: "R9: the same call under one key of the tool's own is answered from the ledger",
    plays: [calling(payment(1)), calling(payment(1)), "closing-words"],
    tools: (stage) => [paymentTool(stage, { intent: (_, turn) => `${turn.id}:payment` })],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 done before",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid Harbor Print Shop 1"],
      told: [
        "paid",
        '"send_payment" had done this already, by an earlier call, and did not run again. Its result: paid',
      ],
    },
  },
  {
    title: "a call for which the tool gives no key does not run",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        intent: () => {
          throw new Error("no customer");
        },
      }),
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 not run (intent)",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      told: [
        'error: "send_payment" was not run: it could not be told what this call is meant to bring about. Do not try it again now; tell the person.',
      ],
    },
  },
];

const never = new Promise<never>(() => {});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}

/** Pays, and then the line is cut. */
function breaking(stage: Stage): Tool {
  return paymentTool(stage, {
    run: ({ to }) => {
      stage.effects.push(`paid ${String(to)}`);
      throw new Error("socket hang up");
    },
  });
}

/** A bank that opens after the first call. */
function closedAtFirst(stage: Stage): Tool {
  let isOpen = false;
  return paymentTool(stage, {
    run: () => {
      if (!isOpen) {
        isOpen = true;
        throw didNotHappen("the bank is closed");
      }
      stage.effects.push("paid");
      return "paid";
    },
  });
}
