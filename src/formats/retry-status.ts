import type { ProviderError } from "../protocol/outcome.ts";

/** The statuses of a client's error that pass: a timeout, a conflict, a limit on the rate. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** Whether an answer with this HTTP status may be another one a moment later: these, and every failure of the server. */
export function isPassingStatus(status: number): boolean {
  return PASSING.has(status) || (status >= 500 && status <= 599);
}

/** The HTTP status of an error: of its answer, or, for an error within a stream, where its code is one. */
export function statusOf({ status, code }: ProviderError): number | undefined {
  return status ?? statusIn(code);
}

/** The HTTP status that a code is. */
export function statusIn(code: unknown): number | undefined {
  const written = typeof code === "number" || typeof code === "string" ? String(code).trim() : "";
  return /^[1-5]\d\d$/.test(written) ? Number(written) : undefined;
}
