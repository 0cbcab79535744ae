import type { ProviderError } from "../../protocol/outcome.ts";
import { isPassingStatus, statusOf } from "../retry-status.ts";

/** From the error types of `@anthropic-ai/sdk` 1.14.0 (`resources/shared.d.ts`). */
const PASSING: ReadonlySet<string> = new Set(["api_error", "overloaded_error", "rate_limit_error", "timeout_error"]);

const LASTING: ReadonlySet<string> = new Set([
  "authentication_error",
  "billing_error",
  "invalid_request_error",
  "not_found_error",
  "permission_error",
  "request_too_large",
]);

/** Whether the same request may succeed a moment later. The code decides; where it says nothing, the status does. */
export function isRetryable(error: ProviderError): boolean {
  const { code } = error;
  if (PASSING.has(code)) return true;
  if (LASTING.has(code) || isSpendLimit(code)) return false;
  const status = statusOf(error);
  return status !== undefined && isPassingStatus(status);
}

/** Whether the code is of a limit on spending (`contract_…`, `enforced_…`, `linked_organization_…`): waiting does not lift it. */
function isSpendLimit(code: string): boolean {
  return code.endsWith("spend_limit_reached");
}
