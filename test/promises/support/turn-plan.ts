import fc from "fast-check";

import type { Script, ScriptFormat, Step } from "../../../src/simulator.ts";

/** What a tool does when a call of it runs. `throws-late` has had its effect before it throws. */
export type Behavior = "works" | "works-late" | "throws" | "throws-late" | "declines" | "hangs" | "hangs-late";

/** What a planned call is worth. */
export type CallKind =
  | "fits"
  /** Its arguments break the schema; `value` says which wrong value it is. */
  | "misfit"
  | "unknown-tool"
  /** Its arguments are no JSON. */
  | "unreadable"
  /** Its arguments break off. */
  | "incomplete"
  /** The provider runs it, and brings the result along. Not on Chat Completions. */
  | "provider";

export interface PlannedCall {
  readonly kind: CallKind;
  readonly tool: "pay" | "look" | "set";
  /** Equal calls have equal values. */
  readonly value: number;
  readonly behavior: Behavior;
}

/** How a planned message ends. */
export type PlannedEnd =
  | { readonly kind: "clean" }
  /** A stop that is none, or a pause. */
  | { readonly kind: "stop"; readonly reason: "ceiling" | "refusal" | "pause" | "unknown" }
  /** The connection, in the argument text of the client's last call, or behind all that was said. */
  | { readonly kind: "lost"; readonly how: "eof" | "fin" | "reset" | "silence" | "pings" }
  /** An error in the stream, behind the calls. */
  | { readonly kind: "error"; readonly isPassing: boolean }
  /** An HTTP error instead of a stream. */
  | { readonly kind: "http"; readonly status: 401 | 429 | 500 };

export interface PlannedMessage {
  readonly calls: readonly PlannedCall[];
  readonly end: PlannedEnd;
  /** Before which call another model takes over (Anthropic). */
  readonly fallbackBefore: number | null;
}

/** How a turn is broken off, if it is: when so many events were taken. */
export type Exit =
  | { readonly kind: "none" }
  | { readonly kind: "abort" | "leave" | "drain"; readonly afterEvents: number }
  | { readonly kind: "abort-before" };

/** One turn, as data. Behind the last message the model says goodbye. */
export interface TurnPlan {
  readonly wire: ScriptFormat;
  readonly messages: readonly PlannedMessage[];
  readonly corrections: number;
  /** The bound of `pay`, where it has one of its own. */
  readonly payCorrections: number | null;
  readonly retries: number;
  readonly handBackUnparseable: boolean;
  readonly maxParallel: number;
  /** Every message gives its calls the same ids. */
  readonly reusesIds: boolean;
  /** Ids, and names of tools that are not there, are longer than any API takes. */
  readonly isLong: boolean;
  /** The provider's searches wait for the client (Anthropic): they have no result. */
  readonly leavesOpen: boolean;
  /** The provider keeps the conversation (Responses). */
  readonly isStored: boolean;
  readonly exit: Exit;
}

const wires: readonly ScriptFormat[] = ["anthropic-messages", "openai-chat", "openai-responses"];

const LONG = "x".repeat(100);

/** The id of a call in its message. */
export function idOf(plan: TurnPlan, message: number, call: number): string {
  const id = plan.reusesIds ? `call_${call}` : `call_m${message}c${call}`;
  return plan.isLong ? `${id}_${LONG}` : id;
}

/** Words that stand in no other message. */
export function wordsOf(message: number): string {
  return `These are the words of message ${message}.`;
}

/** The argument text of a call. Every tool takes one positive integer `value`. */
export function argumentsOf({ kind, value }: PlannedCall): string {
  switch (kind) {
    case "fits":
    case "unknown-tool":
    case "provider":
      return `{"value":${value}}`;
    case "misfit":
      return `{"value":"wrong ${value}"}`;
    case "unreadable":
      return `{"value":${value}]`;
    case "incomplete":
      return `{"value":${value}`;
  }
}

/** The script of one message. */
export function scriptOf(plan: TurnPlan, message: number): Script {
  const { wire } = plan;
  const planned = plan.messages[message];
  const envelope = { id: `${wire === "openai-responses" ? "resp" : "msg"}_${message}` };
  if (planned === undefined) return { format: wire, envelope, steps: [say(message), ...stopSteps(wire, "end")] };
  const { calls, end, fallbackBefore } = planned;
  if (end.kind === "http") return { format: wire, steps: [], refusal: refusalOf(wire, end.status) };
  // Claude pauses where the provider's own tools are at work.
  const paused = end.kind === "stop" && end.reason === "pause" ? searchSteps(`paused_${message}`) : [];
  const steps: Step[] = [say(message), ...paused];
  calls.forEach((call, index) => {
    if (index === fallbackBefore) steps.push({ kind: "fallback", from: "one", to: "other", category: null });
    const id = idOf(plan, message, index);
    steps.push(...(call.kind === "provider" ? searchIn(plan, id) : [clientCall(plan, call, id)]));
  });
  switch (end.kind) {
    case "clean":
      return { format: wire, envelope, steps: [...steps, ...stopSteps(wire, calls.length > 0 ? "calls" : "end")] };
    case "stop":
      return { format: wire, envelope, steps: [...steps, ...stopSteps(wire, end.reason)] };
    case "error":
      return { format: wire, envelope, steps: [...steps, errorStep(wire, end.isPassing)] };
    case "lost": {
      const last = calls.findLastIndex(({ kind }) => kind !== "provider");
      const lost = end.how === "pings" ? { kind: end.how, everyMs: 200 } : { kind: end.how };
      if (last === -1) return { format: wire, envelope, steps, end: lost };
      return { format: wire, envelope, steps, cut: { call: last, byte: 3, end: lost } };
    }
  }
}

