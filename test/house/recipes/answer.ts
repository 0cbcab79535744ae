import type { Issue, Outcome } from "rollcall";

/** What goes back to the model for a call that it can correct. */
export interface Correction {
  readonly id: string;
  readonly text: string;
}

/** The answer to a call that did not fit; `null` for every call that telling the model would not help. */
export function correctionOf(outcome: Outcome): Correction | null {
  if (outcome.kind !== "invalid" || outcome.cause === "validator-failed") return null;
  const { id, name } = outcome.call;
  return {
    id,
    text: [`${name} was not run. Call it again with other arguments:`, ...outcome.issues.map(say)].join("\n"),
  };
}

function say({ path, expected, received, message }: Issue): string {
  return `- ${path === "" ? "the arguments" : path}: expected ${expected}, received ${received} (${message})`;
}

/** The block that Anthropic Messages takes. */
export function toToolResult({ id, text }: Correction): object {
  return { type: "tool_result", tool_use_id: id, content: text, is_error: true };
}

/** The message that Chat Completions takes. */
export function toToolMessage({ id, text }: Correction): object {
  return { role: "tool", tool_call_id: id, content: text };
}

/** The item that Responses takes. */
export function toCallOutput({ id, text }: Correction): object {
  return { type: "function_call_output", call_id: id, output: text };
}
