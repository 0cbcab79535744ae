import { InvalidArgumentError } from "commander";

const DECIMAL = /^\d+(?:\.\d+)?$/;
const WHOLE = /^\d+$/;

/** Parses a time limit: milliseconds above 0, or `off`. */
export function parseLimitMs(value: string): number | "off" {
  if (value === "off") return "off";
  const limitMs = Number(value);
  if (DECIMAL.test(value) && limitMs > 0 && Number.isFinite(limitMs)) return limitMs;
  throw new InvalidArgumentError('Give milliseconds above 0, such as 1500, or "off".');
}

/** Parses a count of 1 or more. */
export function parseCount(value: string): number {
  const count = Number(value);
  if (WHOLE.test(value) && count > 0 && Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError("Give a whole number above 0.");
}

/** Parses a whole number of 0 or more. */
export function parseWhole(value: string): number {
  const number = Number(value);
  if (WHOLE.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError("Give a whole number, 0 or more.");
}

/** Parses a TCP port; 0 asks for any free one. */
export function parsePort(value: string): number {
  if (WHOLE.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError("Give a port from 0 to 65535; 0 takes any that is free.");
}
