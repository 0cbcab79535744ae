import { ScriptError } from "./script-error.ts";

/** Looks at a value that should be something, and throws a {@link ScriptError} that names `path` if it is not. */
export type Check = (value: unknown, path: string) => void;

/** The fields that an object may have. A required one is wrapped in {@link required}. */
export type Fields = Readonly<Record<string, Check | Required>>;

/** A field that must be there. */
export interface Required {
  readonly required: Check;
}

/** Marks a field that must be there. */
export function required(check: Check): Required {
  return { required: check };
}

/** Says what a value is, in words for a message. */
function describe(value: unknown): string {
  if (value === undefined) {
    return "nothing";
  }
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function expected(what: string, value: unknown, path: string): never {
  throw new ScriptError(path, `expected ${what}, got ${describe(value)}`);
}

export const string: Check = (value, path) => {
  if (typeof value !== "string") {
    expected("a string", value, path);
  }
};

export const boolean: Check = (value, path) => {
  if (typeof value !== "boolean") {
    expected("true or false", value, path);
  }
};

/** A whole number that is not negative. */
export const count: Check = (value, path) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    expected("a whole number of at least 0", value, path);
  }
};

/** The status of an HTTP error. */
export const errorStatus: Check = (value, path) => {
  if (!Number.isSafeInteger(value) || Number(value) < 400 || Number(value) > 599) {
    expected("an HTTP status from 400 to 599", value, path);
  }
};

/** A time span that can be waited for. */
export const milliseconds: Check = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
    expected("a number of milliseconds", value, path);
  }
};

/** A time span after which something is repeated: without a positive one it would never rest. */
export const interval: Check = (value, path) => {
  milliseconds(value, path);
  if (value === 0) {
    expected("a number of milliseconds above 0", value, path);
  }
};

const size: Check = (value, path) => {
  if (!Number.isSafeInteger(value) || Number(value) < 1) {
    expected("a whole number of at least 1", value, path);
  }
};

/** Anything that JSON can say. */
export const json: Check = (value, path) => {
  if (value === undefined) {
    expected("a JSON value", value, path);
  }
};

export const jsonObject: Check = (value, path) => {
  parseObject(value, path);
};

export function nullable(check: Check): Check {
  return (value, path) => {
    if (value !== null) {
      check(value, path);
    }
  };
}

export function oneOf(...words: readonly string[]): Check {
  return (value, path) => {
    if (typeof value !== "string" || !words.includes(value)) {
      expected(`one of ${words.map((word) => JSON.stringify(word)).join(", ")}`, value, path);
    }
  };
}

export function listOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) {
      expected("a list", value, path);
    }
    value.forEach((item: unknown, position) => check(item, `${path}[${position}]`));
  };
}

/** One word, one number or an object: the forms that chunking has. */
export function wordOrSize(words: readonly string[]): Check {
  return (value, path) => {
    if (typeof value === "string") {
      oneOf(...words)(value, path);
    } else if (typeof value === "object" && value !== null) {
      objectOf({ random: required(size) })(value, path);
    } else {
      size(value, path);
    }
  };
}

export function objectOf(fields: Fields): Check {
  return (value, path) => {
    const object = parseObject(value, path);
    for (const key of Object.keys(object)) {
      if (!Object.hasOwn(fields, key)) {
        const known = Object.keys(fields).join(", ");
        throw new ScriptError(inside(path, key), `is not a field here; known: ${known === "" ? "none" : known}`);
      }
    }
    for (const [key, field] of Object.entries(fields)) {
      checkField(object[key], field, inside(path, key));
    }
  };
}

/** An object whose `kind` decides which other fields it has. */
export function byKind(kinds: Readonly<Record<string, Fields>>): Check {
  return (value, path) => {
    const object = parseObject(value, path);
    const kind = object["kind"];
    oneOf(...Object.keys(kinds))(kind, inside(path, "kind"));
    objectOf({ kind: string, ...kinds[String(kind)] })(object, path);
  };
}

/** An object with any keys, whose values are all alike. */
export function recordOf(check: Check): Check {
  return (value, path) => {
    for (const [key, item] of Object.entries(parseObject(value, path))) check(item, inside(path, key));
  };
}

function checkField(value: unknown, field: Check | Required, path: string): void {
  if (typeof field === "object") {
    field.required(value, path);
  } else if (value !== undefined) {
    field(value, path);
  }
}

function inside(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function parseObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    expected("an object", value, path);
  }
  // An object that is no array can be asked for any key.
  return value as Readonly<Record<string, unknown>>;
}
