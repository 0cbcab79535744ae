/** What Rollcall may cost, as a multiple of the floor in the same run; the exponent stands alone. */
export const goals = {
  /** CPU of a call of 300 bytes in 60 pieces. */
  shortCall: 2,
  /** CPU of 1 MB of arguments in pieces of 16 bytes. */
  longCall: 1.5,
  /** Exponent of CPU over bytes. */
  growth: 1.1,
  /** Heap of an open stream that is silent. */
  heap: 2,
} as const;

/** One figure that a goal was set for. */
export interface Verdict {
  readonly what: string;
  readonly figure: number;
  readonly goal: number;
}

/** Whether the figure, as it is printed, is within its goal. */
export function isMet({ figure, goal }: Verdict): boolean {
  return Number(figure.toFixed(2)) <= goal;
}
