import type { SettleOptions } from "rollcall";

type Patience = Pick<SettleOptions, "firstMs" | "progressMs" | "livenessMs">;

/** A model that may think for ten minutes, on a host that sends comments meanwhile: a dead link shows all the same. */
export const slowThinker: Patience = { firstMs: 600_000, progressMs: 600_000, livenessMs: 45_000 };

/** A model that answers at once, and a person who waits for it. */
export const quickAnswer: Patience = { firstMs: 20_000, progressMs: 10_000, livenessMs: "off" };
