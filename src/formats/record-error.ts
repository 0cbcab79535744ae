import type { WireRecord } from "../wire/record.ts";
import type { Fields } from "./fields.ts";

/**
 * Whether a record speaks of a failure where its dialect has no word for it: under the event name `error`, or in a field of
 * that name. Gateways in front of a provider report an upstream that failed in the shape of another API.
 */
export function speaksOfError(record: WireRecord, fields: Fields): boolean {
  return record.event === "error" || isErrorSaid(fields["error"]);
}

/** Some hosts send an empty error field in every record. */
export function isErrorSaid(error: unknown): boolean {
  return error !== undefined && error !== null && error !== "" && error !== false;
}
