import type { CallAnswer } from "../../protocol/answer.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import type { History, JsonObject, SettledMessage, StandingCall } from "../dialect.ts";
import { identityAt, stringAt } from "../fields.ts";
import { reasonOf } from "../left-out.ts";
import { outputItem, typeOfCall } from "./call-items.ts";
import { MAX_ID_CHARS } from "./history-ids.ts";
import { standingCalls } from "./standing-calls.ts";
import type { TakenItem, TakenResponse } from "./taken-items.ts";
import { writeItems } from "./write-items.ts";

/**
 * The history behind a response that the provider keeps: its id, and one output for each call in it, since the provider
 * refuses to go on while one is open. Where it keeps none, or where a call of it cannot be answered, the chain stays where
 * it was, and the items are told anew.
 */
export function writeStored(history: History, message: SettledMessage, response: TakenResponse): History {
  if (response.items.length === 0) return history;
  const outputs = response.isStored ? answerAll(response.items, message) : undefined;
  if (outputs === undefined || response.id === null) {
    return writeItems(history, message, { items: response.items, isRetold: true });
  }
  const [first] = outputs;
  if (first !== undefined)
    keptCalls.set(first, [...standingCallsOfChain(history.messages), ...callsOf(message, response)]);
  return { messages: outputs, previousResponseId: response.id };
}

/** By the first output behind a kept response: the calls that stand on the provider's side, those before it included. */
const keptCalls = new WeakMap<JsonObject, readonly StandingCall[]>();

/** The calls behind the person's last words, those included that only the provider keeps. */
export function standingCallsOfChain(messages: readonly JsonObject[]): readonly StandingCall[] {
  return standingCalls(messages, (item) => keptCalls.get(item) ?? []);
}

/** The calls of a message as a replay of it would repeat them. */
function callsOf(message: SettledMessage, { items }: TakenResponse): readonly StandingCall[] {
  return standingCalls(writeItems({ messages: [] }, message, { items, isRetold: true }).messages);
}

function answerAll(items: readonly TakenItem[], message: SettledMessage): readonly JsonObject[] | undefined {
  const open = new Map(message.outcomes.map((outcome) => [outcome.call.index, outcome]));
  const outputs: JsonObject[] = [];
  for (const { item, callIndex } of items) {
    const outcome = callIndex === null ? undefined : open.get(callIndex);
    if (callIndex !== null) open.delete(callIndex);
    const isOwed = outcome === undefined ? needsApproval(item) : isOfClient(outcome);
    if (!isOwed) continue;
    const output = outcome === undefined ? denial(item) : answer(item, outcome, message.answers);
    if (output === undefined) return undefined;
    outputs.push(output);
  }
  return [...open.values()].some(isOfClient) ? undefined : outputs;
}

function isOfClient(outcome: Outcome): boolean {
  return outcome.call.runBy === "client";
}

/**
 * The provider knows its own ids: none is changed, and a call without one of its own cannot be answered, nor one with an id
 * that its provider gives and does not take.
 */
function answer(
  item: TakenItem["item"],
  outcome: Outcome,
  answers: ReadonlyMap<number, CallAnswer>,
): JsonObject | undefined {
  const callId = identityAt(item, "call_id");
  if (callId === null || callId !== outcome.call.id || callId.length > MAX_ID_CHARS) return undefined;
  const aborted: CallAnswer = { isError: true, text: `aborted: ${reasonOf(outcome)}` };
  const given = answers.get(outcome.call.index) ?? aborted;
  return outputItem({ type: typeOfCall(item, outcome.call), callId, item }, given);
}

function needsApproval(item: TakenItem["item"]): boolean {
  return stringAt(item, "type") === "mcp_approval_request";
}

/** Nobody was asked, so nothing is approved. */
function denial(item: TakenItem["item"]): JsonObject | undefined {
  const id = identityAt(item, "id");
  if (id === null) return undefined;
  return { type: "mcp_approval_response", approval_request_id: id, approve: false, reason: "Nobody was asked." };
}
