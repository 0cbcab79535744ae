/** What a planned turn must come to, worked out from the plan and from what the model was sent: nothing of `src` is asked. */
import type { ScriptFormat } from "../../../src/simulator.ts";
import type { History } from "../../../src/index.ts";
import type { TurnRun } from "./turn-drive.ts";
import { argumentsOf, type PlannedCall, type PlannedMessage, type TurnPlan } from "./turn-plan.ts";

const farewell: PlannedMessage = { calls: [], end: { kind: "clean" }, fallbackBefore: null };

/** The message that a request is answered with. */
function messageAt({ messages }: TurnPlan, message: number): PlannedMessage {
  return messages[message] ?? farewell;
}

/** Whether the answer to a request is complete, with a stop that is none of the bad ones. */
function isClean(plan: TurnPlan, message: number): boolean {
  return messageAt(plan, message).end.kind === "clean";
}

/** The calls that count, with their places: the client's, from the model that finished the answer. */
function standingCalls(message: PlannedMessage): readonly (PlannedCall & { readonly index: number })[] {
  const { calls, fallbackBefore } = message;
  const from = fallbackBefore !== null && fallbackBefore < calls.length ? fallbackBefore : 0;
  return calls
    .map((call, index) => ({ ...call, index }))
    .filter(({ kind, index }) => kind !== "provider" && index >= from);
}

/** The calls of a message that may run, if the message stands. */
export function fittingCalls(plan: TurnPlan, message: number): readonly (PlannedCall & { readonly index: number })[] {
  if (!isClean(plan, message)) return [];
  return standingCalls(messageAt(plan, message)).filter(({ kind }) => kind === "fits");
}

/** Whether nobody knows what became of a call that ran like this. */
export function staysOpen({ tool, behavior }: PlannedCall): boolean {
  return tool === "pay" && ["throws", "throws-late", "hangs", "hangs-late"].includes(behavior);
}

type Move = "retry" | "goes-on" | "ends";

/** What followed a message, seen from the model: the same request again, another one, or none. */
function moveBehind({ requests }: TurnRun, message: number): Move {
  const [asked, next] = [requests[message], requests[message + 1]];
  if (asked === undefined || next === undefined) return "ends";
  return JSON.stringify(asked.body) === JSON.stringify(next.body) ? "retry" : "goes-on";
}

/** One line for each request that should not have been sent, or that is missing. */
export function complaints(run: TurnRun): readonly string[] {
  const { plan, requests } = run;
  const found: string[] = [];
  const walk = new Walk(plan);
  for (let message = 0; message < requests.length; message += 1) {
    const move = moveBehind(run, message);
    const expected = walk.expectedBehind(message, move);
    // A turn that was broken off may end anywhere.
    if (move !== expected && !(move === "ends" && plan.exit.kind !== "none")) {
      found.push(`message ${message}: ${move} instead of ${expected}`);
    }
  }
  return found;
}

/** Goes through a turn message by message, and counts what may happen a bounded number of times. */
class Walk {
  readonly #plan: TurnPlan;
  readonly #seen = new Set<string>();
  #corrections = 0;
  #payCorrections = 0;
  #hasHandedBack = false;
  #tries = 0;
  #isOpen = false;

  constructor(plan: TurnPlan) {
    this.#plan = plan;
  }

  expectedBehind(message: number, move: Move): Move {
    const expected = this.#decide(message);
    if (move === "retry") this.#tries += 1;
    else this.#tries = 0;
    if (move !== "retry" && fittingCalls(this.#plan, message).some(staysOpen)) this.#isOpen = true;
    return expected;
  }

  #decide(message: number): Move {
    const planned = messageAt(this.#plan, message);
    const { end } = planned;
    switch (end.kind) {
      case "clean":
        return this.#decideByCalls(planned);
      case "stop":
        return end.reason === "pause" ? "goes-on" : "ends";
      case "lost":
        return this.#retryOr("ends");
      case "error":
        return end.isPassing ? this.#retryOr("ends") : "ends";
      case "http":
        return end.status === 401 ? "ends" : this.#retryOr("ends");
    }
  }

  #retryOr(otherwise: Move): Move {
    return this.#tries < this.#plan.retries && !this.#isOpen ? "retry" : otherwise;
  }

  #decideByCalls(planned: PlannedMessage): Move {
    const calls = standingCalls(planned);
    const unfit = calls.filter(({ kind }) => kind !== "fits");
    if (unfit.length === 0) return calls.length > 0 ? "goes-on" : "ends";
    const isUnreadable = unfit.some(({ kind }) => kind === "unreadable" || kind === "incomplete");
    if (isUnreadable && (!this.#plan.handBackUnparseable || this.#hasHandedBack)) return this.#retryOr("ends");
    if (!this.#mayCorrect(unfit)) return isUnreadable ? this.#retryOr("ends") : "ends";
    this.#corrections += 1;
    if (unfit.some(isPay)) this.#payCorrections += 1;
    if (isUnreadable) this.#hasHandedBack = true;
    for (const call of unfit) this.#seen.add(sameness(call));
    return "goes-on";
  }

  #mayCorrect(unfit: readonly PlannedCall[]): boolean {
    const { corrections, payCorrections } = this.#plan;
    if (unfit.some((call) => this.#seen.has(sameness(call)))) return false;
    if (this.#corrections >= corrections) return false;
    return !unfit.some(isPay) || this.#payCorrections < (payCorrections ?? Infinity);
  }
}

function isPay({ kind, tool }: PlannedCall): boolean {
  return kind !== "unknown-tool" && tool === "pay";
}

/** Equal for calls that are wrong in the same way. */
function sameness(call: PlannedCall): string {
  return call.kind === "unknown-tool" ? "no_such_tool" : `${call.tool} ${argumentsOf(call)}`;
}

/** An answer to a call, as a history has it. */
export interface Answer {
  readonly id: string;
  readonly text: string;
}

/** The calls of a history and their answers, each in order. */
export function readHistory(
  wire: ScriptFormat,
  { messages }: History,
): { readonly calls: readonly string[]; readonly answers: readonly Answer[] } {
  const calls: string[] = [];
  const answers: Answer[] = [];
  for (const node of nodesOf(messages)) {
    if (isCall(wire, node)) calls.push(text(node[wire === "openai-responses" ? "call_id" : "id"]));
    const answered = node[ANSWER_IDS[wire]];
    if (isAnswer(wire, node)) answers.push({ id: text(answered), text: JSON.stringify(node) });
  }
  return { calls, answers };
}

type Node = Readonly<Record<string, unknown>>;

const ANSWER_IDS = {
  "anthropic-messages": "tool_use_id",
  "openai-chat": "tool_call_id",
  "openai-responses": "call_id",
} as const;

function isCall(wire: ScriptFormat, node: Node): boolean {
  if (wire === "openai-chat") return node["type"] === "function" && "function" in node;
  return node["type"] === (wire === "anthropic-messages" ? "tool_use" : "function_call");
}

function isAnswer(wire: ScriptFormat, node: Node): boolean {
  if (wire === "openai-chat") return node["role"] === "tool";
  return node["type"] === (wire === "anthropic-messages" ? "tool_result" : "function_call_output");
}

/** Every object in a value, from the outside in, in the order in which they stand. */
function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => nodesOf(item));
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
