import type { Effect } from "../ledger/effect.ts";
import { isObject } from "./tool-object.ts";
import type { ToolInput, ToolOptions } from "./tool.ts";

const OPTION_NAMES: Readonly<Record<keyof ToolOptions<ToolInput>, true>> = {
  name: true,
  description: true,
  input: true,
  jsonSchema: true,
  display: true,
  effect: true,
  intent: true,
  timeoutMs: true,
  corrections: true,
  reconcile: true,
  run: true,
};

const EFFECTS: Readonly<Record<Effect, true>> = { read: true, idempotent: true, once: true };

/** The alphabet is that of both; the length is the shorter one. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME_ALPHABET = /^[a-zA-Z0-9_-]+$/;

/**
 * Checks what a caller without types may get wrong, and gives a copy: what is changed on the options later changes no
 * tool. The schemas are checked elsewhere.
 *
 * @throws {TypeError} that says what to change.
 */
export function readOptions<Input extends ToolInput>(options: ToolOptions<Input>): ToolOptions<Input> {
  if (!isObject(options)) throw new TypeError("a tool needs options: tool({ name, description, input, run })");
  const copy = { ...options };
  checkName(copy.name);
  const label = `tool "${copy.name}"`;
  const unknown = Object.keys(copy).find((name) => !Object.hasOwn(OPTION_NAMES, name));
  if (unknown !== undefined) {
    throw new TypeError(`${label} has no option ${unknown}; there are ${Object.keys(OPTION_NAMES).join(", ")}`);
  }
  // No provider bounds its length any more: OpenAI's 1024 characters are gone
  // (https://github.com/run-llama/llama_index/pull/18784, read 2026-12-01).
  if (typeof copy.description !== "string" || copy.description.trim() === "") {
    throw new TypeError(
      `${label} needs a description: the model reads it to know what the tool does and when to call it`,
    );
  }
  checkFunctions(copy, label);
  checkNumbers(copy, label);
  checkEffect(copy, label);
  return copy;
}

/**
 * Anthropic takes `^[a-zA-Z0-9_-]{1,128}$` (https://github.com/modelcontextprotocol/modelcontextprotocol/issues/1345, the
 * text of the 400), OpenAI the same letters and at most 64 of them (openai@7.59.0, `FunctionDefinition.name`). Both read
 * 2026-12-01.
 */
function checkName(name: unknown): void {
  if (typeof name === "string" && NAME.test(name)) return;
  if (typeof name !== "string" || name === "") {
    throw new TypeError('a tool needs a name: tool({ name: "create_ticket", … })');
  }
  const shown = JSON.stringify(name.slice(0, 80));
  throw new TypeError(
    NAME_ALPHABET.test(name)
      ? `the tool name ${shown} has ${name.length} characters: OpenAI takes at most 64; shorten it`
      : `the tool name ${shown} is not one that Anthropic and OpenAI take: use letters from a to z, digits, _ and - alone`,
  );
}

function checkFunctions<Input extends ToolInput>(options: ToolOptions<Input>, label: string): void {
  const { run, intent, reconcile } = options;
  if (typeof run !== "function") throw new TypeError(`${label} needs run: async (args, { signal, intentKey }) => …`);
  if (intent !== undefined && typeof intent !== "function") {
    throw new TypeError(`intent of ${label} is a function that gives a key: (args, turn) => string`);
  }
  if (reconcile !== undefined && typeof reconcile !== "function") {
    throw new TypeError(`reconcile of ${label} is a function: (intentKey, record) => what became of it`);
  }
}

function checkNumbers<Input extends ToolInput>({ timeoutMs, corrections }: ToolOptions<Input>, label: string): void {
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0)) {
    throw new TypeError(
      `timeoutMs of ${label} is a positive, finite number of milliseconds, not ${String(timeoutMs)}; leave it out for no limit`,
    );
  }
  if (corrections !== undefined && !(Number.isSafeInteger(corrections) && corrections >= 0)) {
    throw new TypeError(`corrections of ${label} is a whole number from 0, not ${String(corrections)}`);
  }
}

/** What would never be called is a misunderstanding of what the tool does. */
function checkEffect<Input extends ToolInput>(options: ToolOptions<Input>, label: string): void {
  const { effect = "once", intent, reconcile } = options;
  if (!Object.hasOwn(EFFECTS, effect)) {
    throw new TypeError(`effect of ${label} is "read", "idempotent" or "once", not ${JSON.stringify(effect)}`);
  }
  if (effect === "read" && intent !== undefined) {
    throw new TypeError(`${label} only reads, so nothing is asked for its intent: leave intent out, or change effect`);
  }
  if (effect !== "once" && reconcile !== undefined) {
    throw new TypeError(
      `${label} is ${effect}, so it is never in doubt and nothing asks its reconcile: leave it out, or say effect: "once"`,
    );
  }
}
