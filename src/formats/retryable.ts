import type { ProviderError } from "../protocol/outcome.ts";
import { readErrorWords } from "./error-words.ts";
import { statusIn } from "./status-code.ts";

/** The statuses of a client's error that pass: a timeout, a conflict, a limit on the rate. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * Whether the same request may succeed a moment later. What has to change is said in words, which outrank the status: a
 * spent quota is a 429 too. A word that nobody knows, without a status, is not retried. One rule for every dialect, since a
 * gateway passes on the words of any provider in the shape of any other.
 */
export function isRetryable({ code, status }: ProviderError): boolean {
  const said = readErrorWords(code);
  if (said === "lasting") return false;
  const known = status ?? statusIn(code);
  return known === undefined ? said === "passing" : isPassingStatus(known);
}

/** Every failure of the server passes, and some of what it calls the client's. */
function isPassingStatus(status: number): boolean {
  return PASSING.has(status) || (status >= 500 && status <= 599);
}
