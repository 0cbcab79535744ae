import { setImmediate as nextTurn } from "node:timers/promises";
import { whenNotBusy, type BusyPatience } from "./busy.ts";
import type { SqliteClient } from "./sqlite-client.ts";
import { toLedgerError } from "./sqlite-fault.ts";

/** How a client may be used. */
export interface GroupCommitOptions extends BusyPatience {
  /** Whether nobody else uses the client. On one of somebody else's a transaction may be open already. */
  readonly isOwnClient: boolean;
}

/** Writes that share their commits. */
export interface GroupCommit {
  /** Does `write`, which is one statement; resolves with what it gave once that is committed. */
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
export function createGroupCommit(client: SqliteClient, options: GroupCommitOptions): GroupCommit {
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
    if (waiting.length === 1) return commitOneByOne(takeWaiting());
    let group: readonly Waiting[] = [];
    try {
      await whenNotBusy(() => client.exec("BEGIN IMMEDIATE"), options);
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
        await commitAlone(client, one, options);
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

// One statement is a transaction of its own, unless it finds itself in another one: BEGIN refuses that.
async function commitAlone(client: SqliteClient, one: Waiting, options: GroupCommitOptions): Promise<void> {
  if (options.isOwnClient) return whenNotBusy(one.write, options);
  await whenNotBusy(() => client.exec("BEGIN IMMEDIATE"), options);
  writeAndCommit(client, [one]);
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
