import type { Corrections } from "./corrections.ts";
import type { Ordinals } from "./ordinals.ts";
import type { Retries } from "./retries.ts";
import type { TurnSettings } from "./turn-options.ts";
import type { TurnOutbox } from "./turn-outbox.ts";
import type { TurnStop } from "./turn-stop.ts";

/** Everything that the messages of one turn share. */
export interface TurnScope {
  readonly settings: TurnSettings;
  readonly outbox: TurnOutbox;
  readonly stop: TurnStop;
  readonly corrections: Corrections;
  readonly ordinals: Ordinals;
  readonly retries: Retries;
}
