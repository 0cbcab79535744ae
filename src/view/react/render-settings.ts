import type { Clock } from "../../protocol/clock.ts";
import type { Words } from "../words/words.ts";

/** What every component takes. */
export interface RenderSettings {
  /** The words of the store. Default English. */
  readonly words?: Words | undefined;
  /** The clock of the store. Default the machine's. */
  readonly clock?: Clock | undefined;
}

/** A silence of so many seconds is worth a word. Shorter ones are how models write. */
export const silentAfterSeconds = 5;
