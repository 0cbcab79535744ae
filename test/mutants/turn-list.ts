import type { PlantedBug } from "./planted-bug.ts";

const corrections = "src/turn/corrections.ts";
const loop = "src/turn/turn-loop.ts";
const ordinals = "src/turn/ordinals.ts";
const retries = "src/turn/retries.ts";
const answers = "src/turn/message-answers.ts";
const intent = "src/turn/intent-of.ts";
const runTurn = "src/turn/run-turn.ts";
const results = "src/turn/call-result.ts";

/** Bugs of the turn. */
export const plantedTurnBugs: readonly PlantedBug[] = [
  {
    name: "one-correction-too-many",
    promise: "R8",
    file: corrections,
    find: 'if (this.#count >= this.#bounds.turn) return "bound";',
    replace: 'if (this.#count > this.#bounds.turn) return "bound";',
  },
  {
    name: "one-correction-too-few",
    promise: "R8",
    file: corrections,
    find: 'if (this.#count >= this.#bounds.turn) return "bound";',
    replace: 'if (this.#count + 1 >= this.#bounds.turn) return "bound";',
  },
  {
    name: "a-failure-that-repeats-itself-goes-back",
    promise: "R8",
    file: corrections,
    find: 'if (calls.some(({ signature }) => this.#seen.has(signature))) return "repeated";',
    replace: "",
  },
  {
    name: "the-bound-of-a-tool-is-forgotten",
    promise: "R8",
    file: corrections,
    find: 'return calls.some(isSpent) ? "bound" : "allowed";',
    replace: 'return calls.every(isSpent) && Number.isNaN(0) ? "bound" : "allowed";',
  },
  {
    name: "unreadable-calls-go-back-for-ever",
    promise: "R8",
    file: loop,
    find: "this.#hasHandedBack = true;",
    replace: "this.#hasHandedBack = false;",
  },
  {
    name: "one-retry-too-many",
    promise: "R8",
    file: retries,
    find: "if (tries >= retries) return null;",
    replace: "if (tries > retries) return null;",
  },
  {
    name: "a-request-is-sent-again-while-an-effect-is-in-doubt",
    promise: "R8",
    file: retries,
    find: "|| (await openEffect(ledger, place, patience)) !== undefined",
    replace: "",
  },
  {
    name: "the-refusal-of-a-model-that-was-replaced-decides",
    promise: "R8",
    file: "src/turn/decisive-failure.ts",
    find: 'cause !== "refused" || ending.class === "filtered"',
    replace: 'cause !== null || ending.class === "filtered"',
  },
  {
    name: "equal-calls-of-two-messages-are-one",
    promise: "R9",
    file: ordinals,
    find: "places.set(call, { ordinal: countOf(key),",
    replace: "places.set(call, { ordinal: countOf(key) - (earlier.get(key) ?? 0),",
  },
  {
    name: "equal-calls-of-one-message-are-one",
    promise: "R9",
    file: ordinals,
    find: "places.set(call, { ordinal: countOf(key),",
    replace: "places.set(call, { ordinal: earlier.get(key) ?? 0,",
  },
  {
    name: "a-message-that-was-taken-back-counts",
    promise: "R9",
    file: loop,
    find: "const { settings, outbox, stop } = this.#scope;",
    replace:
      'const { settings, outbox, stop } = this.#scope; this.#scope.ordinals.place(roll.outcomes.filter(({ kind }) => kind === "dispatchable"));',
  },
  {
    name: "a-call-in-doubt-is-made-again-by-a-later-message",
    promise: "R9",
    file: intent,
    find: "if (scope.untold.has(key) || (await isOpen(key, scope))) return key;",
    replace: "await isOpen(key, scope);",
  },
  {
    name: "an-intent-goes-by-the-id-of-its-call",
    promise: "R9",
    file: intent,
    find: "conversation: turn.conversation, turn: turn.id, tool:",
    replace: "conversation: turn.conversation, turn: call.call.id, tool:",
  },
  {
    name: "what-may-have-run-is-said-not-to-have-run",
    promise: "R9",
    file: results,
    find: 'return { kind: "in-doubt", call, intentKey, note: outcome.note, ...errorOf(outcome) };',
    replace: 'return notRun(call, "did-not-happen", outcome.note);',
  },
  {
    name: "a-message-is-run-before-it-is-taken-back",
    promise: "R3",
    file: loop,
    find: 'return step.kind === "reissue" ?',
    replace:
      'if (step.kind === "reissue") await answerMessage(answer, { history: this.#history, correct: [] }, this.#scope);\n    return step.kind === "reissue" ?',
  },
  {
    name: "results-stand-in-the-order-in-which-the-tools-ended",
    promise: "R3",
    file: "src/turn/dispatch.ts",
    find: "ends[position] = end;",
    replace: "ends.push(end);",
  },
  {
    name: "a-message-that-was-taken-back-is-told",
    promise: "R10",
    file: loop,
    find: "#withdraw({ message, because, roll }: SettledAnswer, waitMs: number): Promise<Next> {",
    replace:
      "#withdraw({ message, because, roll, scribe }: SettledAnswer, waitMs: number): Promise<Next> {\n    this.#history = scribe.write(this.#history, { ending: roll.ending, outcomes: roll.outcomes, answers: new Map() });",
  },
  {
    name: "a-call-that-does-not-fit-has-no-answer",
    promise: "R10",
    file: answers,
    find: 'if (outcome.kind === "invalid")',
    replace: 'if (outcome.kind === "invalid" && outcome.call.index < 0)',
  },
  {
    name: "an-error-is-told-as-a-result",
    promise: "R10",
    file: "src/turn/answer-words.ts",
    find: "return { isError: true, text: text.toWellFormed() };",
    replace: "return { isError: false, text: text.toWellFormed() };",
  },
  {
    name: "an-id-is-told-twice",
    promise: "R10",
    file: "src/formats/anthropic-messages/written-blocks.ts",
    find: "const id = ids.take(outcome.call.id);",
    replace: "const id = outcome.call.id;",
  },
  {
    name: "a-history-is-told-from-its-beginning",
    promise: "R10",
    file: loop,
    find: "this.#history = answered.history;",
    replace: "this.#history = { ...answered.history, messages: answered.history.messages.slice(-2) };",
  },
  {
    name: "a-cancelled-request-is-sent-again",
    promise: "R14",
    file: "src/turn/repetition.ts",
    find: 'return pointless("it was cancelled: nobody waits for it any more");',
    replace: "return yes;",
  },
  {
    name: "the-model-is-asked-behind-a-cancel",
    promise: "R14",
    file: loop,
    find: "else next = this.#cancelled() ?? (await this.#takeMessage(message, next));",
    replace: "else next = await this.#takeMessage(message, next);",
  },
  {
    name: "a-consumer-that-leaves-lets-the-turn-go-on",
    promise: "R14",
    file: runTurn,
    find: 'this.#stop.stop("client-left");',
    replace: "",
  },
  {
    name: "a-turn-does-not-hear-of-an-earlier-abort",
    promise: "R14",
    file: runTurn,
    find: "if (signal?.aborted === true) callOff();\n    else signal",
    replace: "signal",
  },
  {
    name: "a-turn-ends-without-a-word",
    promise: "R14",
    file: runTurn,
    find: 'this.#outbox.put({ type: "turn-ended", ending: result.ending });',
    replace: "",
  },
];
