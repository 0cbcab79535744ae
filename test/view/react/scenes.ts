import { createSnapshot, type PreviewNode } from "../../../src/preview/patch.ts";
import type { CallBlock, NoticeBlock, ReasoningBlock, TextBlock, TurnView } from "../../../src/view/blocks/block.ts";

/** @see scenes */
export const sceneNames = [
  "empty",
  "waiting",
  "speaking",
  "reasoning",
  "announced",
  "preparing",
  "ready",
  "running",
  "done",
  "errored",
  "in-doubt",
  "not-run",
  "cancelled",
  "observed",
  "notice",
  "mixed",
  "nested",
  "unbroken",
  "foreign",
  "hostile",
] as const;

/** @see scenes */
export type SceneName = (typeof sceneNames)[number];

const preamble = "I'll create that ticket for you now.";

const ticket: PreviewNode = {
  kind: "object",
  isWhole: true,
  hasMore: true,
  entries: [
    { key: "project", node: { kind: "text", text: "Office", extent: "whole" } },
    { key: "title", node: { kind: "text", text: "Printer on floor 3 is out of toner", extent: "whole" } },
    { key: "priority", node: { kind: "text", text: "urgent", extent: "whole" } },
  ],
};

const halfTicket: PreviewNode = {
  kind: "object",
  isWhole: false,
  hasMore: false,
  entries: [
    { key: "project", node: { kind: "text", text: "Office", extent: "whole" } },
    { key: "title", node: { kind: "text", text: "Printer on flo", extent: "growing" } },
  ],
};

const payment: PreviewNode = {
  kind: "object",
  isWhole: true,
  hasMore: false,
  entries: [
    { key: "recipient", node: { kind: "text", text: "Ada Lovelace", extent: "whole" } },
    { key: "iban", node: { kind: "concealed", display: "sensitive" } },
    { key: "amount", node: { kind: "number", text: "120.00" } },
    { key: "note", node: { kind: "concealed", display: "hide" } },
  ],
};

const order: PreviewNode = {
  kind: "object",
  isWhole: true,
  hasMore: false,
  entries: [
    { key: "express", node: { kind: "literal", value: true } },
    { key: "voucher", node: { kind: "literal", value: null } },
    {
      key: "items",
      node: {
        kind: "list",
        isWhole: true,
        hasMore: true,
        entries: [
          { key: 0, node: { kind: "text", text: "Toner, black", extent: "whole" } },
          {
            key: 1,
            node: {
              kind: "object",
              isWhole: true,
              hasMore: false,
              entries: [
                { key: "name", node: { kind: "text", text: "Paper A4\n500 sheets", extent: "whole" } },
                { key: "count", node: { kind: "number", text: "12" } },
              ],
            },
          },
        ],
      },
    },
    { key: "remarks", node: { kind: "text", text: "Please deliver it to the back door…", extent: "cut" } },
  ],
};

/** A call as a store would have it. */
export function call(given: Partial<CallBlock> & { readonly preview?: CallBlock["preview"] } = {}): CallBlock {
  const { status = "preparing", tool = "create_ticket", statement = null } = given;
  return {
    kind: "call",
    key: "call-0",
    message: 0,
    index: 0,
    tool,
    runBy: "client",
    status,
    statement,
    line: statement === null ? null : `${tool} — ${statement}`,
    preview: createSnapshot(ticket),
    bytes: 1240,
    fragments: 40,
    startedAtMs: 0,
    lastFragmentAtMs: 0,
    endedAtMs: statement === null ? null : 10,
    correction: 0,
    ...given,
  };
}

/** What the model says. */
export function text(words: string, given: Partial<TextBlock> = {}): TextBlock {
  return { kind: "text", key: "text-0", message: 0, text: words, startedAtMs: 0, endedAtMs: 1, ...given };
}

/** A line of the store's own. */
export function notice(statement: string, given: Partial<NoticeBlock> = {}): NoticeBlock {
  const line = `⊘ ${statement}`;
  return { kind: "notice", key: "notice-0", message: 0, statement, line, startedAtMs: 10, endedAtMs: 10, ...given };
}

/** A view that more may come to. */
export function open(...blocks: TurnView["blocks"]): TurnView {
  return { blocks, isOpen: true, waitingSinceMs: null };
}

