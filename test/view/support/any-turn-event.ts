import fc from "fast-check";

import type { StopClass } from "../../../src/protocol/call-event.ts";
import type { AbandonedCause, Ending, Outcome } from "../../../src/protocol/outcome.ts";
import type { CallResult, RequestReason, TurnEnding, TurnEvent } from "../../../src/protocol/turn-event.ts";
import type { EndCause } from "../../../src/view.ts";
import { abandoned, callFacts, complete, dispatchable, failed, invalid, observed } from "../made-outcomes.ts";
import { madeMessage, turnEnded } from "./turn-events.ts";

const anyNumber = fc.constantFrom(0, 0, 1, 2);
const anyName = fc.oneof(
  fc.constantFrom("create_ticket", "send_payment", "find_customer", ""),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const anyRunner = fc.constantFrom("client" as const, "client" as const, "provider" as const);
const anyPiece = fc.oneof(
  fc.constantFrom('{"title":"La', 'mp","token":"canary', '"}', '{"amount":12}', "", "]", '{"a":{"b":[1,', "\u{D83D}"),
  fc.string({ unit: "binary", maxLength: 6 }),
);

const anyEnding: fc.Arbitrary<Ending> = fc.oneof(
  fc
    .constantFrom<StopClass>("clean", "clean", "ceiling", "filtered", "paused", "failed", "unknown")
    .map((stopClass) => complete("stop", stopClass)),
  fc
    .constantFrom<AbandonedCause>("disconnected", "ended-early", "idle", "stalled", "cancelled", "crashed")
    .map((cause) => abandoned(cause)),
);

const anyOutcome: fc.Arbitrary<Outcome> = fc
  .record({ index: anyNumber, name: anyName })
  .chain((facts) =>
    fc.constantFrom<Outcome>(
      observed(facts),
      invalid("schema", [], facts),
      failed("truncated/token-limit", facts),
      failed("abandoned/idle", facts),
      dispatchable({}, facts),
      dispatchable({}, facts),
    ),
  );

const anyResult: fc.Arbitrary<CallResult> = fc.constantFrom<CallResult>(
  { kind: "done", call: callFacts(), value: 1, isReplay: false, note: null },
  { kind: "errored", call: callFacts(), note: "" },
  { kind: "not-run", call: callFacts(), cause: "cancelled", note: "" },
  { kind: "in-doubt", call: callFacts(), intentKey: "key", note: "" },
);

const anyTurnEnding: fc.Arbitrary<TurnEnding> = fc.constantFrom<TurnEnding>(
  { kind: "done", detail: "", advice: null },
  { kind: "not-corrected", cause: "bound", detail: "", advice: null },
  { kind: "truncated", cause: "refused", detail: "", advice: null },
  { kind: "abandoned", cause: "stalled", detail: "", advice: null },
  { kind: "cancelled", by: "person", detail: "", advice: null },
);

/** Why a view may end. */
export const anyEndCause: fc.Arbitrary<EndCause> = fc.constantFrom<EndCause>(
  "disconnected",
  "cancelled",
  "crashed",
  "lost-sight",
);

/** Any event of a turn, whatever came before: also what no turn does. */
const anyTurnEvent: fc.Arbitrary<TurnEvent> = anyNumber.chain((number) => {
  const message = madeMessage(number);
  return fc.oneof(
    fc
      .constantFrom<RequestReason>("asked", "results", "correction", "continuation", "reissue")
      .map((because) => message.request(because)),
    anyPiece.map((piece) => message.text(piece)),
    anyPiece.map((piece) => message.reasoning(piece)),
    fc.tuple(anyNumber, anyName, anyRunner).map((call) => message.announced(...call)),
    fc.tuple(anyNumber, anyPiece).map((fragment) => message.fragment(...fragment)),
    anyOutcome.map((outcome) => message.settled(outcome)),
    anyEnding.map((ending) => message.ended(ending)),
    anyNumber.map((index) => message.running(index)),
    fc.tuple(anyNumber, anyResult).map((answer) => message.answered(...answer)),
    fc.uniqueArray(anyNumber).map((indexes) => message.correcting(1, indexes)),
    anyEnding.map((ending) => message.withdrawn(ending)),
  );
});

/** Any events of a turn in any order; now and then the turn ends among them. */
export const anyTurn: fc.Arbitrary<readonly TurnEvent[]> = fc.array(
  fc.oneof({ arbitrary: anyTurnEvent, weight: 40 }, { arbitrary: anyTurnEnding.map(turnEnded), weight: 1 }),
  { maxLength: 60 },
);
