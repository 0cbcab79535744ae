import { settle, type RollResult, type SettleOptions, type SourceOpener, type StreamSource } from "rollcall";

/** Settles within a limit on the whole answer, whoever gives up first: the person or the time. */
export async function settleWithin(
  totalMs: number,
  source: StreamSource | SourceOpener,
  options: SettleOptions & { readonly signal: AbortSignal },
): Promise<RollResult> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(totalMs)]);
  return settle(source, { ...options, signal }).result;
}
