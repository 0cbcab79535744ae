import type { Move } from "../script/move.ts";
import type { Envelope, Json, JsonObject } from "../script/script.ts";
import type { StopReason } from "../script/step.ts";
import { stopWord } from "./voice.ts";

/** How a response stands or ended. */
export interface Terminal {
  readonly status: string;
  readonly error?: JsonObject;
  readonly incompleteReason?: string;
}

/** What a response object repeats of what was told. */
interface Facts {
  readonly envelope: Envelope;
  readonly id: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const STATUSES = new Set(["completed", "failed", "cancelled", "queued", "in_progress"]);

const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  calls: "completed",
  end: "completed",
  "stop-sequence": "completed",
  ceiling: "max_output_tokens",
  "context-window": "max_output_tokens",
  refusal: "completed",
  filter: "content_filter",
  pause: "steered",
  failed: "failed",
};

/** Reads a stop as this wire's: a status, or the reason of an incomplete response. */
export function readTerminal(move: Move<"stop">): Terminal {
  const word = stopWord("openai-responses", move, STOP_WORDS);
  if (!STATUSES.has(word)) {
    return { status: "incomplete", incompleteReason: word };
  }
  const failure = move.details ?? { code: "server_error", message: "The model could not go on." };
  return word === "failed" ? { status: word, error: failure } : { status: word };
}

/** Writes the response object. `output` is left out when it is `null`. */
export function writeResponse(facts: Facts, terminal: Terminal, output: readonly Json[] | null): JsonObject {
  const { envelope, inputTokens, outputTokens } = facts;
  const hasUsage = terminal.status === "completed" || terminal.status === "incomplete";
  const usage: JsonObject = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
  return {
    id: facts.id,
    object: "response",
    created_at: envelope.created ?? 1_796_000_000,
    status: terminal.status,
    error: terminal.error ?? null,
    incomplete_details: terminal.incompleteReason === undefined ? null : { reason: terminal.incompleteReason },
    instructions: null,
    max_output_tokens: envelope.maxOutputTokens ?? null,
    model: envelope.model ?? "gpt-6.2",
    ...(output === null ? {} : { output }),
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    truncation: "disabled",
    usage: hasUsage ? usage : null,
    metadata: {},
  };
}
