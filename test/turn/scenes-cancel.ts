import type { TurnEvent } from "../../src/index.ts";
import { didNotHappen } from "../../src/ledger.ts";
import { calling, payment } from "../support/turn-plays.ts";
import type { Scene, Stage } from "../support/turn-stage.ts";
import { paymentTool } from "../support/turn-tools.ts";

/** A person who calls the turn off. */
export const cancelScenes: readonly Scene[] = [
  {
    title: "R14: nothing is asked where the signal had aborted before",
    plays: ["ok"],
    options: { signal: AbortSignal.abort() },
    expected: { lines: ["turn: cancelled by person"] },
  },
  {
    title: "R14: a cancel while the model writes settles its calls as cancelled",
    plays: ["silence?at=40"],
    react: callOffAt((event) => event.type === "message" && event.event.type === "announced"),
    expected: {
      lines: [
        "request 0: asked",
        "#0 create_ticket: abandoned (cancelled)",
        "message: abandoned (cancelled)",
        "turn: cancelled by person",
      ],
    },
  },
  {
    title: "R14: a cancel before a retry sends nothing again",
    plays: ["server-error"],
    react: callOffAt((event) => event.type === "withdrawn"),
    expected: {
      lines: [
        "request 0: asked",
        "message: abandoned (provider-error)",
        "withdrawn, again in 500 ms",
        "turn: cancelled by person",
      ],
    },
  },
  {
    title: "R14: a cancel before the next request keeps what was done",
    plays: ["payment"],
    react: callOffAt((event) => event.type === "answered"),
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "turn: cancelled by person",
      ],
      effects: ["paid Harbor Print Shop 120.5"],
      told: ["paid"],
    },
  },
  {
    title: "R14: a once tool that ends well after the cancel is done",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        run: async (_, { signal }) => {
          await stopped(signal);
          stage.effects.push("paid");
          return "paid";
        },
      }),
    ],
    react: callOffAt((event) => event.type === "running"),
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "turn: cancelled by person",
      ],
      effects: ["paid"],
      told: ["paid"],
    },
  },
  {
    title: "R14: a once tool that throws after the cancel is in doubt",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        run: async (_, { signal }) => {
          stage.effects.push("paid");
          await stopped(signal);
          signal.throwIfAborted();
        },
      }),
    ],
    react: callOffAt((event) => event.type === "running"),
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 in-doubt",
        "turn: cancelled by person",
      ],
      effects: ["paid"],
      told: [
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool threw: AbortError: cancelled. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
      ],
    },
  },
  {
    title: "R14: a once tool that says after the cancel that nothing happened has not run",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        run: async (_, { signal }) => {
          await stopped(signal);
          return didNotHappen("it was called off in time");
        },
      }),
    ],
    react: callOffAt((event) => event.type === "running"),
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 not run (did-not-happen)",
        "turn: cancelled by person",
      ],
      told: [
        'error: "send_payment" was not run: nothing happened (it was called off in time). It may be called again if that has changed.',
      ],
    },
  },
  {
    title: "R14: a once tool that says nothing within the grace is in doubt",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        run: async (_, { signal }) => {
          stage.effects.push("paid");
          await stopped(signal);
          void stage.clock.advance(2000);
          return new Promise<never>(() => {});
        },
      }),
    ],
    react: callOffAt((event) => event.type === "running"),
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 in-doubt",
        "turn: cancelled by person",
      ],
      effects: ["paid"],
      told: [
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool was cancelled. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
      ],
    },
  },
  {
    title: "R14: a tool that itself leads to the cancel is told to stop as well",
    plays: ["payment"],
    tools: (stage) => [
      paymentTool(stage, {
        run: async (_, { signal }) => {
          stage.person.abort();
          await stopped(signal);
          stage.effects.push("paid");
          return "paid";
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
        "turn: cancelled by person",
      ],
      effects: ["paid"],
      told: ["paid"],
    },
  },
  {
    title: "R14: calls that had not begun at the cancel do not begin",
    plays: [calling(payment(1), payment(2), payment(3))],
    options: { maxParallel: 1 },
    tools: (stage) => [
      paymentTool(stage, {
        run: ({ amount }) => {
          stage.effects.push(`paid ${String(amount)}`);
          stage.person.abort();
          return "paid";
        },
      }),
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "#1 send_payment: dispatchable",
        "#2 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "#1 not run (cancelled)",
        "#2 not run (cancelled)",
        "turn: cancelled by person",
      ],
      effects: ["paid 1"],
      told: [
        "paid",
        'error: "send_payment" was not run: it was cancelled before it began.',
        'error: "send_payment" was not run: it was cancelled before it began.',
      ],
    },
  },
];

function callOffAt(isMoment: (event: TurnEvent) => boolean): NonNullable<Scene["react"]> {
  return (event, { person }: Stage) => {
    if (isMoment(event)) person.abort();
  };
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });
}
