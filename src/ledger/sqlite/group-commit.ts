import { setImmediate as nextTurn } from "node:timers/promises";
import { whenNotBusy, type BusyPatience } from "./busy.ts";
import type { SqliteClient } from "./sqlite-client.ts";
import { toLedgerError } from "./sqlite-fault.ts";

/** Writes that share their commits. */
export interface GroupCommit {
  /** Does `write` inside a transaction; resolves with what it gave once that is committed. */
  submit<Value>(write: () => Value): Promise<Value>;
}

/** A write that waits for its transaction. */
interface Waiting {
  readonly write: () => void;
  readonly confirm: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the writes of one turn of the event loop into one transaction: the disk is waited for once for all of them.
 *
 * - **G1** A write is confirmed only after the commit that holds it.
 * - **G2** A write that fails takes nobody with it: the others of its group are then written one by one.
 */
export function createGroupCommit(client: SqliteClient, patience: BusyPatience): GroupCommit {
  let waiting: Waiting[] = [];
  let state: "idle" | "committing" = "idle";

  async function commitAll(): Promise<void> {
    state = "committing";
    while (waiting.length > 0) {
      await nextTurn();
      await commitGroup();
    }
    state = "idle";
  }

  async function commitGroup(): Promise<void> {
    let group: readonly Waiting[] = [];
    try {
      await whenNotBusy(() => client.exec("BEGIN IMMEDIATE"), patience);
      group = takeWaiting();
      writeAndCommit(client, group);
      for (const { confirm } of group) confirm();
    } catch (error) {
      if (group.length > 1) await commitOneByOne(group);
      // Without a transaction nobody can be written, so it concerns everybody who waits.
      else refuse(group.length === 0 ? takeWaiting() : group, error);
    }
  }

  async function commitOneByOne(group: readonly Waiting[]): Promise<void> {
    for (const one of group) {
      try {
        await whenNotBusy(() => client.exec("BEGIN IMMEDIATE"), patience);
        writeAndCommit(client, [one]);
        one.confirm();
      } catch (error) {
        refuse([one], error);
      }
    }
  }

  function takeWaiting(): readonly Waiting[] {
    const taken = waiting;
    waiting = [];
    return taken;
  }

  return {
    submit: (write) =>
      new Promise((resolve, reject) => {
        waiting.push(createWaiting(write, resolve, reject));
        if (state === "idle") void commitAll();
      }),
  };
}

function createWaiting<Value>(
  write: () => Value,
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
): Waiting {
  let written: { readonly value: Value } | undefined;
  return {
    write: () => {
      written = { value: write() };
    },
    confirm: () => {
      if (written !== undefined) resolve(written.value);
    },
    reject,
  };
}

function refuse(refused: readonly Waiting[], error: unknown): void {
  for (const waiting of refused) waiting.reject(toLedgerError(error));
}

function writeAndCommit(client: SqliteClient, group: readonly Waiting[]): void {
  try {
    for (const { write } of group) write();
    client.exec("COMMIT");
  } catch (error) {
    rollBack(client);
    throw error;
  }
}

function rollBack(client: SqliteClient): void {
  try {
    client.exec("ROLLBACK");
  } catch {
    // A full disk has ended the transaction already, and then there is nothing to roll back.
  }
}
