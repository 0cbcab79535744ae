import type { Script, ScriptFormat } from "../../src/simulator/script/script.ts";
import type { Step } from "../../src/simulator/script/step.ts";
import type { Random } from "./random.ts";

/** The tools; each does something that must not be done twice. */
export const toolNames = ["pay", "tip"] as const;

/** @see toolNames */
export type ToolName = (typeof toolNames)[number];

/** A call that the model makes; the misfit is a `tip` that does not fit its schema. */
type Said = ToolName | "misfit";

/** What a person asks for in a turn. */
export interface Story {
  /** How often each tool is meant to act. */
  readonly meant: Readonly<Record<ToolName, number>>;
  /** Ways in which the model goes about it: the calls of one message after the other. */
  readonly ways: readonly Way[];
}

/** The calls of one message after the other. */
export type Way = readonly (readonly Said[])[];

const payment: Story = { meant: { pay: 1, tip: 0 }, ways: [[["pay"]]] };
const twoPayments: Story = { meant: { pay: 2, tip: 0 }, ways: [[["pay", "pay"]], [["pay"], ["pay"]]] };
const paymentAndTip: Story = { meant: { pay: 1, tip: 1 }, ways: [[["pay", "misfit"], ["tip"]], [["pay", "tip"]]] };
const stories = [payment, twoPayments, paymentAndTip] as const;

/** What the person of this turn asks for: the same in every process. */
export function storyAt(place: number): Story {
  return stories[place % stories.length] ?? payment;
}

/** Whether the tools of this turn can be asked what became of an effect; of the others nobody will know. */
export function canBeAsked(place: number): boolean {
  return place % 2 === 1;
}

/** One wire or another. */
export function someWire(random: Random): ScriptFormat {
  return wires[random.below(wires.length)] ?? "openai-chat";
}

const wires = ["anthropic-messages", "openai-chat", "openai-responses"] as const;

/** Says these calls in words that were never said before; none are the end of the turn. */
export function scriptOf(format: ScriptFormat, calls: readonly Said[], random: Random): Script {
  const finish: readonly Step[] = [
    { kind: "stop", reason: calls.length === 0 ? "end" : "calls" },
    ...(format === "openai-responses" ? [] : [{ kind: "done" } as const]),
  ];
  return {
    format,
    chunking: { random: 1 + random.below(12) },
    transport: { random: 100 + random.below(400) },
    steps: [{ kind: "text", text: "One moment." }, ...calls.map((said) => callOf(said, random)), ...finish],
  };
}

/** The same arguments, written in one way or another. */
function callOf(said: Said, random: Random): Step {
  const fields = ['"to":"Ada"', said === "misfit" ? '"cents": "a few"' : '"cents": 500'];
  const text = `{${" ".repeat(random.below(3))}${(random.below(2) === 0 ? fields : fields.toReversed()).join(", ")}}`;
  return { kind: "call", name: said === "misfit" ? "tip" : said, arguments: text };
}

/** The same, with the connection lost somewhere; where everything was said by then, nothing is lost. */
export function losing(script: Script, random: Random): Script {
  return { ...script, cut: { byte: 1 + random.below(2500), end: { kind: "reset" } } };
}
