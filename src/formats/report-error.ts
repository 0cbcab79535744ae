import type { Emit } from "../protocol/call-event.ts";
import { reportedCode } from "./error-code.ts";
import { isFields, stringAt, type Fields } from "./fields.ts";

/** Reports the error that a record tells: nested under `error`, as Anthropic has it, flat, or as a gateway's bare text. */
export function reportError(record: Fields, emit: Emit): void {
  const error = isFields(record["error"]) ? record["error"] : record;
  emit({
    type: "message-error",
    code: reportedCode(record),
    detail: stringAt(error, "message") ?? stringAt(record, "error") ?? "",
  });
}
