import type { Chunking } from "../script/script.ts";
import type { ScenarioParameters } from "./scenario.ts";

/** A model name that asks for a scenario. */
export interface ScenarioName {
  readonly name: string;
  readonly parameters: ScenarioParameters;
}

/** A model name or a parameter that means nothing here. The message says what would. */
export class ScenarioError extends TypeError {
  override readonly name = "ScenarioError";
}

const PREFIX = "rollcall/";
const KEYS = ["at", "seed", "pace", "chunk", "heals", "wait"] as const;

/** Reads `rollcall/NAME?key=value&...`; the prefix may be left out. */
export function parseScenarioName(model: string): ScenarioName {
  const [path = "", ...rest] = model.split("?");
  const query = new URLSearchParams(rest.join("?"));
  for (const key of query.keys()) {
    if (!KEYS.some((known) => known === key)) {
      throw new ScenarioError(`unknown parameter "${key}"; known: ${KEYS.join(", ")}`);
    }
  }
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
  return {
    name,
    parameters: {
      ...optional("at", query, readCount),
      ...optional("seed", query, readCount),
      ...optional("pace", query, readCount),
      ...optional("chunk", query, readChunking),
      ...optional("heals", query, (key, text) => (text === "never" ? text : readCount(key, text))),
      ...optional("wait", query, readCount),
    },
  };
}

type Key = (typeof KEYS)[number];

function optional<Name extends Key, Value>(
  key: Name,
  query: URLSearchParams,
  read: (key: Key, text: string) => Value,
): { readonly [Each in Name]?: Value } {
  const text = query.get(key);
  const found: { [Each in Name]?: Value } = {};
  if (text !== null) {
    found[key] = read(key, text);
  }
  return found;
}

function readCount(key: Key, text: string): number {
  if (!/^\d{1,10}$/.test(text)) {
    throw new ScenarioError(`parameter "${key}" must be a whole number of at least 0, not "${text}"`);
  }
  return Number(text);
}

function readChunking(key: Key, text: string): Chunking {
  if (text === "token" || text === "byte" || text === "unit" || text === "whole") {
    return text;
  }
  const [, isRandom, size] = /^(random:)?(\d{1,6})$/.exec(text) ?? [];
  if (size === undefined || Number(size) === 0) {
    throw new ScenarioError(`parameter "${key}" must be token, byte, unit, whole, N or random:N bytes, not "${text}"`);
  }
  return isRandom === undefined ? Number(size) : { random: Number(size) };
}
