import type { Ledger, LedgerRecord } from "rollcall/ledger";
import type { LedgerRow, PlaygroundState } from "../../shared/api.ts";
import { faultChoices } from "../assistant/faults.ts";
import { type Environment, serviceChoices, wireChoices } from "../assistant/services.ts";
import type { Business } from "../data/business.ts";
import type { TurnDesk } from "../turns/turn-desk.ts";
import type { News } from "./news.ts";
import { MAX_TEXT_CHARS } from "./read-start.ts";

/** Words to begin with. */
const prompts: readonly string[] = [
  "The sign-in page stays blank since Monday. Please open an urgent ticket.",
  "Pay Harbor Print Shop 120.50 for the posters.",
  "Find Harbor Print Shop.",
  "What can you do?",
];

/** What the state is read from. */
export interface StateSources {
  readonly version: string;
  readonly environment: Environment;
  readonly news: News;
  readonly desk: TurnDesk;
  readonly business: Business;
  readonly ledger: Ledger;
}

/** Reads everything that a page shows beside running turns. */
export async function readState(sources: StateSources): Promise<PlaygroundState> {
  const { version, environment, news, desk, business, ledger } = sources;
  // Before anything is read: what changes meanwhile is told again.
  const { revision } = news;
  return {
    revision,
    version,
    wires: wireChoices,
    faults: faultChoices,
    services: serviceChoices(environment),
    prompts,
    maxTextChars: MAX_TEXT_CHARS,
    conversation: desk.conversation,
    turns: desk.turns(),
    tickets: business.tickets(),
    payments: business.payments(),
    ledger: (await ledger.list({ limit: 100 })).map(toRow),
  };
}

const KEY_CHARS = 12;

/** Results stay here: they may hold what a tool does not show. */
function toRow({ key, tool, turn, state, attempt, note, claimedAtMs }: LedgerRecord): LedgerRow {
  return { key: key.slice(0, KEY_CHARS), tool, turn, state, attempt, note, claimedAtMs };
}
