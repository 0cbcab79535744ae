import { expect } from "vitest";

import { openaiChat } from "../../src/openai.ts";
import type { AbandonedCause, InvalidCause, UnparseableCause } from "../../src/protocol/outcome.ts";
import type { TruncationCause } from "../../src/protocol/call-event.ts";
import {
  complete,
  describeStream,
  type ExpectedStream,
  type SettledCall,
  type SettledStream,
  type StreamCase,
} from "./settle-stream.ts";

/** An id that Rollcall made: which one is its own affair, that there is one is not. */
export const madeId: string = idMatching(/^(?!null$|undefined$).+$/);

/** An id that Rollcall made because the provider had given this one before. */
export function madeIdOtherThan(taken: string): string {
  return idMatching(new RegExp(`^(?!${taken}$|null$|undefined$).+$`));
}

/** A tool of the application, described by JSON Schema. */
export interface ChatTool {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A tool that needs a port. */
export const tideTool: ChatTool = {
  name: "get_tide",
  input: { type: "object", properties: { port: { type: "string" } }, required: ["port"] },
};

/** A tool without required fields. */
export const listTool: ChatTool = { name: "list_ports", input: { type: "object", properties: {} } };

/** A call that may run. */
export function ready(id: string, name: string, args: unknown): SettledCall {
  return { id, name, runBy: "client", kind: "dispatchable", args };
}

/** A call whose arguments are a document that the tool does not take. */
export function invalid(id: string, name: string, cause: InvalidCause): SettledCall {
  return { id, name, runBy: "client", kind: "invalid", cause };
}

/** A call of a message that did not stop cleanly. */
export function truncated(id: string, name: string, cause: TruncationCause): SettledCall {
  return { id, name, runBy: "client", kind: "failed", reason: "truncated", cause };
}

/** A call whose text is no document. */
export function unparseable(id: string, name: string, cause: UnparseableCause): SettledCall {
  return { id, name, runBy: "client", kind: "failed", reason: "unparseable", cause };
}

/** A call that nothing can be said about. */
export function lost(id: string, name: string, cause: AbandonedCause): SettledCall {
  return { id, name, runBy: "client", kind: "failed", reason: "abandoned", cause };
}

/** The ending of a message that stopped because the model called tools. */
const toolCalls: SettledStream["ending"] = complete("tool_calls", "clean");

/** A message without text that stopped with `tool_calls` and amounts to these calls. */
export function called(...calls: readonly SettledCall[]): ExpectedStream {
  return { ending: toolCalls, calls, text: "" };
}

/** The same, with something odd that must be reported. */
export function calledOddly(...calls: readonly SettledCall[]): ExpectedStream {
  return { ...called(...calls), faults: true };
}

/** The same, with nothing odd about it. */
export function calledPlainly(...calls: readonly SettledCall[]): ExpectedStream {
  return { ...called(...calls), faults: false };
}

/** What of a case can differ from a plain Chat Completions stream that also arrives as parsed objects. */
export type ChatSettings = Partial<Pick<StreamCase, "format" | "options" | "end" | "objects">>;

/** Registers one test: a Chat Completions stream, in every chunking and as objects, and what it comes to. */
export function describeChat(
  title: string,
  stream: ChatSettings & { readonly body: string | Uint8Array; readonly expected: ExpectedStream },
): void {
  describeStream(title, { format: openaiChat, objects: true, ...stream });
}

// The matcher stands in for a string that no test can know.
function idMatching(pattern: RegExp): string {
  const matcher: unknown = expect.stringMatching(pattern);
  return matcher as string;
}
