import type { Finding, HistoryRule } from "../history-rule.ts";
import { textOf } from "../request-body.ts";
import { anthropicRule, type Block, type Conversation, found, type Message } from "./conversation.ts";

/** Calls that the provider runs, and their results in the model's own turn. */
export const serverToolRules: readonly HistoryRule[] = [
  anthropicRule({
    name: "server-result-without-call",
    title: "The result of a server tool stands behind its server_tool_use, in the same turn of the assistant.",
    source: "https://github.com/anthropics/claude-code/issues/64383",
    find: (conversation) => readTurns(conversation).flatMap(resultsWithoutCall),
  }),
  anthropicRule({
    name: "server-call-unanswered",
    title: "A turn that is over has the result of every server tool that it called.",
    source: "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons",
    find: (conversation) =>
      readTurns(conversation)
        // The last turn may wait for the provider: paused, or for the client's results.
        .slice(0, -1)
        .flatMap(callsWithoutResult),
  }),
];

/** Says whether the provider, not the client, runs what this block calls or answers. */
export function isServerBlock(block: Block): boolean {
  return isServerCall(block) || isServerResult(block);
}

/** Says whether a message continues the assistant's turn: the assistant's own, or results and nothing else. */
export function continuesTurn({ role, blocks }: Message): boolean {
  return role === "assistant" || (blocks.length > 0 && blocks.every((block) => block.type === "tool_result"));
}

/** The blocks of each turn of the assistant. Whatever the person says begins the next. */
function readTurns({ messages }: Conversation): readonly (readonly Block[])[] {
  const turns: Block[][] = [[]];
  for (const message of messages) {
    if (!continuesTurn(message)) {
      turns.push([]);
    } else if (message.role === "assistant") {
      turns.at(-1)?.push(...message.blocks);
    }
  }
  return turns;
}

function isServerCall({ type }: Block): boolean {
  return type === "server_tool_use" || type === "mcp_tool_use";
}

function isServerResult({ type }: Block): boolean {
  return type.endsWith("_tool_result");
}

function callOf(result: Block): string {
  return textOf(result.value["tool_use_id"]);
}

function resultsWithoutCall(turn: readonly Block[]): readonly Finding[] {
  const called = new Set<string>();
  const findings: Finding[] = [];
  for (const block of turn) {
    if (isServerCall(block)) {
      called.add(textOf(block.value["id"]));
    } else if (isServerResult(block) && !called.has(callOf(block))) {
      const call = block.type === "mcp_tool_result" ? "mcp_tool_use" : "server_tool_use";
      const what =
        `unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${callOf(block)}. Each \`${block.type}\` block ` +
        `must have a corresponding \`${call}\` block before it.`;
      findings.push(found(block.path, what));
    }
  }
  return findings;
}

function callsWithoutResult(turn: readonly Block[]): readonly Finding[] {
  const answered = new Set(turn.filter(isServerResult).map(callOf));
  return turn
    .filter((block) => isServerCall(block) && !answered.has(textOf(block.value["id"])))
    .map((call) => {
      const name = textOf(call.value["name"]);
      const id = textOf(call.value["id"]);
      const result = call.type === "mcp_tool_use" ? "mcp_tool_result" : `${name}_tool_result`;
      return found(
        call.path,
        `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${result}\` block`,
      );
    });
}
