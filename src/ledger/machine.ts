/** The time of day as a port. Processes that share a store compare these times, so their machines' clocks must agree. */
export interface WallClock {
  /** Milliseconds since 1970. */
  nowMs(): number;
}

/** Gives a token that nobody was given before, in any process. */
export type OwnerTokens = () => string;

/** The time of this machine. */
export const systemWallClock: WallClock = { nowMs: () => Date.now() };

/** Tokens from the machine's own source of chance. */
export const systemOwnerTokens: OwnerTokens = () => crypto.randomUUID();