/** A view that is over. */
export function ended(...blocks: TurnView["blocks"]): TurnView {
  return { blocks, isOpen: false, waitingSinceMs: null };
}

function reasoning(words: string, given: Partial<ReasoningBlock> = {}): ReasoningBlock {
  return { kind: "reasoning", key: "reasoning-0", message: 0, text: words, startedAtMs: 0, endedAtMs: 1, ...given };
}

const said = text(preamble);
const pay = { tool: "send_payment", preview: createSnapshot(payment) };

/** Every state that a person may see, by name. */
export const scenes: Readonly<Record<SceneName, TurnView>> = {
  empty: open(),
  waiting: { blocks: [], isOpen: true, waitingSinceMs: 0 },
  speaking: open(text("I'll create that ticket", { endedAtMs: null })),
  reasoning: open(
    reasoning("The person wants a ticket.\nThe printer is on floor 3.", { endedAtMs: null }),
    text("Let me see.", { endedAtMs: null }),
  ),
  announced: open(said, call({ preview: createSnapshot(null), bytes: 0, fragments: 0, lastFragmentAtMs: null })),
  preparing: open(said, call({ preview: createSnapshot(halfTicket), bytes: 46 })),
  ready: open(said, call({ status: "ready" })),
  running: open(said, call({ status: "running" })),
  done: ended(said, call({ status: "done", statement: "done" }), text("Your ticket is there.", { key: "text-1" })),
  errored: ended(said, call({ status: "errored", statement: "ran and failed (can be tried again)" })),
  "in-doubt": ended(
    text("I'll send the 120 euros to Ada now."),
    call({ ...pay, status: "in-doubt", statement: "may have run (check before trying again)" }),
  ),
  "not-run": ended(
    said,
    call({ status: "not-run", statement: "not run (connection lost)", preview: createSnapshot(halfTicket) }),
    notice("the connection was lost — nothing was run"),
  ),
  cancelled: ended(
    said,
    call({ status: "cancelled", statement: "cancelled", preview: createSnapshot(halfTicket) }),
    notice("cancelled — nothing was run"),
  ),
  observed: ended(
    call({
      tool: "web_search",
      runBy: "provider",
      status: "observed",
      statement: "run by the provider",
      preview: createSnapshot(null),
    }),
    text("The shop opens at nine."),
  ),
  notice: ended(said, notice("the answer ended early — nothing was run")),
  mixed: ended(
    text("I'll look Ada up, pay her and write a ticket."),
    call({ key: "call-1", tool: "find_customer", status: "done", statement: "done", preview: createSnapshot(null) }),
    call({ ...pay, key: "call-2", status: "done", statement: "already done before, not repeated" }),
    call({ key: "call-3", status: "not-run", statement: "not run (the request was cut short)" }),
    notice("the answer was cut short — done: find_customer, send_payment; not run: create_ticket"),
  ),
  nested: ended(call({ tool: "place_order", status: "done", statement: "done", preview: createSnapshot(order) })),
  unbroken: ended(
    text(`A very long word: ${"Donaudampfschifffahrt".repeat(12)}`),
    call({
      tool: `${"lookup_the_address_of_".repeat(4)}now`,
      status: "not-run",
      statement: "not run (the request did not fit the tool)",
      preview: createSnapshot({
        kind: "object",
        isWhole: true,
        hasMore: false,
        entries: [
          {
            key: "an_argument_with_a_rather_long_name",
            node: { kind: "text", text: "x".repeat(300), extent: "whole" },
          },
        ],
      }),
    }),
  ),
  foreign: ended(
    text("سأنشئ التذكرة الآن.\nThe second paragraph is English."),
    call({
      status: "not-run",
      statement: "not run (connection lost)",
      preview: createSnapshot({
        kind: "object",
        isWhole: true,
        hasMore: false,
        entries: [{ key: "title", node: { kind: "text", text: "الطابعة في الطابق 3", extent: "whole" } }],
      }),
    }),
  ),
  hostile: ended(
    text("<img src=x onerror=\"document.title='run'\"> <script>document.title='run'</script>"),
    call({ tool: "<b>constructor</b>", status: "not-run", statement: "not run (connection lost)" }),
  ),
};
