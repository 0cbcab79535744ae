import type { Block, TurnView } from "../blocks/block.ts";
import type { Words } from "../words/words.ts";

/** So many names are said before the rest is counted. */
const MAX_NAMES = 3;

/** Something that has ended, as it is spoken. */
export interface SpokenEnding {
  readonly key: string;
  /** The tool; `null` for what is said of the whole message or turn. */
  readonly tool: string | null;
  readonly statement: string;
}

/** What has ended in a view, from top to bottom. A text that ended well says nothing. */
export function endingsOf(view: TurnView): readonly SpokenEnding[] {
  return view.blocks.flatMap((block) => endingOf(block));
}

function endingOf(block: Block): readonly SpokenEnding[] {
  switch (block.kind) {
    case "text":
    case "reasoning":
      return [];
    case "call":
      return block.statement === null ? [] : [{ key: block.key, tool: block.tool, statement: block.statement }];
    case "notice":
      return [{ key: block.key, tool: null, statement: block.statement }];
  }
}

/** Says endings that came together in one sentence, such as `create_ticket, send_mail — not run (connection lost)`. */
export function speak(endings: readonly SpokenEnding[], words: Words): string {
  const toolsByStatement = new Map<string, string[]>();
  for (const { tool, statement } of endings) {
    const tools = toolsByStatement.get(statement) ?? [];
    toolsByStatement.set(statement, tool === null ? tools : [...tools, tool]);
  }
  return [...toolsByStatement]
    .map(([statement, tools]) => (tools.length === 0 ? statement : `${listed(tools, words)} — ${statement}`))
    .join(words.tally.semicolon);
}

function listed(tools: readonly string[], { tally }: Words): string {
  const names = tools.slice(0, MAX_NAMES).join(tally.comma);
  return tools.length > MAX_NAMES ? `${names}${tally.more(tools.length - MAX_NAMES)}` : names;
}
