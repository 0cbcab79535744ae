/**
 * The validation step: asks the tool's schema about a value. It may take time, but not more than `validateMs`, and a
 * validator that throws or hangs settles its call like any other.
 */
import type { Clock } from "../protocol/clock.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";
import type { Issue } from "../protocol/outcome.ts";
import type { FaultList } from "./faults.ts";
import type { Checkable, CheckResult } from "./finalize.ts";
import { notAnObject } from "./judge-text.ts";
import { describeReceived } from "./received.ts";
import type { Check, SchemaAnswer, Toolbox } from "./tools.ts";

export interface Validator {
  /** Checks the arguments of one call; answers at once where the schema does. */
  validate(toolName: string, text: Checkable): CheckResult | Promise<CheckResult>;
}

export interface ValidatorOptions {
  readonly toolbox: Toolbox;
  readonly validateMs: number;
  readonly clock: Clock;
  readonly faults: FaultList;
}

/** Makes the validation step of one stream. */
export function createValidator({ toolbox, validateMs, clock, faults }: ValidatorOptions): Validator {
  /** Runs a check; never throws and never hangs. */
  function ask(check: Check, value: unknown): Answer | Promise<Answer> {
    try {
      const answer = check(value);
      return answer instanceof Promise ? bounded(answer) : answer;
    } catch (error) {
      return { broken: describeThrown(error) };
    }
  }

  function bounded(answer: Promise<SchemaAnswer>): Promise<Answer> {
    return new Promise((resolve) => {
      const callOff = clock.after(validateMs, () =>
        resolve({ broken: `no answer within ${validateMs} ms (validateMs)` }),
      );
      const finish = (result: Answer): void => {
        callOff();
        resolve(result);
      };
      answer.then(finish, (error: unknown) => finish({ broken: describeThrown(error) }));
    });
  }

  /** A string is unwrapped only where the schema takes the object and not the string. */
  function unwrap(check: Check, text: Extract<Checkable, { kind: "wrapped" }>): CheckResult | Promise<CheckResult> {
    return afterwards(ask(check, text.string), (asString) => {
      if ("broken" in asString) return validatorFailed(asString.broken);
      if (asString.issues === null) return misfit("not-an-object", notAnObject("string").issues);
      return afterwards(ask(check, text.value), (asObject) => {
        if ("broken" in asObject) return validatorFailed(asObject.broken);
        if (asObject.issues !== null) return misfit("not-an-object", notAnObject("string").issues);
        faults.add("double-encoded", "the arguments were a JSON string that holds the object");
        return { kind: "fits", args: asObject.value, parsed: text.value };
      });
    });
  }

  return {
    validate(toolName, text) {
      const check = toolbox.find(toolName);
      if (text.kind === "wrapped") {
        return check === undefined ? misfit("not-an-object", notAnObject("string").issues) : unwrap(check, text);
      }
      if (check === undefined) return unknownTool(toolName, toolbox.names);
      return afterwards(ask(check, text.value), (answer) => conclusion(answer, text.value));
    },
  };
}

type Answer = SchemaAnswer | { readonly broken: string };

function conclusion(answer: Answer, parsed: unknown): CheckResult {
  if ("broken" in answer) return validatorFailed(answer.broken);
  if (answer.issues !== null) return misfit("schema", answer.issues);
  return { kind: "fits", args: answer.value, parsed };
}

/** Goes on at once where there is nothing to wait for, so that a synchronous schema settles in the same tick. */
function afterwards<Input, Output>(
  input: Input | Promise<Input>,
  next: (input: Input) => Output | Promise<Output>,
): Output | Promise<Output> {
  return input instanceof Promise ? input.then(next) : next(input);
}

function misfit(cause: Extract<CheckResult, { kind: "misfits" }>["cause"], issues: readonly Issue[]): CheckResult {
  return { kind: "misfits", cause, issues };
}

function unknownTool(toolName: string, names: readonly string[]): CheckResult {
  const issue: Issue = {
    path: "",
    keyword: "tool",
    expected: "a tool of this request",
    allowed: names,
    received: describeReceived(toolName),
    message: "there is no tool of this name",
  };
  return misfit("unknown-tool", [issue]);
}

/** The person who calls this tool can do nothing about it, and neither can the model: the message is for a developer. */
function validatorFailed(message: string): CheckResult {
  const issue: Issue = {
    path: "",
    keyword: "validator",
    expected: "an answer of the validator",
    received: "none",
    message,
  };
  return misfit("validator-failed", [issue]);
}
