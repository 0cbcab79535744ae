/** The places of a run at which a process can die with a difference, in their order. */
export const crashPoints = [
  "before-claim",
  "after-claim",
  "before-effect",
  "after-effect",
  "before-conclude",
  "after-conclude",
] as const;

/** @see crashPoints */
export type CrashPoint = (typeof crashPoints)[number];

/** Called at each crash point. A test stops, throws or dies there; nobody else gives it. */
export type ReachCrashPoint = (point: CrashPoint) => void | Promise<void>;
