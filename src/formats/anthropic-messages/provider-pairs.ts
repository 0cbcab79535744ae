import type { JsonObject } from "../dialect.ts";
import { stringAt } from "../fields.ts";
import { kindOf } from "./message-blocks.ts";
import { resultMissingNote } from "./notes.ts";

/** What is known of the provider's own calls in a message and in front of it. */
export interface PairScope {
  /** The message itself, all of it. */
  readonly content: readonly JsonObject[];
  /** What the model said in earlier messages. */
  readonly earlier: readonly JsonObject[];
  /** The provider goes on with its calls in its next message. */
  readonly isToBeContinued: boolean;
}

/** Leaves out results without their call, and calls whose result never came: a request with either is refused. */
export function keepPairs(blocks: readonly JsonObject[], scope: PairScope): readonly JsonObject[] {
  const called = idsOf([...scope.earlier, ...scope.content], "provider-call", "id");
  const answered = idsOf(scope.content, "provider-result", "tool_use_id");
  return blocks
    .map((block) => {
      const kind = kindOf(block);
      if (kind === "provider-result") return called.has(stringAt(block, "tool_use_id")) ? block : null;
      if (kind !== "provider-call" || scope.isToBeContinued || answered.has(stringAt(block, "id"))) return block;
      return resultMissingNote(stringAt(block, "name") ?? "");
    })
    .filter((block) => block !== null);
}

function idsOf(
  blocks: readonly JsonObject[],
  kind: "provider-call" | "provider-result",
  key: "id" | "tool_use_id",
): ReadonlySet<string | undefined> {
  return new Set(blocks.filter((block) => kindOf(block) === kind).map((block) => stringAt(block, key)));
}
