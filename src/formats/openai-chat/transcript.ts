/**
 * What one message said beside its calls: what the next request must repeat, and no event carries.
 *
 * Owns: texts, reasoning, signatures. Does not own: the calls and their arguments (the outcomes have them).
 *
 * - T1 What comes behind the end of the message is not taken down, also within the record that ends it.
 * - T2 No text has half a character: a pair of surrogates may be split between two deltas, and its second half never come.
 *   Written as JSON it is an escape that hosts refuse.
 */
import type { CallEvent } from "../../protocol/call-event.ts";
import { createTextPieces, type TextPieces } from "../../wire/text-pieces.ts";
import type { JsonObject } from "../dialect.ts";
import { isFields, listAt, stringAt, type Fields } from "../fields.ts";
import type { DeltaListener } from "./openai-chat.ts";
import { mergeExtras } from "./merge-extras.ts";
import { createReasoningDetails } from "./reasoning-details.ts";

/** Takes down one message while it is read. */
export interface Transcript extends DeltaListener {
  hear(event: CallEvent): void;
  /** The message is over. */
  close(): void;
  readonly text: string;
  /** The words in which the model refused. */
  readonly refusal: string;
  /** The reasoning, each field under the name that it came with. */
  readonly reasoning: JsonObject;
  /** What came with the message as a whole; `undefined` where nothing did. */
  readonly extras: Fields | undefined;
  /** What came with the call at this place of the order of announcement. */
  extrasOf(index: number): Fields | undefined;
}

/** Makes the transcript of one message. */
export function createTranscript(): Transcript {
  return new MessageTranscript();
}

/**
 * Google's look-alike sends the signature of a thought in here, also in a delta of its own, and refuses a call that comes
 * back without it (https://ai.google.dev/gemini-api/docs/thought-signatures, 2026-12-01).
 */
const EXTRAS = "extra_content";

class MessageTranscript implements Transcript {
  extras: Fields | undefined;
  readonly #text = createTextPieces();
  readonly #refusal = createTextPieces();
  readonly #reasoningContent = createTextPieces();
  #hasReasoningContent = false;
  readonly #reasoning = createTextPieces();
  readonly #details = createReasoningDetails();
  /** The reader's numbers in the order of announcement. */
  readonly #announced: number[] = [];
  readonly #extras = new Map<number, Fields>();
  #isOver = false;

  get text(): string {
    return this.#text.text.toWellFormed();
  }

  get refusal(): string {
    return this.#refusal.text.toWellFormed();
  }

  get reasoning(): JsonObject {
    const reasoning = this.#reasoning.text.toWellFormed();
    const details = this.#details.all;
    return {
      // DeepSeek asks for the field beside every call, also where it was sent empty; Groq refuses an empty `reasoning`.
      ...(this.#hasReasoningContent ? { reasoning_content: this.#reasoningContent.text.toWellFormed() } : {}),
      ...(reasoning === "" ? {} : { reasoning }),
      ...(details.length === 0 ? {} : { reasoning_details: details }),
    };
  }

  extrasOf(index: number): Fields | undefined {
    const call = this.#announced[index];
    return call === undefined ? undefined : this.#extras.get(call);
  }

  onDelta(delta: Fields): void {
    if (this.#isOver) return;
    appendAt(this.#refusal, delta, "refusal");
    if (appendAt(this.#reasoningContent, delta, "reasoning_content")) this.#hasReasoningContent = true;
    appendAt(this.#reasoning, delta, "reasoning");
    for (const detail of listAt(delta, "reasoning_details")) this.#details.take(detail);
    const extras = delta[EXTRAS];
    if (isFields(extras)) this.extras = mergeExtras(this.extras, extras);
  }

  onCall(entry: Fields, call: number): void {
    const extras = entry[EXTRAS];
    if (this.#isOver || !isFields(extras)) return;
    this.#extras.set(call, mergeExtras(this.#extras.get(call), extras));
  }

  hear(event: CallEvent): void {
    if (this.#isOver) return;
    if (event.type === "text") this.#text.append(event.text);
    else if (event.type === "call-start" || event.type === "call-name") this.#enter(event);
  }

  close(): void {
    this.#isOver = true;
  }

  /** A call enters the roll once its id or its name is known. */
  #enter(said: { readonly call: number; readonly id: string | null; readonly name: string | null }): void {
    if (said.id === null && said.name === null) return;
    if (!this.#announced.includes(said.call)) this.#announced.push(said.call);
  }
}

/** Says whether there was a text, if only an empty one. */
function appendAt(pieces: TextPieces, delta: Fields, key: string): boolean {
  const piece = stringAt(delta, key);
  if (piece === undefined) return false;
  if (piece !== "") pieces.append(piece);
  return true;
}