function say(message: number): Step {
  return { kind: "text", text: wordsOf(message) };
}

function clientCall({ isLong }: TurnPlan, call: PlannedCall, id: string): Step {
  const missing = isLong ? `no_such_tool_${LONG}` : "no_such_tool";
  return { kind: "call", id, name: call.kind === "unknown-tool" ? missing : call.tool, arguments: argumentsOf(call) };
}

function searchIn({ wire, leavesOpen }: TurnPlan, id: string): readonly Step[] {
  if (wire === "openai-responses") {
    const extra = { action: { type: "search", query: "weather" } };
    return [{ kind: "call", itemId: `ws_${id}`, name: "web_search", type: "web_search_call", extra }];
  }
  return searchSteps(id).slice(0, leavesOpen ? 1 : 2);
}

/** A search that Anthropic runs, with its result. */
function searchSteps(id: string): readonly Step[] {
  const found = { type: "web_search_result", title: "t", url: "https://a.example", encrypted_content: "eA==" };
  return [
    {
      kind: "call",
      id: `srvtoolu_${id}`,
      name: "web_search",
      type: "server_tool_use",
      arguments: '{"query":"weather"}',
    },
    { kind: "result", type: "web_search_tool_result", content: [{ ...found, page_age: null }] },
  ];
}

function stopSteps(
  wire: ScriptFormat,
  reason: "calls" | "end" | "ceiling" | "refusal" | "pause" | "unknown",
): readonly Step[] {
  const stop: Step =
    reason === "unknown"
      ? { kind: "stop", word: "solar_flare" }
      : { kind: "stop", reason: wire !== "anthropic-messages" && reason === "refusal" ? "filter" : reason };
  return wire === "openai-responses" ? [stop] : [stop, { kind: "done" }];
}

function errorStep(wire: ScriptFormat, isPassing: boolean): Step {
  if (wire === "anthropic-messages") {
    const type = isPassing ? "overloaded_error" : "invalid_request_error";
    return { kind: "error", error: { type, message: "It failed." } };
  }
  const code = isPassing ? "server_error" : "invalid_prompt";
  return { kind: "error", error: { type: code, code, message: "It failed.", param: null } };
}

function refusalOf(wire: ScriptFormat, status: 401 | 429 | 500): NonNullable<Script["refusal"]> {
  const headers = status === 429 ? { "retry-after": "2" } : {};
  if (wire === "anthropic-messages") {
    const types = { 401: "authentication_error", 429: "rate_limit_error", 500: "api_error" };
    return { status, headers, body: { type: "error", error: { type: types[status], message: "It failed." } } };
  }
  const codes = { 401: "invalid_api_key", 429: "rate_limit_exceeded", 500: null };
  return { status, headers, body: { error: { message: "It failed.", type: "x", param: null, code: codes[status] } } };
}

const behavior = fc.constantFrom<Behavior>(
  "works",
  "works",
  "works",
  "works-late",
  "throws",
  "throws-late",
  "declines",
  "hangs",
  "hangs-late",
);

const fitting = fc.constant<CallKind>("fits");
const anyKind = fc.constantFrom<CallKind>(
  "fits",
  "fits",
  "fits",
  "misfit",
  "misfit",
  "unknown-tool",
  "unreadable",
  "incomplete",
  "provider",
);

function callOf(wire: ScriptFormat, kinds: fc.Arbitrary<CallKind>): fc.Arbitrary<PlannedCall> {
  return fc
    .record({
      kind: kinds,
      tool: fc.constantFrom("pay", "pay", "pay", "look", "set"),
      value: fc.constantFrom(1, 1, 2, 3),
      behavior,
    })
    .map((call) => (wire === "openai-chat" && call.kind === "provider" ? { ...call, kind: "fits" } : call));
}

