import type { CallAnswer } from "../../protocol/answer.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import type { JsonObject, SettledMessage } from "../dialect.ts";
import { stringAt, type Fields } from "../fields.ts";
import type { IdRegister } from "../id-register.ts";
import { fitToolName } from "../tool-name.ts";
import { inputOfCall, inputOfProviderCall } from "./call-input.ts";
import { kindOf } from "./message-blocks.ts";
import { leftOutBlock } from "./notes.ts";
import type { TakenBlock, Transcript } from "./transcript.ts";

/** What a message adds to its history: the model's content, and the results of its calls in the order of the calls. */
export interface WrittenBlocks {
  readonly content: readonly JsonObject[];
  readonly results: readonly JsonObject[];
}

/** What the blocks are written from. */
export interface WritingScope {
  readonly transcript: Transcript;
  readonly settled: SettledMessage;
  readonly ids: IdRegister;
  readonly isPaused: boolean;
}

/** Writes the blocks of a message one by one; what they are to each other is not looked at here. */
export function writeBlocks(scope: WritingScope): WrittenBlocks {
  const { blocks } = scope.transcript;
  const lastFallback = blocks.findLastIndex(({ fields }) => kindOf(fields) === "fallback");
  const written = blocks.map((block, place) => {
    const { call, fields } = block;
    if (call !== null) return writeCall(fields, outcomeOf(call, scope), scope);
    return writeContent(block, place < lastFallback);
  });
  return {
    content: written.flatMap(({ content }) => content),
    results: written.flatMap(({ results }) => results),
  };
}

/** From the text of the API's 400 answers. */
const MAX_NAME_CHARS = 128;

const NOTHING: WrittenBlocks = { content: [], results: [] };

function outcomeOf(call: number, { transcript, settled }: WritingScope): Outcome | undefined {
  const place = transcript.placeOf(call);
  return place === null ? undefined : settled.outcomes[place];
}

function writeCall(fields: Fields, outcome: Outcome | undefined, scope: WritingScope): WrittenBlocks {
  // Beyond `maxCalls` a call is not announced.
  if (outcome === undefined) return NOTHING;
  if (outcome.kind === "observed") {
    const input = inputOfProviderCall(outcome.call, fields["input"]);
    return alone(input === null ? leftOutBlock(outcome) : { ...fields, input });
  }
  const answer = scope.settled.answers.get(outcome.call.index);
  if (answer !== undefined && !scope.isPaused) return writeAnswered(fields, outcome, { answer, ids: scope.ids });
  // The model that paused goes on by itself, and makes the call again if it still wants it.
  return scope.isPaused ? NOTHING : alone(leftOutBlock(outcome));
}

function writeAnswered(
  fields: Fields,
  outcome: Outcome,
  { answer, ids }: { readonly answer: CallAnswer; readonly ids: IdRegister },
): WrittenBlocks {
  const id = ids.take(outcome.call.id);
  // A member of a toolset is paired with its result by the toolset as well.
  const toolset = stringAt(fields, "toolset_name");
  const result = {
    type: "tool_result",
    tool_use_id: id,
    ...(toolset === undefined ? {} : { toolset_name: toolset }),
    content: answer.text,
    ...(answer.isError ? { is_error: true } : {}),
  };
  const call = {
    ...fields,
    type: "tool_use",
    id,
    name: fitToolName(outcome.call.name, MAX_NAME_CHARS),
    input: inputOfCall(outcome),
  };
  return { content: [call], results: [result] };
}

function writeContent(block: TakenBlock, isDeclined: boolean): WrittenBlocks {
  return mayGoBack(block, isDeclined) ? alone(block.fields) : NOTHING;
}

/** `isDeclined` marks what a model said that then refused. Its thinking is left out with its calls; its words stay. */
function mayGoBack(block: TakenBlock, isDeclined: boolean): boolean {
  const kind = kindOf(block.fields);
  // A blank text is refused.
  if (kind === "text") return (stringAt(block.fields, "text") ?? "").trim() !== "";
  if (kind === "thinking") return !isDeclined && isWholeThinking(block);
  return !block.isMangled && stringAt(block.fields, "type") !== undefined;
}

/** Thinking is verified by its signature: it goes back unchanged or not at all. */
function isWholeThinking({ fields, isClosed, isMangled }: TakenBlock): boolean {
  if (!isClosed || isMangled) return false;
  return (stringAt(fields, "signature") ?? stringAt(fields, "data") ?? "") !== "";
}

function alone(block: JsonObject): WrittenBlocks {
  return { content: [block], results: [] };
}
