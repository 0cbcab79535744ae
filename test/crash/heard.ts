import type { CallResult } from "../../src/protocol/turn-event.ts";
import { toolNames, type ToolName } from "./story.ts";

/** What somebody was told of the calls of one tool in one turn. */
export interface HeardOfTool {
  /** Keys of the effects that were told to have happened. */
  readonly done: readonly string[];
  /** Calls that may have run. */
  readonly inDoubt: number;
  /** Calls that were told not to have run, though nothing was wrong with them. */
  readonly notRun: number;
}

/** What somebody was told of the calls of one turn. */
export type Heard = Readonly<Record<ToolName, HeardOfTool>>;

/** What a tool answers, so that whoever hears it can ask the target about it. */
export function receipt(tool: ToolName, intentKey: string): string {
  return `receipt of ${tool} ${intentKey}`;
}

/** What a history tells the model, on any wire: its texts are read as the model would read them. */
export function heardInHistory(messages: unknown): Heard {
  const texts = textsIn(messages);
  return hear((tool) => {
    const count = (words: RegExp): number => texts.filter((text) => words.test(text)).length;
    return {
      done: texts.flatMap((text) => receiptsIn(tool, text)),
      inDoubt: count(new RegExp(`"${tool}" may have run`)),
      notRun: count(new RegExp(`"${tool}" was not run: (?!its arguments)`)),
    };
  });
}

/** What the results of a turn tell the application. */
export function heardInResults(results: readonly CallResult[]): Heard {
  return hear((tool) => {
    const ours = results.filter(({ call }) => call.name === tool);
    const done = ours.filter((result) => result.kind === "done");
    return {
      done: done.flatMap(({ value }) => receiptsIn(tool, String(value))),
      inDoubt: ours.filter(({ kind }) => kind === "in-doubt").length,
      notRun: ours.filter(({ kind }) => kind === "not-run").length,
    };
  });
}

function hear(ofTool: (tool: ToolName) => HeardOfTool): Heard {
  const [pay, tip] = toolNames;
  return { pay: ofTool(pay), tip: ofTool(tip) };
}

function receiptsIn(tool: ToolName, text: string): readonly string[] {
  return [...text.matchAll(new RegExp(`receipt of ${tool} (\\S+)`, "g"))].map(([, key = ""]) => key.replace(/"$/, ""));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
