import type { Ledger } from "../ledger/ledger.ts";
import { systemOwnerTokens } from "../ledger/machine.ts";
import type { TurnIdentity } from "./tool.ts";
import type { TurnOptions } from "./turn-options.ts";

/**
 * Which turn this is. A key that is made up anew would let every restart pay again.
 *
 * @throws {TypeError} for a durable ledger, where nobody says.
 */
export function readIdentity({ conversation, turn }: TurnOptions, ledger: Ledger): TurnIdentity {
  if (ledger.isDurable && !(isId(conversation) && isId(turn))) {
    throw new TypeError(
      "a durable ledger needs to know which turn this is, also after a restart: " +
        'runTurn({ conversation: "c-17", turn: "t-3", … })',
    );
  }
  return { conversation: readId("conversation", conversation), id: readId("turn", turn) };
}

function readId(name: string, given: string | undefined): string {
  if (given === undefined) return systemOwnerTokens();
  if (!isId(given)) throw new TypeError(`${name} is a string that is not empty`);
  // Encoders put one and the same mark for any half: two ids would be one key.
  if (!given.isWellFormed()) throw new TypeError(`${name} has half of a character in it: cut ids between characters`);
  return given;
}

function isId(value: string | undefined): value is string {
  return typeof value === "string" && value !== "";
}
