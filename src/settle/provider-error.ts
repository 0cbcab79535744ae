import type { ProviderError } from "../protocol/outcome.ts";
import { retryAfterMs } from "./retry-after.ts";

/** What an answer with an error says beside its body. Errors that somebody's client throws have it in any form. */
export interface AnswerHead {
  readonly status: unknown;
  readonly headers: unknown;
}

/** A code is a word; whatever is longer is none, and is not carried about whole. */
const MAX_CODE_CHARS = 100;

/** What the provider said of an error: its code, and what the head of its answer tells, where there is one. */
export function toProviderError(code: string, head: AnswerHead | null = null): ProviderError {
  const status = statusOf(head);
  const waitMs = retryAfterMs(head?.headers);
  return Object.freeze({
    code: code.slice(0, MAX_CODE_CHARS),
    ...(status === null ? {} : { status }),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  });
}

/** A network error of `fetch` has the status 0. */
function statusOf(head: AnswerHead | null): number | null {
  const status = head?.status;
  return typeof status === "number" && status > 0 ? status : null;
}
