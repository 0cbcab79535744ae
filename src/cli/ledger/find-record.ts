import type { Ledger } from "../../ledger/ledger.ts";
import type { LedgerRecord } from "../../ledger/record.ts";
import { UsageError } from "../usage-error.ts";

const MOST_LOOKED_AT = 100_000;
const SHORTEST_BEGINNING = 4;

/** Finds a record by its key, or by the beginning of its key as a table shows it. @throws UsageError */
export async function findRecord(ledger: Ledger, text: string): Promise<LedgerRecord> {
  const exact = await ledger.read(text);
  if (exact !== undefined) return exact;
  const beginning = text.replace(/…$/, "");
  const all = beginning.length < SHORTEST_BEGINNING ? [] : await ledger.list({ limit: MOST_LOOKED_AT });
  const [found, another] = all.filter(({ key }) => key.startsWith(beginning));
  if (found === undefined) throw new UsageError(`no intent has the key ${text}`);
  if (another !== undefined) throw new UsageError(`more than one key begins with ${beginning}; give more of it`);
  return found;
}
