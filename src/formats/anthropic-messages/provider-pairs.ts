import type { JsonObject } from "../dialect.ts";
import { fieldsAt, stringAt } from "../fields.ts";
import { contentOf, isAssistant, kindOf } from "./message-blocks.ts";
import { resultMissingBlock } from "./notes.ts";

/** The provider's own calls in a turn of the model, and those that have their result. */
export interface ProviderCalls {
  readonly called: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

/** Collects the provider's calls of a turn. Their results may come in a later message than they. */
export function providerCallsIn(turn: readonly JsonObject[]): ProviderCalls {
  return { called: idsOf(turn, "provider-call", "id"), answered: idsOf(turn, "provider-result", "tool_use_id") };
}

/** Leaves out results whose call is not there: a request that has one is refused. */
export function withoutStrayResults(blocks: readonly JsonObject[], { called }: ProviderCalls): readonly JsonObject[] {
  return blocks.filter(
    (block) => kindOf(block) !== "provider-result" || called.has(stringAt(block, "tool_use_id") ?? ""),
  );
}

/**
 * Whether code of the provider waits for a call that it made itself. Then the next request names its container, or is refused
 * (https://github.com/anthropics/anthropic-sdk-typescript/issues/1114); a stream may not have said which one that is
 * (https://github.com/anthropics/anthropic-sdk-python/issues/1801; both 2026-12-01).
 */
export function isCodeWaiting(turn: readonly JsonObject[], calls: ProviderCalls): boolean {
  return turn.some((block) => isOpen(stringAt(fieldsAt(block, "caller"), "tool_id"), calls));
}

/** Puts a note in the place of each call whose result never came: a request in which a turn ended so is refused. */
export function withoutOpenCalls(blocks: readonly JsonObject[], calls: ProviderCalls): readonly JsonObject[] {
  return blocks.map((block) => {
    const kind = kindOf(block);
    if (kind === "provider-call" && isOpen(stringAt(block, "id"), calls)) {
      return resultMissingBlock(stringAt(block, "name") ?? "");
    }
    // A call of the client that was made by code of the provider names the call that ran the code.
    if (kind !== "call" || !isOpen(stringAt(fieldsAt(block, "caller"), "tool_id"), calls)) return block;
    const { caller: _caller, ...rest } = block;
    return rest;
  });
}

function isOpen(id: string | undefined, { called, answered }: ProviderCalls): boolean {
  return id !== undefined && called.has(id) && !answered.has(id);
}

/** The messages of a turn that goes on no more, without calls of the provider that are still open. */
export function closeTurn(messages: readonly JsonObject[], calls: ProviderCalls): readonly JsonObject[] {
  return messages.map((message) => {
    if (!isAssistant(message)) return message;
    const content = contentOf(message);
    const closed = withoutOpenCalls(content, calls);
    return closed.every((block, place) => block === content[place]) ? message : { ...message, content: closed };
  });
}

function idsOf(
  blocks: readonly JsonObject[],
  kind: "provider-call" | "provider-result",
  key: "id" | "tool_use_id",
): ReadonlySet<string> {
  const ids = blocks.filter((block) => kindOf(block) === kind).map((block) => stringAt(block, key));
  return new Set(ids.filter((id) => id !== undefined));
}
