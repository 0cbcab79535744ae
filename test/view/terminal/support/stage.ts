import { showTurn, type ShowTurnOptions } from "../../../../src/terminal.ts";
import { createBlockStore, type BlockStore, type BlockStoreOptions, type TurnView } from "../../../../src/view.ts";
import type { TurnEvent } from "../../../../src/protocol/turn-event.ts";
import { createManualClock, type ManualClock } from "../../../support/manual-clock.ts";
import { createEmulator, type Emulator } from "./emulator.ts";
import { tools } from "../../support/show.ts";

/** A turn on an emulated terminal, whose events and whose time belong to the test. */
export interface Stage {
  readonly emulator: Emulator;
  readonly store: BlockStore;
  readonly clock: ManualClock;
  readonly over: Promise<TurnView>;
  /** What is shown once these events came and a frame passed. */
  after(...events: readonly TurnEvent[]): Promise<readonly string[]>;
  /** What is shown once this time passed. */
  pass(ms: number): Promise<readonly string[]>;
}

/** @see openStage */
export interface StageOptions extends Omit<ShowTurnOptions, "output"> {
  readonly columns?: number;
  readonly rows?: number;
  readonly storeOptions?: BlockStoreOptions;
}

/** Opens a stage of 80 columns and 24 rows. */
export function openStage(options: StageOptions = {}): Stage {
  const { columns, rows, storeOptions, ...shown } = options;
  const clock = createManualClock();
  const emulator = createEmulator(columns, rows);
  const store = createBlockStore({ display: tools, clock, ...storeOptions });
  const over = showTurn(store, { output: emulator.output, clock, ...shown });

  async function pass(ms: number): Promise<readonly string[]> {
    await clock.advance(ms);
    return emulator.rows();
  }

  return {
    emulator,
    store,
    clock,
    over,
    pass,
    after(...events) {
      for (const event of events) store.apply(event);
      return pass(100);
    },
  };
}