const clean = fc.constant<PlannedEnd>({ kind: "clean" });
const otherEnd: fc.Arbitrary<PlannedEnd> = fc.oneof(
  fc.record({
    kind: fc.constant("stop" as const),
    reason: fc.constantFrom("ceiling", "refusal", "pause", "unknown"),
  }),
  {
    arbitrary: fc.record({
      kind: fc.constant("lost" as const),
      how: fc.constantFrom("eof", "fin", "reset", "silence", "pings"),
    }),
    weight: 2,
  },
  fc.record({ kind: fc.constant("error" as const), isPassing: fc.boolean() }),
  fc.record({ kind: fc.constant("http" as const), status: fc.constantFrom(401, 429, 500) }),
);

/** A message; only Anthropic pauses, and only there another model takes over. */
function messageOf(wire: ScriptFormat, ends: fc.Arbitrary<PlannedEnd>): fc.Arbitrary<PlannedMessage> {
  const kinds = fc.oneof({ arbitrary: fitting, weight: 2 }, { arbitrary: anyKind, weight: 3 });
  return fc
    .record({
      calls: fc.array(callOf(wire, kinds), { maxLength: 4, size: "max" }),
      end: ends,
      fallbackBefore: fc.option(fc.nat(2), { freq: 8 }),
    })
    .map((message) => {
      const { end } = message;
      const isPause = end.kind === "stop" && end.reason === "pause";
      return {
        ...message,
        end: isPause && wire !== "anthropic-messages" ? { kind: "stop", reason: "ceiling" } : end,
        fallbackBefore: wire === "anthropic-messages" ? message.fallbackBefore : null,
      };
    });
}

const settings = {
  corrections: fc.constantFrom(0, 1, 2, 2, 3),
  payCorrections: fc.option(fc.nat(2), { freq: 4 }),
  retries: fc.constantFrom(0, 1, 1, 2),
  handBackUnparseable: fc.boolean(),
  maxParallel: fc.constantFrom(1, 2, 8),
  reusesIds: fc.constant(false),
  isLong: fc.constant(false),
  leavesOpen: fc.constant(false),
  isStored: fc.constant(false),
};

function planOf(ends: fc.Arbitrary<PlannedEnd>, exit: fc.Arbitrary<Exit>): fc.Arbitrary<TurnPlan> {
  return fc.constantFrom(...wires).chain((wire) =>
    fc.record({
      wire: fc.constant(wire),
      messages: fc.array(messageOf(wire, ends), { minLength: 1, maxLength: 6, size: "max" }),
      ...settings,
      exit,
    }),
  );
}

const none = fc.constant<Exit>({ kind: "none" });
const broken: fc.Arbitrary<Exit> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constantFrom("abort", "leave", "drain"),
      afterEvents: fc.integer({ min: 1, max: 60 }),
    }),
    weight: 9,
  },
  { arbitrary: fc.constant<Exit>({ kind: "abort-before" }), weight: 1 },
);

const mixedEnd = fc.oneof({ arbitrary: clean, weight: 4 }, { arbitrary: otherEnd, weight: 1 });

/** A turn that nobody breaks off. */
export const wholeTurn: fc.Arbitrary<TurnPlan> = planOf(mixedEnd, none);

/** A turn that somebody breaks off somewhere, if it lasts that long. */
export const brokenTurn: fc.Arbitrary<TurnPlan> = planOf(mixedEnd, broken);

/** Either. */
export const anyTurn: fc.Arbitrary<TurnPlan> = fc.oneof(wholeTurn, brokenTurn);

/**
 * A turn in whose messages the calls may have the ids of other messages, or longer ones than a history may have: what ran
 * cannot be told by its id then. Searches of the provider may have no result.
 */
export const anyTurnWithAnyIds: fc.Arbitrary<TurnPlan> = fc
  .record({
    plan: anyTurn,
    reusesIds: fc.boolean(),
    isLong: fc.boolean(),
    leavesOpen: fc.boolean(),
    isStored: fc.boolean(),
  })
  .map(({ plan, ...ids }) => ({ ...plan, ...ids }));

/** A turn of a model that gets one call wrong again and again, now in the same way and now in another. */
export const stubbornTurn: fc.Arbitrary<TurnPlan> = fc.constantFrom(...wires).chain((wire) => {
  const wrong = fc.constantFrom<CallKind>(
    "misfit",
    "misfit",
    "misfit",
    "unknown-tool",
    "unreadable",
    "unreadable",
    "incomplete",
    "incomplete",
  );
  const replaced = wire === "anthropic-messages" ? (["behind-another-model"] as const) : [];
  const place = fc.constantFrom<"alone" | "beside" | "behind-another-model">("alone", "beside", ...replaced);
  const message = fc
    .tuple(callOf(wire, wrong), callOf(wire, fitting), place)
    .map(([call, beside, at]): PlannedMessage => ({
      calls: at === "alone" ? [call] : [beside, call],
      end: { kind: "clean" },
      fallbackBefore: at === "behind-another-model" ? 1 : null,
    }));
  const messages = fc.array(message, { minLength: 2, maxLength: 6, size: "max" });
  return fc.record({ wire: fc.constant(wire), messages, ...settings, exit: none });
});
