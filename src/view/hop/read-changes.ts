import type { PreviewEntry, PreviewNode, PreviewPatch, PreviewPath } from "../../preview/patch.ts";
import type { EndStatus, LiveStatus } from "../blocks/block.ts";
import type { SentBlock, ViewChange, ViewChanges } from "../blocks/change.ts";
import {
  either,
  type Guard,
  isBoolean,
  isNumber,
  isRecord,
  isText,
  listOf,
  oneOf,
  orNull,
  shape,
  tagged,
} from "./guards.ts";

/** No preview is deeper. What is walked here is bounded, whoever sent it. */
const MAX_DEPTH = 501;

/** Reads what a server says has changed; `null` for anything else. What is written in it is taken as it is. */
export function readChanges(text: string): ViewChanges | null {
  try {
    const value: unknown = JSON.parse(text);
    return isViewChanges(value) ? value : null;
  } catch {
    // No JSON, or nested deeper than the engine goes.
    return null;
  }
}

/** Reads the interval of the heartbeats in the opening; `null` for another version, and for anything else. */
export function readOpening(text: string, version: number): number | null {
  try {
    const value: unknown = JSON.parse(text);
    const isOurs = isRecord(value) && value["version"] === version && isNumber(value["heartbeatMs"]);
    return isOurs && isNumber(value["heartbeatMs"]) && value["heartbeatMs"] > 0 ? value["heartbeatMs"] : null;
  } catch {
    return null;
  }
}

const liveStatus = ["preparing", "ready", "running"] as const satisfies readonly LiveStatus[];
const endStatus = [
  "done",
  "errored",
  "in-doubt",
  "not-run",
  "cancelled",
  "observed",
] as const satisfies readonly EndStatus[];

const isPath: Guard<PreviewPath> = listOf(either(isText, isNumber));

const isEntry = (value: unknown, depth: number): value is PreviewEntry =>
  isRecord(value) && (isText(value["key"]) || isNumber(value["key"])) && isNode(value["node"], depth);

/** @see PreviewNode */
function isNode(value: unknown, depth = 0): value is PreviewNode {
  if (isLeaf(value)) return true;
  if (depth > MAX_DEPTH || !isContainer(value)) return false;
  return value.entries.every((entry) => isEntry(entry, depth + 1));
}

type Leaf = Exclude<PreviewNode, { readonly kind: "object" | "list" }>;

const isLeaf: Guard<Leaf> = tagged<Leaf, "kind">("kind", {
  text: shape({ kind: oneOf("text"), text: isText, extent: oneOf("growing", "whole", "cut") }),
  number: shape({ kind: oneOf("number"), text: isText }),
  literal: shape({ kind: oneOf("literal"), value: oneOf(true, false, null) }),
  concealed: shape({ kind: oneOf("concealed"), display: oneOf("hide", "sensitive") }),
});

const isContainer = shape<{ kind: "object" | "list"; entries: readonly unknown[]; hasMore: boolean; isWhole: boolean }>(
  {
    kind: oneOf("object", "list"),
    entries: listOf((value): value is unknown => value !== undefined),
    hasMore: isBoolean,
    isWhole: isBoolean,
  },
);

const isPatch: Guard<PreviewPatch> = tagged<PreviewPatch, "type">("type", {
  put: shape({ type: oneOf("put"), path: isPath, node: (value): value is PreviewNode => isNode(value) }),
  append: shape({ type: oneOf("append"), path: isPath, text: isText }),
  end: shape({ type: oneOf("end"), path: isPath, extent: oneOf("whole", "cut") }),
  more: shape({ type: oneOf("more"), path: isPath }),
});

const times = { startedAtMs: isNumber, endedAtMs: orNull(isNumber) };
const prose = { key: isText, message: isNumber, text: isText, ...times };

const isBlock: Guard<SentBlock> = tagged<SentBlock, "kind">("kind", {
  text: shape({ kind: oneOf("text"), ...prose }),
  reasoning: shape({ kind: oneOf("reasoning"), ...prose }),
  call: shape({
    kind: oneOf("call"),
    key: isText,
    message: isNumber,
    index: isNumber,
    tool: isText,
    runBy: oneOf("client", "provider"),
    status: oneOf(...liveStatus, ...endStatus),
    statement: orNull(isText),
    line: orNull(isText),
    bytes: isNumber,
    fragments: isNumber,
    lastFragmentAtMs: orNull(isNumber),
    correction: isNumber,
    ...times,
  }),
  notice: shape({
    kind: oneOf("notice"),
    key: isText,
    message: orNull(isNumber),
    statement: isText,
    line: isText,
    startedAtMs: isNumber,
    endedAtMs: isNumber,
  }),
});

const isChange: Guard<ViewChange> = tagged<ViewChange, "type">("type", {
  put: shape({ type: oneOf("put"), block: isBlock, after: orNull(isText) }),
  append: shape({ type: oneOf("append"), key: isText, text: isText }),
  close: shape({ type: oneOf("close"), key: isText, endedAtMs: isNumber }),
  progress: shape({
    type: oneOf("progress"),
    key: isText,
    bytes: isNumber,
    fragments: isNumber,
    lastFragmentAtMs: orNull(isNumber),
    patches: listOf(isPatch),
  }),
  remove: shape({ type: oneOf("remove"), key: isText }),
  turn: shape({ type: oneOf("turn"), isOpen: isBoolean, waitingSinceMs: orNull(isNumber) }),
});

const isViewChanges: Guard<ViewChanges> = shape({ atMs: isNumber, isWhole: isBoolean, changes: listOf(isChange) });
