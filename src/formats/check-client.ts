import { isFields } from "./fields.ts";

/** What a model is made with. */
export interface ClientNeeds {
  /** The function that makes it. */
  readonly maker: string;
  /** Where a client has its `create`, such as `messages`. */
  readonly path: readonly string[];
  /** How it is called. */
  readonly example: string;
}

/**
 * Refuses what can send nothing, when the model is made and not when somebody waits for an answer.
 *
 * @throws {TypeError} that says what to pass.
 */
export function checkClient(client: unknown, { maker, path, example }: ClientNeeds): void {
  if (typeof client === "function") return;
  let place: unknown = client;
  for (const step of [...path, "create"]) place = memberOf(place, step);
  if (typeof place === "function") return;
  const method = ["client", ...path, "create"].join(".");
  throw new TypeError(
    `${maker} needs a client with ${method}, or a function that sends the body: ${example}; this is ${whatIs(client)}`,
  );
}

/** The params of a request, before anything is read from them. @throws {TypeError} where they are no object. */
export function checkParamsObject(params: unknown, { maker, example }: ClientNeeds): void {
  if (!isFields(params)) throw new TypeError(`${maker} needs what every request says: ${example}`);
}

function memberOf(value: unknown, name: string): unknown {
  const hasMembers = (typeof value === "object" && value !== null) || typeof value === "function";
  return hasMembers ? Reflect.get(value, name) : undefined;
}

function whatIs(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? "an object without it" : `a ${typeof value}`;
}
