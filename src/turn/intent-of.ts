import { intentFingerprint, intentKey } from "../ledger/intent.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { IntentFacts } from "../ledger/record.ts";
import type { Dispatchable } from "../protocol/outcome.ts";
import type { OrdinalPlace } from "./ordinals.ts";
import type { Tool, TurnIdentity } from "./tool.ts";

/** What the intent of a call depends on. */
export interface IntentScope {
  readonly turn: TurnIdentity;
  readonly place: OrdinalPlace;
  readonly ledger: Ledger;
}

/**
 * The intent of a call: the tool's own key, or the default one. An equal call of an earlier message that is in doubt has
 * the same intent as this one: the model may be repeating it, and it must not run twice.
 *
 * @throws whatever the tool's own intent throws; a `TypeError` where there is no key.
 */
export async function intentOf(call: Dispatchable, tool: Tool, scope: IntentScope): Promise<IntentFacts> {
  const { turn } = scope;
  const { id: callId, name } = call.call;
  const own = tool.intentOf(call, turn);
  if (own === "") throw new TypeError(`the intent of ${name} is empty: it must tell its calls apart`);
  return {
    key: own ?? (await defaultKey(call, tool, scope)),
    fingerprint: await intentFingerprint(name, call.parsed),
    tool: name,
    conversation: turn.conversation,
    turn: turn.id,
    callId,
  };
}

async function defaultKey(call: Dispatchable, tool: Tool, { turn, place, ledger }: IntentScope): Promise<string> {
  const keyAt = (ordinal: number): Promise<string> =>
    intentKey({ conversation: turn.conversation, turn: turn.id, tool: call.call.name, args: call.parsed, ordinal });
  if (tool.effect === "once") {
    for (let ordinal = 0; ordinal < place.earlier; ordinal += 1) {
      const key = await keyAt(ordinal);
      if (await isOpen(ledger, key)) return key;
    }
  }
  return keyAt(place.ordinal);
}

/** Whether nobody knows yet what became of it. */
async function isOpen(ledger: Ledger, key: string): Promise<boolean> {
  const state = (await ledger.read(key))?.state;
  return state === "in-doubt" || state === "claimed";
}
