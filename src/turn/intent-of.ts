import { askLedger, type LedgerPatience } from "../ledger/ask-ledger.ts";
import { intentFingerprint, intentKey } from "../ledger/intent.ts";
import { isLedgerError, LedgerError } from "../ledger/ledger-error.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { IntentFacts } from "../ledger/record.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import type { Dispatchable } from "../protocol/outcome.ts";
import type { NotRunCause } from "../protocol/turn-event.ts";
import type { OrdinalPlace } from "./ordinals.ts";
import type { Tool, TurnIdentity } from "./tool.ts";

/** What the intent of a call depends on. */
export interface IntentScope {
  readonly turn: TurnIdentity;
  readonly place: OrdinalPlace;
  readonly ledger: Ledger;
  /** Keys that the model was told no end of. */
  readonly untold: ReadonlySet<string>;
  /** How long the ledger is waited for. */
  readonly patience: LedgerPatience;
}

/** Arguments of which no key can be made. All that JSON text can hold and its canonical form cannot is half a character. */
class HalfCharacterError extends TypeError {}

/**
 * The intent of a call: the tool's own key, or the default one. An equal call of an earlier message of which the model was
 * told no end has the same intent as this one: the model may be repeating it, and it must not run twice. A `read` call needs
 * no key; where none can be made of it, it is empty.
 *
 * @throws whatever the tool's own intent throws; a `TypeError` where there is no key; a `LedgerError`.
 */
export async function intentOf(call: Dispatchable, tool: Tool, scope: IntentScope): Promise<IntentFacts> {
  const { turn } = scope;
  const { id: callId, name } = call.call;
  const own = tool.intentOf(call, turn);
  if (own === "") throw new TypeError(`the intent of ${name} is empty: it must tell its calls apart`);
  const fingerprint = await fingerprintOf(call, tool);
  const key = own ?? (await defaultKey(call, tool, scope));
  return { key, fingerprint, tool: name, conversation: turn.conversation, turn: turn.id, callId };
}

/** Why a call did not run that has no intent, from what {@link intentOf} threw. */
export function causeOfNoIntent(error: unknown): NotRunCause {
  if (error instanceof HalfCharacterError) return "half-character";
  return isLedgerError(error) ? "not-looked-up" : "intent";
}

async function fingerprintOf({ call, parsed }: Dispatchable, tool: Tool): Promise<string> {
  try {
    return await intentFingerprint(call.name, parsed);
  } catch (error) {
    if (tool.effect === "read") return "";
    throw new HalfCharacterError(describeThrown(error), { cause: error });
  }
}

async function defaultKey(call: Dispatchable, tool: Tool, scope: IntentScope): Promise<string> {
  const { turn, place } = scope;
  const keyAt = (ordinal: number): Promise<string> =>
    intentKey({ conversation: turn.conversation, turn: turn.id, tool: call.call.name, args: call.parsed, ordinal });
  if (tool.effect === "read") return keyAt(place.ordinal).catch(() => "");
  if (tool.effect === "once") {
    for (let ordinal = 0; ordinal < place.earlier; ordinal += 1) {
      const key = await keyAt(ordinal);
      if (scope.untold.has(key) || (await isOpen(key, scope))) return key;
    }
  }
  return keyAt(place.ordinal);
}

/** Whether nobody knows yet what became of it. */
async function isOpen(key: string, { ledger, patience }: IntentScope): Promise<boolean> {
  try {
    const state = (await askLedger(() => ledger.read(key), patience))?.state;
    return state === "in-doubt" || state === "claimed";
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw new LedgerError("failed", describeThrown(error), { cause: error });
  }
}
