import { createRandom } from "./random.ts";
import type { Move } from "./script/move.ts";
import { planMoves } from "./script/plan-moves.ts";
import { ScriptError } from "./script/script-error.ts";
import type { End, HttpRefusal, Script } from "./script/script.ts";
import { splitBytes } from "./transport.ts";
import type { SpokenKind, Voice, WordlessKind } from "./voices/voice.ts";
import { voices } from "./voices/voices.ts";

/** One thing on the wire: a write, a wait, or a new time between two writes. */
export type Beat =
  | { readonly kind: "write"; readonly bytes: Uint8Array }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "pace"; readonly ms: number };

/** A script with nothing left to decide. */
export interface Timeline {
  readonly beats: readonly Beat[];
  readonly end: End;
  /** What to send at intervals while the connection is held open. */
  readonly keepAlive: Uint8Array;
  /** What the answer is instead of a stream; the beats are its body. */
  readonly refusal?: HttpRefusal;
}

const encoder = new TextEncoder();

/**
 * Works out every byte and every wait of a script. The same script and seed give the same timeline.
 *
 * @throws {ScriptError} if the script asks for what its format cannot say.
 */
export function planTimeline(script: Script, seed: number): Timeline {
  if (script.refusal !== undefined) {
    return refuse(script.refusal);
  }
  const random = createRandom(seed);
  const voice = voices[script.format](script.envelope ?? {}, random);
  const spoken = planMoves(script, random).flatMap((move) => playMove(voice, move));
  const { cut } = script;
  const kept = cut === undefined || cut.call !== undefined ? spoken : takeBody(spoken, cut.byte);
  const end = cut?.end ?? script.end ?? { kind: "eof" };
  return {
    beats: [{ kind: "pace", ms: script.paceMs ?? 0 }, ...splitBeats(kept, script, random)],
    end,
    keepAlive: keepAliveOf(voice, end),
  };
}

function refuse(refusal: HttpRefusal): Timeline {
  const beats = [write(JSON.stringify(refusal.body))];
  return { beats, end: { kind: "eof" }, keepAlive: new Uint8Array(), refusal };
}

function keepAliveOf(voice: Voice, end: End): Uint8Array {
  const text = end.kind === "pings" && end.comment !== undefined ? commentRecord(end.comment) : voice.keepAlive;
  return encoder.encode(text);
}

function playMove(voice: Voice, move: Move): readonly Beat[] {
  if (!isWordless(move)) {
    return locate(move.path, () => voice.speak(move)).map(write);
  }
  switch (move.kind) {
    case "comment":
      return [write(commentRecord(move.text))];
    case "frame":
      return [write(frameRecord(move))];
    case "bytes":
      return [{ kind: "write", bytes: decodeBytes(move) }];
    case "pace":
      return [{ kind: "pace", ms: move.ms }];
    case "hiccup":
      return [{ kind: "wait", ms: move.ms }];
  }
}

const WORDLESS: ReadonlySet<string> = new Set(["comment", "frame", "bytes", "pace", "hiccup"] satisfies WordlessKind[]);

function isWordless(move: Move): move is Exclude<Move, Move<SpokenKind>> {
  return WORDLESS.has(move.kind);
}

function locate<Value>(path: string, attempt: () => Value): Value {
  try {
    return attempt();
  } catch (error) {
    throw error instanceof ScriptError ? error : new ScriptError(path, String(error));
  }
}

function write(text: string): Beat {
  return { kind: "write", bytes: encoder.encode(text) };
}

function commentRecord(text: string): string {
  return `: ${text}\n\n`;
}

function frameRecord(move: Move<"frame">): string {
  const event = move.event === undefined ? "" : `event: ${move.event}\n`;
  const data = move.data.split("\n").map((line) => `data: ${line}\n`);
  return `${event}${data.join("")}\n`;
}

function decodeBytes(move: Move<"bytes">): Uint8Array {
  if (move.base64 === undefined) {
    return encoder.encode(move.text ?? "");
  }
  return Uint8Array.from(atob(move.base64), (character) => character.charCodeAt(0));
}

function takeBody(beats: readonly Beat[], maxBytes: number): readonly Beat[] {
  const kept: Beat[] = [];
  let room = maxBytes;
  for (const beat of beats) {
    if (room <= 0) {
      return kept;
    }
    kept.push(beat.kind === "write" ? { kind: "write", bytes: beat.bytes.subarray(0, room) } : beat);
    room -= beat.kind === "write" ? beat.bytes.length : 0;
  }
  return kept;
}

/** Cuts anew what is written between two waits: there the frames do not matter to the transport. */
function splitBeats(beats: readonly Beat[], script: Script, random: ReturnType<typeof createRandom>): readonly Beat[] {
  const split: Beat[] = [];
  let run: Uint8Array[] = [];
  const flush = (): void => {
    const writes = splitBytes(run, script.transport ?? "frame", random);
    // One by one: a long script has more writes than a call may have arguments.
    for (const bytes of writes) split.push({ kind: "write", bytes });
    run = [];
  };
  for (const beat of beats) {
    if (beat.kind === "write") {
      run.push(beat.bytes);
      continue;
    }
    flush();
    split.push(beat);
  }
  flush();
  return split;
}
