import type { Playable, PlayRequest, Script, Step } from "rollcall/simulator";
import { lastWords } from "./last-words.ts";

/** What the simulator plays beside its own scenarios: an assistant that goes by the words of the person. */
export const scripts: Readonly<Record<string, Playable>> = {
  assistant: (request) => (request.answers > 0 ? closing(request) : answer(request)),
  "pay-then-cut": (request) => (request.answers > 0 ? cutOff(request) : answer(request)),
};

const CLOSING = "That is done. What really happened stands in the tables beside this.";
const HELP =
  "I can open a ticket, send a payment, or find a customer. " +
  "Try: “Pay Ada Byron 40”, “Find Harbor Print Shop”, or describe what does not work.";

function answer(request: PlayRequest): Script {
  const text = lastWords(request.body);
  const call = callFor(text);
  if (call === null) return script(request, [say(HELP), ...finish(request, "end")]);
  return script(request, [say(call.preamble), call.step, ...finish(request, "calls")]);
}

function closing(request: PlayRequest): Script {
  return script(request, [say(CLOSING), ...finish(request, "end")]);
}

/** The words behind the results never come to their end. */
function cutOff(request: PlayRequest): Script {
  return { ...script(request, [say("The payment is on its way, and")]), end: { kind: "reset" } };
}

interface Called {
  readonly preamble: string;
  readonly step: Step;
}

function callFor(text: string): Called | null {
  if (/\b(?:pay|send|transfer)\b/iu.test(text)) {
    return { preamble: "I'll send that payment now.", step: callOf("send_payment", paymentIn(text)) };
  }
  if (/\b(?:find|who|customer)\b/iu.test(text)) {
    return { preamble: "I'll look that up.", step: callOf("find_customer", { query: queryIn(text) }) };
  }
  if (text.trim().split(/\s+/u).length < 3) return null;
  return { preamble: "I'll create that ticket for you now.", step: callOf("create_ticket", ticketIn(text)) };
}

function callOf(name: string, args: object): Step {
  return { kind: "call", name, arguments: JSON.stringify(args) };
}

function paymentIn(text: string): object {
  const amount = Number(/\d+(?:[.,]\d+)?/u.exec(text)?.[0]?.replace(",", ".") ?? "120.5");
  const to = /(?:pay|to) +((?:\p{Lu}[\p{L}-]*)(?: +\p{Lu}[\p{L}-]*)*)/iu.exec(text)?.[1] ?? "";
  const memo = /\bmemo:? +(.+)$/iu.exec(text)?.[1] ?? "Invoice 2291, account DE02 1203 0000";
  return { to: capitalized(to), amount: amount > 0 ? amount : 120.5, memo };
}

/** Names begin with a capital letter; what follows them does not. */
function capitalized(words: string): string {
  const name = words.split(/ +/u).filter((word) => /^\p{Lu}/u.test(word));
  return name.length === 0 ? "Harbor Print Shop" : name.join(" ");
}

function queryIn(text: string): string {
  const name = text
    .split(/[^\p{L}-]+/u)
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word));
  return name.length === 0 ? "Harbor Print Shop" : name.join(" ");
}

function ticketIn(text: string): object {
  const [first = text] = text.split(/(?<=[.!?])\s/u);
  const title = first.length > 60 ? `${first.slice(0, 59)}…` : first.replace(/[.!?]$/u, "");
  const priority = /urgent|now|blocked/iu.test(text) ? "urgent" : "normal";
  return { project: "Web", title, priority, description: text };
}

function say(text: string): Step {
  return { kind: "text", text };
}

function script(request: PlayRequest, steps: readonly Step[]): Script {
  return {
    format: request.format,
    ...(request.format === "openai-chat" && request.wantsUsage ? { envelope: { usageNull: true } } : {}),
    steps,
  };
}

/** The stop, the usage where it is due, the end marker. */
function finish(request: PlayRequest, reason: "calls" | "end"): readonly Step[] {
  const stop: Step = { kind: "stop", reason };
  if (request.format === "openai-responses") return [stop];
  const usage: readonly Step[] = request.format === "openai-chat" && request.wantsUsage ? [{ kind: "usage" }] : [];
  return [stop, ...usage, { kind: "done" }];
}
