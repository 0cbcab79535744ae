/**
 * The scribe of the Messages API: takes down one message of the model and writes it, with the results of its calls, behind
 * the history of its conversation.
 *
 * Owns: which blocks go back, in which place, and under which ids. Does not own: the answers, and whether a message is
 * written at all.
 *
 * - S1 A call goes back with its result in the very next message, or not at all.
 * - S2 What cannot go back leaves a note in its place, or nothing where there was nothing to say.
 * - S3 Two messages of the model never stand side by side, and none is empty.
 *
 * Sources: `@anthropic-ai/sdk` 1.14.0, `resources/beta/messages/messages.d.ts`, and
 * https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback, …/handling-stop-reasons (2026-12-01).
 */
import type { History, JsonObject, Scribe, SettledMessage } from "../dialect.ts";
import { stringAt } from "../fields.ts";
import { createIdRegister, type IdRules } from "../id-register.ts";
import { listenTo } from "../listen.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { assistantBlocks, contentOf, continuesTurn, isAssistant, kindOf } from "./message-blocks.ts";
import { brokeOffBlock } from "./notes.ts";
import { closeTurn, isCodeWaiting, providerCallsIn, withoutOpenCalls, withoutStrayResults } from "./provider-pairs.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { writeBlocks } from "./written-blocks.ts";

/**
 * Makes the scribe of one message. Where the history ends in a message of the model, one that paused or that the caller
 * began for it, the new content goes into that message; where the turn goes on no more, calls of the provider that are
 * still open in it are left out, with a note. Nothing else of a history is altered: one that came broken (a call without
 * its result, a result without its call) stays as its owner made it.
 */
export function createAnthropicScribe(): Scribe {
  const transcript = createTranscript();
  return {
    format: listenTo(anthropicMessages, transcript.listen),
    write: (history, settled) => writeHistory(history, settled, transcript),
  };
}

/** From the text of the API's 400 answers. */
const ID_RULES: IdRules = { maxChars: 64, foreignChars: /[^a-zA-Z0-9_-]/g };

function writeHistory(history: History, settled: SettledMessage, transcript: Transcript): History {
  const { container: earlier, ...rest } = history;
  const container = transcript.container ?? earlier ?? null;
  const { messages, goesOn } = writeMessages(history, settled, { transcript, mayWait: container !== null });
  return { ...rest, messages, ...(goesOn && container !== null ? { container } : {}) };
}

interface Written {
  readonly messages: readonly JsonObject[];
  /** Whether the model is owed, so that the provider may still be at work in this turn. */
  readonly goesOn: boolean;
}

interface WritingScope {
  readonly transcript: Transcript;
  /** Whether a request can name the container of code that waits. */
  readonly mayWait: boolean;
}

function writeMessages({ messages }: History, settled: SettledMessage, scope: WritingScope): Written {
  const { transcript, mayWait } = scope;
  const isPaused = settled.ending.kind === "complete" && settled.ending.class === "paused";
  const taken = [...assistantBlocks(messages), ...transcript.blocks.flatMap(providerCalls)];
  const ids = createIdRegister(idsIn(taken), ID_RULES);
  const { content, results } = writeBlocks({ transcript, settled, ids, isPaused });

  const turnStart = messages.findLastIndex((message) => !continuesTurn(message)) + 1;
  const turn = [...assistantBlocks(messages.slice(turnStart)), ...content];
  const calls = providerCallsIn(turn);
  const paired = withoutStrayResults(content, calls);
  const goesOn = isPaused || (settled.ending.kind === "complete" && results.length > 0);
  const staysOpen = goesOn && (mayWait || !isCodeWaiting(turn, calls));
  const said = staysOpen ? paired : withoutOpenCalls(paired, calls);
  const closed = [...messages.slice(0, turnStart), ...closeTurn(messages.slice(turnStart), calls)];
  const before = staysOpen ? messages : closed;

  if (!said.some(isSubstance)) return { messages: before, goesOn };
  const answers = results.length === 0 ? [] : [{ role: "user", content: results }];
  return { messages: [...append(before, finish(said, settled)), ...answers], goesOn };
}

/** Two messages of the model never stand side by side: what it says behind its own last words goes into that message. */
function append(messages: readonly JsonObject[], content: readonly JsonObject[]): readonly JsonObject[] {
  const last = messages.at(-1);
  if (last === undefined || !isAssistant(last)) return [...messages, { role: "assistant", content }];
  return [...messages.slice(0, -1), { ...last, content: [...contentOf(last), ...content] }];
}

/** How the content ends: the request is refused where it ends in thinking, or, as its last words, in white space. */
function finish(content: readonly JsonObject[], { ending }: SettledMessage): readonly JsonObject[] {
  // A person's next words must not read as the rest of an answer that broke off.
  if (ending.kind === "abandoned") return [...content, brokeOffBlock(ending.cause)];
  const spoken = content.slice(0, content.findLastIndex((block) => kindOf(block) !== "thinking") + 1);
  return ending.class === "paused" ? withoutTrailingSpace(spoken) : spoken;
}

function withoutTrailingSpace(content: readonly JsonObject[]): readonly JsonObject[] {
  const last = content.at(-1);
  const text = last === undefined || kindOf(last) !== "text" ? undefined : stringAt(last, "text");
  return text === undefined ? content : [...content.slice(0, -1), { ...last, text: text.trimEnd() }];
}

/** Thinking and a change of models say nothing by themselves. */
function isSubstance(block: JsonObject): boolean {
  const kind = kindOf(block);
  return kind !== "thinking" && kind !== "fallback";
}

/** The provider's ids are its own and stay as they are, so that no call of the client may have one of them. */
function providerCalls({ fields }: { readonly fields: JsonObject }): readonly JsonObject[] {
  return kindOf(fields) === "provider-call" ? [fields] : [];
}

function idsIn(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.flatMap((block) => {
    const kind = kindOf(block);
    const id = kind === "call" || kind === "provider-call" ? stringAt(block, "id") : undefined;
    return id === undefined ? [] : [id];
  });
}
