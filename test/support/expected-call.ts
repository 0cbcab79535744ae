import type { SettledCall } from "./settle-stream.ts";

/** A client call that may run with these arguments. */
export function ran(id: string, name: string, args: unknown): SettledCall {
  return { id, name, runBy: "client", kind: "dispatchable", args };
}

/** A client call that failed, such as `truncated/token-limit`. */
export function failed(
  id: string,
  name: string,
  why: `${"truncated" | "unparseable" | "abandoned"}/${string}`,
): SettledCall {
  const [reason = "", cause = ""] = why.split("/");
  return { id, name, runBy: "client", kind: "failed", reason, cause };
}

/** A client call whose arguments are a document, but not one to run with. */
export function invalid(id: string, name: string, cause: string): SettledCall {
  return { id, name, runBy: "client", kind: "invalid", cause };
}

/** A call that the provider ran. */
export function observed(id: string, name: string): SettledCall {
  return { id, name, runBy: "provider", kind: "observed" };
}
