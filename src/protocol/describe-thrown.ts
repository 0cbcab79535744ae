import { cutLine } from "./cut-text.ts";

/**
 * One line about something that was thrown, which need not be an `Error`. Never throws itself, whatever it looks at: a
 * getter that throws, a message that is no text, a proxy that was revoked.
 */
export function describeThrown(thrown: unknown): string {
  if (thrown === undefined || thrown === null || thrown === "") return "nothing was said about it";
  if (typeof thrown === "string") return cutLine(thrown);
  if (isError(thrown)) return describeError(thrown);
  return `something that is no Error was thrown: ${describeValue(thrown)}`;
}

/** What an error says, without its name. */
export function messageOf(error: unknown): string {
  return isError(error) ? readText(error, "message") : "";
}

function describeError(error: Error): string {
  const name = readText(error, "name");
  const message = readText(error, "message");
  if (message === "") return cutLine(name === "" ? "Error" : name);
  return cutLine(name === "" || name === "Error" ? message : `${name}: ${message}`);
}

/** To ask what a proxy is can throw already. */
function isError(value: unknown): value is Error {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

function readText(error: Error, field: "name" | "message"): string {
  try {
    const value: unknown = error[field];
    if (typeof value === "string") return value;
    return field === "name" || value === undefined || value === null ? "" : describeValue(value);
  } catch {
    return "";
  }
}

function describeValue(value: unknown): string {
  try {
    const json: unknown = JSON.stringify(value);
    return typeof json === "string" ? cutLine(json) : kindOf(value);
  } catch {
    return kindOf(value);
  }
}

function kindOf(value: unknown): string {
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
