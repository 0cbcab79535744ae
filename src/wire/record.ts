/** One record of the wire, parsed. */
export interface WireRecord {
  /** The name of the SSE event, if it had one. */
  readonly event: string | undefined;
  readonly value: unknown;
  /** The JSON text that `value` was parsed from; absent when an SDK had parsed it already. */
  readonly source: string | undefined;
}
