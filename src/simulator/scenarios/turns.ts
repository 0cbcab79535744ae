import type { Script } from "../script/script.ts";
import type { Step } from "../script/step.ts";
import { afterPreamble, calls, closingWords, CUSTOMER, finish, PAYMENT, ticketCall } from "./cast.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

const customerCall: Step = { kind: "call", name: "find_customer", arguments: CUSTOMER };
const paymentCall: Step = { kind: "call", name: "send_payment", arguments: PAYMENT };

/** An id that a service gives more than once. Its form fits every wire. */
const REUSED_ID = "call_1";

/** One message after the other, a step further with each answer, then words. */
function oneByOne(messages: readonly Step[]): (request: ScenarioRequest) => Script {
  return (request) => {
    const next = messages[request.answers];
    return next === undefined ? closingWords(request) : calls(request, [next]);
  };
}

function dropSecond(request: ScenarioRequest): Script {
  const whole = calls(request, [customerCall, ticketCall()]);
  return { ...whole, cut: { call: 1, byte: request.at ?? 0, end: { kind: "reset" } } };
}

function refuseAfterwards(request: ScenarioRequest): Script {
  const isAnthropic = request.format === "anthropic-messages";
  const details = { type: "refusal", category: "cyber", explanation: "The request was declined." };
  return afterPreamble(request, [
    ticketCall(),
    ...(isAnthropic ? [] : [{ kind: "refusal", text: "I'm sorry, I can't help with that." } as const]),
    ...finish(request, { reason: "refusal", ...(isAnthropic ? { details } : {}) }),
  ]);
}

/** What takes several requests to happen, or asks for a second look at what was done already. */
export const turnScenarios: readonly Scenario[] = [
  {
    name: "payment",
    title: "One payment; the same request again gets the same payment under other ids.",
    formats: everyFormat,
    accepts: [],
    hasNewIds: true,
    build: (request) => calls(request, [paymentCall]),
  },
  {
    name: "payment-twice",
    title: "Two equal payments in one message, both of which are meant.",
    formats: everyFormat,
    accepts: [],
    build: (request) => calls(request, [paymentCall, paymentCall]),
  },
  {
    name: "payment-again",
    title: "A payment, and the equal payment once more in the next message.",
    formats: everyFormat,
    accepts: [],
    isWholeTurn: true,
    build: oneByOne([paymentCall, paymentCall]),
  },
  {
    name: "id-reused",
    title: "A call, and in the next message another call under the same id.",
    formats: everyFormat,
    accepts: [],
    isWholeTurn: true,
    build: oneByOne([{ ...customerCall, id: REUSED_ID }, ticketCall({ id: REUSED_ID })]),
  },
  {
    name: "drop-between",
    title: "The connection is reset after the first of two calls, and all goes well after `heals` tries (default 1).",
    formats: everyFormat,
    accepts: ["at", "heals"],
    heals: 1,
    counts: "tries",
    build: dropSecond,
    heal: (request) => calls(request, [customerCall, ticketCall()]),
  },
  {
    name: "refusal-after",
    title: "A call that is whole and fits, and then the model refuses.",
    formats: everyFormat,
    accepts: [],
    build: refuseAfterwards,
  },
];
