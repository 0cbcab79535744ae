import type { RolledCall, RolledStop } from "../../shared/api.ts";
import type { IconName } from "../parts/icon.tsx";

/** One line of a timeline. */
export interface Moment {
  readonly name: string;
  /** `null` for what never came. */
  readonly atMs: number | null;
  readonly words: string;
  /** Says more, in the words of the server; `null` where there is nothing to add. */
  readonly because: string | null;
  readonly icon: IconName;
}

/** The life of a call, from its announcement to what became of it, in the order in which claims are made. */
export function momentsOf(call: RolledCall, stop: RolledStop | null): readonly Moment[] {
  return [
    { name: "announced", atMs: call.announcedAtMs, words: call.tool, because: null, icon: "ring" },
    fragmentsOf(call),
    closeOf(call, stop),
    ...(stop === null ? [] : [stopOf(stop)]),
    ...settlementOf(call),
    ...resultOf(call),
  ];
}

function fragmentsOf({ fragments }: RolledCall): Moment {
  const bytes = fragments.reduce((sum, fragment) => sum + fragment.bytes, 0);
  const first = fragments[0]?.atMs ?? null;
  const words = first === null ? "none came" : `${counted(fragments.length, "piece")}, ${counted(bytes, "byte")}`;
  return { name: "fragments", atMs: first, words, because: null, icon: "pen" };
}

function closeOf({ closedAtMs, settled }: RolledCall, stop: RolledStop | null): Moment {
  const isOver = settled !== null || stop !== null;
  const words = closedAtMs === null ? (isOver ? "never" : "not yet") : "no more pieces come";
  return { name: "closed", atMs: closedAtMs, words, because: null, icon: closedAtMs === null ? "ring" : "check" };
}

function stopOf({ atMs, word, isClean, because }: RolledStop): Moment {
  return { name: "stop", atMs, words: word ?? "none was stated", because, icon: isClean ? "check" : "warn" };
}

function settlementOf({ settled }: RolledCall): readonly Moment[] {
  if (settled === null) return [];
  const { atMs, kind, cause, because } = settled;
  const icon = kind === "dispatchable" ? "check" : kind === "observed" ? "ring" : "cross";
  return [{ name: "settled", atMs, words: cause === null ? kind : `${kind}: ${cause}`, because, icon }];
}

const resultIcons = { done: "check", errored: "warn", "not-run": "cross", "in-doubt": "doubt" } as const;

function resultOf({ runningAtMs, result }: RolledCall): readonly Moment[] {
  const running: Moment = { name: "running", atMs: runningAtMs, words: "the tool began", because: null, icon: "play" };
  const began = runningAtMs === null ? [] : [running];
  if (result === null) return began;
  const { kind, isReplay, because, atMs } = result;
  const words = isReplay ? `${kind}, not again` : kind;
  return [...began, { name: "result", atMs, words, because, icon: resultIcons[kind] }];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Such as `0.34 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
