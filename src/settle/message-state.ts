import type { Stop } from "../protocol/call-event.ts";
import type { AbandonedCause, ProviderError } from "../protocol/outcome.ts";

/** How a stream came to its end. */
export type Exit =
  | { readonly kind: "end-marker" }
  /** A clean end of the bytes. `isMarkerHidden`: an SDK had taken the end marker out. */
  | { readonly kind: "eof"; readonly isMarkerHidden: boolean }
  | { readonly kind: "lost"; readonly cause: AbandonedCause; readonly detail: string }
  /** Ends the message even behind a stop: an error, an unreadable record, a limit, a cancel. */
  | {
      readonly kind: "broken";
      readonly cause: "provider-error" | "cancelled";
      readonly detail: string;
      /** What the provider said; a record that cannot be read and a limit say nothing. */
      readonly error?: ProviderError;
    };

/** Where the message stands. */
export type MessageState =
  | { readonly kind: "open" }
  | { readonly kind: "stopped"; readonly stop: Stop }
  | { readonly kind: "complete"; readonly stop: Stop }
  | ({ readonly kind: "abandoned"; readonly stop: Stop | null } & Loss);

/** Why a message is abandoned, and what the provider said of it. */
export interface Loss {
  readonly cause: AbandonedCause;
  readonly detail: string;
  readonly error?: ProviderError;
}

/** Why a message without a stop, or one that was broken off, is abandoned. */
export function lossOf(exit: Exit): Loss {
  switch (exit.kind) {
    case "end-marker":
      return { cause: "ended-early", detail: "the end marker came without a stop" };
    case "eof":
      return { cause: "ended-early", detail: "the stream ended without a stop" };
    case "lost":
      return { cause: exit.cause, detail: exit.detail };
    case "broken": {
      const { kind: _kind, ...loss } = exit;
      return loss;
    }
  }
}
