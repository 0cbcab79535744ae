/** What the model is told of one call: its tool's result, or why there is none. */
export interface CallAnswer {
  /** Whether it is an error. Where a wire has no flag for that, the text says it. */
  readonly isError: boolean;
  /** Never empty. */
  readonly text: string;
}
