import { z } from "zod";

import { tool, type Tool } from "../../src/index.ts";
import { didNotHappen } from "../../src/ledger.ts";
import { calling, payment, plainCall, search, ticket } from "../support/turn-plays.ts";
import type { Scene, Stage } from "../support/turn-stage.ts";
import { customerTool, paymentTool, plainTool, ticketTool } from "../support/turn-tools.ts";

/** Many calls: side by side in a message, or one message after the other. */
export const manyCallScenes: readonly Scene[] = [
  {
    title: "a slow tool, one that throws, one that hangs and one that pays come to their ends side by side",
    plays: [calling(plainCall("slow"), plainCall("throwing"), plainCall("hanging"), payment(1)), "closing-words"],
    tools: sideBySide,
    expected: {
      lines: [
        "request 0: asked",
        "#0 slow: dispatchable",
        "#1 throwing: dispatchable",
        "#2 hanging: dispatchable",
        "#3 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "#1 runs",
        "#1 errored",
        "#2 runs",
        "#2 errored",
        "#3 runs",
        "#3 done",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["paid"],
      told: [
        "slow but well",
        'error: "throwing" ran and failed: out of paper. It may be called again.',
        'error: "hanging" ran and failed: the tool timed out. It may be called again.',
        "paid",
      ],
    },
  },
  {
    title: "results that cannot be told as they are become words",
    plays: [
      calling(plainCall("round"), plainCall("nothing"), plainCall("blank"), plainCall("big_number")),
      "closing-words",
    ],
    tools: () => [
      plainTool("round", () => {
        const round: Record<string, unknown> = {};
        round["itself"] = round;
        return round;
      }),
      plainTool("nothing", () => undefined),
      plainTool("blank", () => ""),
      plainTool("big_number", () => 12n),
    ],
    expected: {
      lines: [
        "request 0: asked",
        "#0 round: dispatchable",
        "#1 nothing: dispatchable",
        "#2 blank: dispatchable",
        "#3 big_number: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "#1 runs",
        "#1 done",
        "#2 runs",
        "#2 done",
        "#3 runs",
        "#3 done",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      told: [
        "error: The tool ran and came to its end, but its result cannot be shown: it cannot be written as JSON (TypeError: Converting circular structure to JSON --> starting at object with constructor 'Object' --- property 'itself' closes the circle). What it did is done; calling it again would do it again.",
        "done (it has no result)",
        "done (its result is an empty text)",
        "error: The tool ran and came to its end, but its result cannot be shown: it cannot be written as JSON (TypeError: Do not know how to serialize a BigInt). What it did is done; calling it again would do it again.",
      ],
    },
  },
  {
    title: "of nine calls eight run at once, and the ninth behind them",
    plays: [calling(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((amount) => payment(amount))), "closing-words"],
    tools: (stage) => [crowded(stage)],
    expected: {
      lines: [
        "request 0: asked",
        "#0 send_payment: dispatchable",
        "#1 send_payment: dispatchable",
        "#2 send_payment: dispatchable",
        "#3 send_payment: dispatchable",
        "#4 send_payment: dispatchable",
        "#5 send_payment: dispatchable",
        "#6 send_payment: dispatchable",
        "#7 send_payment: dispatchable",
        "#8 send_payment: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "#1 runs",
        "#1 done",
        "#2 runs",
        "#2 done",
        "#3 runs",
        "#3 done",
        "#4 runs",
        "#4 done",
        "#5 runs",
        "#5 done",
        "#6 runs",
        "#6 done",
        "#7 runs",
        "#7 done",
        "#8 runs",
        "#8 done",
        "request 1: results",
        "message: complete",
        "turn: done",
      ],
      effects: [
        "paid 1, at most 8 at once",
        "paid 2, at most 8 at once",
        "paid 3, at most 8 at once",
        "paid 4, at most 8 at once",
        "paid 5, at most 8 at once",
        "paid 6, at most 8 at once",
        "paid 7, at most 8 at once",
        "paid 8, at most 8 at once",
        "paid 9, at most 8 at once",
      ],
      told: ["paid", "paid", "paid", "paid", "paid", "paid", "paid", "paid", "paid"],
    },
  },
  {
    title: "a model that calls for ever is asked as often as maxMessages says",
    plays: [(request) => calling(search(`page ${request.number}`))(request)],
    options: { maxMessages: 3 },
    expected: {
      lines: [
        "request 0: asked",
        "#0 find_customer: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "#0 find_customer: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "#0 find_customer: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "turn: endless",
      ],
      effects: ["looked for page 1", "looked for page 2", "looked for page 3"],
      told: ['{"id":"c-9"}', '{"id":"c-9"}', '{"id":"c-9"}'],
      advice: "raise maxMessages, or ask for less at a time",
    },
  },
  {
    title: "requests that are sent again count among maxMessages",
    plays: [calling(search("Ada")), "server-error", calling(search("Bob"))],
    options: { maxMessages: 3 },
    expected: {
      lines: [
        "request 0: asked",
        "#0 find_customer: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 1: results",
        "message: abandoned (provider-error)",
        "withdrawn, again in 500 ms",
        "request 2: reissue",
        "#0 find_customer: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "turn: endless",
      ],
      effects: ["looked for Ada", "looked for Bob"],
      told: ['{"id":"c-9"}', '{"id":"c-9"}'],
      advice: "raise maxMessages, or ask for less at a time",
    },
  },
  {
    title: "R10: a message with every kind of call is answered call by call, in order, and runs only what fits",
    plays: [
      calling(search("Ada"), payment(1), ticket("asap"), plainCall("delete_everything"), payment(2)),
      calling(ticket("low")),
      "closing-words",
    ],
    tools: (stage) => [customerTool(stage), ticketTool(stage), fickle(stage)],
    expected: {
      lines: [
        "request 0: asked",
        "#0 find_customer: dispatchable",
        "#1 send_payment: dispatchable",
        "#2 create_ticket: invalid (schema)",
        "#3 delete_everything: invalid (unknown-tool)",
        "#4 send_payment: dispatchable",
        "message: complete",
        "correction 1: #2 #3",
        "#0 runs",
        "#0 done",
        "#1 runs",
        "#1 in-doubt",
        "#4 runs",
        "#4 not run (did-not-happen)",
        "request 1: correction",
        "#0 create_ticket: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["looked for Ada", "paid 1", "ticket: Blank page (low)"],
      told: [
        '{"id":"c-9"}',
        'error: "send_payment" may have run, and nobody knows yet whether it did: the tool threw: socket hang up. Do not call it again for the same purpose, since that could do it twice; tell the person that it may have happened.',
        'error: "create_ticket" was not run: its arguments do not fit.\n- priority: expected one of "low", "normal", "urgent", received "asap" (Invalid option: expected one of "low"|"normal"|"urgent")\nCall it again with arguments that fit.',
        'error: There is no tool "delete_everything", so nothing was run. The tools are "find_customer", "create_ticket", "send_payment".',
        'error: "send_payment" was not run: nothing happened (the day\'s limit is reached). It may be called again if that has changed.',
        '{"id":7}',
      ],
      corrections: ["create_ticket 1 recovered", "delete_everything 1 not-repeated"],
    },
  },
  {
    title: "an unreadable call, one that does not fit and one that does are one correction where the policy says so",
    plays: [
      calling(ticket("urgent", "broken"), ticket("asap"), search("Ada")),
      calling(ticket("low")),
      "closing-words",
    ],
    options: { handBackUnparseable: true },
    expected: {
      lines: [
        "request 0: asked",
        "#0 create_ticket: unparseable (not-json)",
        "#1 create_ticket: invalid (schema)",
        "#2 find_customer: dispatchable",
        "message: complete",
        "correction 1: #0 #1",
        "#2 runs",
        "#2 done",
        "request 1: correction",
        "#0 create_ticket: dispatchable",
        "message: complete",
        "#0 runs",
        "#0 done",
        "request 2: results",
        "message: complete",
        "turn: done",
      ],
      effects: ["looked for Ada", "ticket: Blank page (low)"],
      told: [
        'error: "create_ticket" was not run: its arguments are no JSON (at character 49). Send the call again, with one JSON object and nothing before or behind it.',
        'error: "create_ticket" was not run: its arguments do not fit.\n- priority: expected one of "low", "normal", "urgent", received "asap" (Invalid option: expected one of "low"|"normal"|"urgent")\nCall it again with arguments that fit.',
        '{"id":"c-9"}',
        '{"id":7}',
      ],
      corrections: ["create_ticket 1 recovered"],
    },
  },
  {
    title: "a tool whose own validator throws ends the turn as not checked, and its sibling has run",
    plays: [calling(plainCall("mistaken"), search("Ada"))],
    tools: (stage) => [customerTool(stage), mistaken()],
    expected: {
      lines: [
        "request 0: asked",
        "#1 find_customer: dispatchable",
        "#0 mistaken: invalid (validator-failed)",
        "message: complete",
        "#1 runs",
        "#1 done",
        "turn: not-checked",
      ],
      effects: ["looked for Ada"],
      told: [
        'error: "mistaken" was not run: its arguments could not be checked, for a reason on this side that other arguments do not change. Do not call it again for this; tell the person.',
        '{"id":"c-9"}',
      ],
    },
  },
];

const never = new Promise<never>(() => {});

/** The slow one waits for the three others to have begun. */
function sideBySide(stage: Stage): readonly Tool[] {
  const others = Promise.withResolvers<void>();
  let left = 3;
  const begin = (): void => {
    left -= 1;
    if (left === 0) others.resolve();
  };
  return [
    plainTool("slow", async () => {
      await others.promise;
      return "slow but well";
    }),
    plainTool("throwing", () => {
      begin();
      // oxlint-disable-next-line no-throw-literal -- tools throw what they like
      throw "out of paper";
    }),
    plainTool(
      "hanging",
      () => {
        begin();
        void stage.clock.advance(3000);
        return never;
      },
      1000,
    ),
    paymentTool(stage, {
      run: () => {
        begin();
        stage.effects.push("paid");
        return "paid";
      },
    }),
  ];
}

/** Nobody goes on before eight are at it. */
function crowded(stage: Stage): Tool {
  let now = 0;
  let most = 0;
  const eight = Promise.withResolvers<void>();
  return paymentTool(stage, {
    run: async ({ amount }) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 8) eight.resolve();
      await eight.promise;
      now -= 1;
      stage.effects.push(`paid ${String(amount)}, at most ${most} at once`);
      return "paid";
    },
  });
}

/** Breaks off behind the first payment, and declines every other one. */
function fickle(stage: Stage): Tool {
  return paymentTool(stage, {
    run: ({ amount }) => {
      if (amount !== 1) return didNotHappen("the day's limit is reached");
      stage.effects.push("paid 1");
      throw new Error("socket hang up");
    },
  });
}

function mistaken(): Tool {
  const input = z.object({}).refine(() => {
    throw new Error("a bug of the schema");
  });
  return tool({ name: "mistaken", description: "Cannot be checked.", input, run: () => "never" });
}
