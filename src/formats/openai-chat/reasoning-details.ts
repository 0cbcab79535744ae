import { isFields, isSaid, stringAt, type Fields } from "../fields.ts";

/**
 * The blocks of reasoning that OpenRouter sends in pieces and asks to be sent back in their order
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens, 2026-12-01).
 */
export interface ReasoningDetails {
  /** Takes one entry of `reasoning_details`. */
  take(detail: unknown): void;
  readonly all: readonly Fields[];
}

/** Where the text of a block stands, by its type. The others come whole. */
const TEXT_KEYS: ReadonlyMap<unknown, string> = new Map([
  ["reasoning.text", "text"],
  ["reasoning.summary", "summary"],
]);

/** Makes an empty list. */
export function createReasoningDetails(): ReasoningDetails {
  const blocks: Block[] = [];
  return {
    take(detail) {
      if (!isFields(detail)) return;
      const last = blocks.at(-1);
      if (last !== undefined && continues(last.fields, detail)) addTo(last, detail);
      else blocks.push(openBlock(detail));
    },
    get all() {
      return blocks.map(written);
    },
  };
}

interface Block {
  fields: Fields;
  readonly textKey: string | undefined;
  /** Joined when it is read: a string that grows piece by piece takes many times its own room. */
  readonly pieces: string[];
}

function openBlock(detail: Fields): Block {
  const textKey = TEXT_KEYS.get(detail["type"]);
  const text = textKey === undefined ? undefined : stringAt(detail, textKey);
  return { fields: detail, textKey, pieces: text === undefined ? [] : [text] };
}

function continues(last: Fields, detail: Fields): boolean {
  return TEXT_KEYS.has(detail["type"]) && last["type"] === detail["type"] && last["index"] === detail["index"];
}

/** The signature of a block comes with its last piece. */
function addTo(block: Block, detail: Fields): void {
  const said = Object.entries(detail).filter(([, value]) => isSaid(value));
  block.fields = { ...block.fields, ...Object.fromEntries(said) };
  const text = block.textKey === undefined ? undefined : stringAt(detail, block.textKey);
  if (text !== undefined) block.pieces.push(text);
}

function written({ fields, textKey, pieces }: Block): Fields {
  return textKey === undefined || pieces.length === 0
    ? fields
    : { ...fields, [textKey]: pieces.join("").toWellFormed() };
}
