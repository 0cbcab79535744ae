import type { Random } from "../random.ts";
import { chunkText } from "./chunk-text.ts";
import { cutMoves } from "./cut-moves.ts";
import type { CallPart, Move, SpokenMove } from "./move.ts";
import { ScriptError } from "./script-error.ts";
import type { Chunking, Script } from "./script.ts";
import type { CallFields, SpokenFields, Step } from "./step.ts";

/** What planning remembers from step to step. */
interface Plan {
  readonly script: Script;
  readonly random: Random;
  calls: number;
}

/** Takes the steps of a script apart, up to its cut. */
export function planMoves(script: Script, random: Random): readonly Move[] {
  const plan: Plan = { script, random, calls: 0 };
  const moves = script.steps.flatMap((step, position) => planStep(plan, step, `steps[${position}]`));
  return script.cut?.call === undefined ? moves : cutMoves(moves, script.cut.call, script.cut.byte);
}

function planStep(plan: Plan, step: Step, path: string): readonly Move[] {
  if (step.kind === "call") {
    return planCall(plan, step, path);
  }
  if (step.kind === "text" || step.kind === "refusal") {
    return [{ kind: step.kind, path, ...planSpoken(plan, step, path) }];
  }
  if (step.kind === "reasoning") {
    const signature = step.signature === undefined ? {} : { signature: step.signature };
    return [{ kind: step.kind, path, ...signature, ...planSpoken(plan, step, path) }];
  }
  if (step.kind === "call-start") {
    return [{ ...step, path, call: plan.calls++ }];
  }
  if (step.kind === "call-text") {
    return planText(plan, step, path);
  }
  if (step.kind === "call-end") {
    return [{ ...step, path, call: findCall(plan, step.call, path) }];
  }
  if (step.kind === "together") {
    const moves = step.steps.flatMap((part, position) => planPart(plan, part, `${path}.steps[${position}]`));
    return [{ kind: step.kind, path, moves }];
  }
  return [{ ...step, path }];
}

function planSpoken(plan: Plan, step: SpokenFields, path: string): SpokenMove {
  const given = chooseText(step.text, step.pieces, path);
  return {
    pieces: typeof given === "string" ? cutText(plan, given, step.chunking) : given,
    choice: step.choice ?? 0,
    close: step.close ?? true,
  };
}

function planCall(plan: Plan, step: CallFields, path: string): readonly Move[] {
  const call = plan.calls++;
  const { finish, ...fields } = step;
  const pieces = planPieces(plan, step, path);
  const first = step.opening === undefined || step.opening === "apart" ? undefined : pieces[0];
  const rest = first === undefined ? pieces : pieces.slice(1);
  const finishing = (isLast: boolean) => (finish !== undefined && isLast ? { finish } : {});
  const parts: readonly Move[] = [
    { ...fields, kind: "call-start", path, call, text: first ?? "", ...finishing(rest.length === 0) },
    ...rest.map((text, position): Move => ({
      kind: "call-text",
      path,
      call,
      text,
      ...finishing(position === rest.length - 1),
    })),
  ];
  return step.close === false ? parts : [...parts, { ...fields, kind: "call-end", path, call }];
}

function planPieces(plan: Plan, step: CallFields, path: string): readonly string[] {
  const given = chooseText(step.arguments, step.pieces, path);
  if (typeof given !== "string") {
    return given;
  }
  const text = step.doubleEncoded === true ? JSON.stringify(given) : given;
  if (step.opening === "whole") {
    return [text];
  }
  const pieces = cutText(plan, text, step.chunking);
  // Claude's first fragment is an empty one.
  const leads = plan.script.format === "anthropic-messages" && step.opening !== "first-piece";
  return leads && step.arguments !== undefined ? ["", ...pieces] : pieces;
}

function planText(plan: Plan, step: Step<"call-text">, path: string): readonly Move<"call-text">[] {
  const call = findCall(plan, step.call, path);
  const given = chooseText(step.text, step.pieces, path);
  const pieces = typeof given === "string" ? cutText(plan, given, step.chunking) : given;
  return pieces.map((text, position) => {
    const isLast = position === pieces.length - 1;
    return {
      kind: step.kind,
      path,
      call,
      text,
      ...(isLast && step.finish !== undefined ? { finish: step.finish } : {}),
    };
  });
}

function planPart(plan: Plan, step: Step<"call-start" | "call-text">, path: string): readonly CallPart[] {
  return step.kind === "call-start"
    ? [{ ...step, path, call: plan.calls++ }]
    : planText(plan, { ...step, chunking: "whole" }, path);
}

function findCall(plan: Plan, given: number | undefined, path: string): number {
  const call = given ?? plan.calls - 1;
  if (call < 0 || call >= plan.calls) {
    throw new ScriptError(path, given === undefined ? "no call was started before it" : `no call ${given} was started`);
  }
  return call;
}

function cutText(plan: Plan, text: string, chunking: Chunking | undefined): readonly string[] {
  return chunkText(text, chunking ?? plan.script.chunking ?? "token", plan.random);
}

function chooseText(
  text: string | undefined,
  pieces: readonly string[] | undefined,
  path: string,
): string | readonly string[] {
  if (text !== undefined && pieces !== undefined) {
    throw new ScriptError(path, "give the text or its pieces, not both");
  }
  return text ?? pieces ?? [];
}
