import type { Format } from "../formats/format.ts";
import { systemClock, type Clock } from "../protocol/clock.ts";
import { defaultLimits, type Limits } from "../wire/limits.ts";
import type { FinalizePolicy } from "./finalize.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import { anyTool, createToolbox, type SettleTool, type Toolbox } from "./tools.ts";
import type { SilenceLimits } from "./watchdog.ts";

/** A limit on silence in milliseconds; `off` never fires. */
export type SilenceMs = number | "off";

/** How a stream is to be settled. Only `format` and `tools` must be given. */
export interface SettleOptions {
  /** The dialect of the stream, such as `anthropicMessages` from `rollcall/anthropic`. */
  readonly format: Format;
  /** The tools of the request. `"any"` accepts every name and checks no arguments: for looking at recordings. */
  readonly tools: readonly SettleTool[] | "any";
  /** Cancels: the calls settle as `cancelled` and the request is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The longest wait for the first payload. Default 180 000. */
  readonly firstMs?: SilenceMs;
  /** The longest wait between payloads; pings and comments are none. Default `idleMs`, else 180 000. */
  readonly progressMs?: SilenceMs;
  /**
   * The longest wait for any byte once the first byte has come, pings and comments included. Default `idleMs`; else 30 000
   * behind the first ping on a wire that pings (Anthropic), and `off` on the others.
   */
  readonly livenessMs?: SilenceMs;
  /** Sets `progressMs` and `livenessMs` at once. */
  readonly idleMs?: SilenceMs;
  /** How long a connection may be held open behind a known stop. Default 2 000. */
  readonly endMs?: number;
  /** The longest time that a tool's validator may take. Default 5 000. */
  readonly validateMs?: number;
  /** The `max_tokens` of the request; lets a truncation be found that the server reports as a clean stop. */
  readonly maxOutputTokens?: number;
  /**
   * What a token ceiling does to the calls of its message. `all` (default): none is run. `last`: calls that are closed and
   * that the model demonstrably went past are judged as if the stop had been clean.
   */
  readonly truncation?: "all" | "last";
  /** Bounds on memory; those that are not given keep their defaults. */
  readonly limits?: Partial<Limits>;
  /** Time. Default: the machine's. */
  readonly clock?: Clock;
}

/** The options with every default filled in. */
export interface Settings {
  readonly format: Format;
  readonly toolbox: Toolbox;
  readonly signal: AbortSignal | undefined;
  readonly silence: SilenceLimits;
  readonly validateMs: number;
  readonly policy: FinalizePolicy;
  readonly limits: Limits;
  readonly clock: Clock;
}

const OPTION_NAMES: readonly (keyof SettleOptions)[] = [
  "format",
  "tools",
  "signal",
  "firstMs",
  "progressMs",
  "livenessMs",
  "idleMs",
  "endMs",
  "validateMs",
  "maxOutputTokens",
  "truncation",
  "limits",
  "clock",
];

const DEFAULT_SILENCE_MS = 180_000;
const DEFAULT_END_MS = 2_000;
const DEFAULT_VALIDATE_MS = 5_000;

/** Checks the options and fills in the defaults. @throws {TypeError | RangeError} for what cannot be used. */
export function readOptions(options: SettleOptions): Settings {
  checkShape(options);
  const { format, tools, signal } = options;
  const limits = readLimits(options.limits);
  const { maxDepth, maxCallBytes } = limits;
  return {
    format,
    toolbox: tools === "any" ? anyTool : createToolbox(tools),
    signal,
    silence: readSilence(options),
    validateMs: positive("validateMs", options.validateMs ?? DEFAULT_VALIDATE_MS),
    policy: {
      truncation: readTruncation(options.truncation),
      maxOutputTokens:
        options.maxOutputTokens === undefined ? null : positive("maxOutputTokens", options.maxOutputTokens),
      maxDepth,
      maxCallBytes,
    },
    limits,
    clock: options.clock ?? systemClock,
  };
}

/** TypeScript says all of this already; JavaScript would fail somewhere inside. */
function checkShape(options: SettleOptions): void {
  if (!isObject(options)) throw new TypeError("settle needs options: settle(stream, { format, tools })");
  refuseUnknown("settle has no option", Object.keys(options), OPTION_NAMES);
  const { format, tools, signal } = options;
  if (!isFormat(format)) throw new TypeError("settle needs a format: settle(stream, { format: anthropicMessages, … })");
  if (tools !== "any" && !Array.isArray(tools)) {
    throw new TypeError(
      'settle needs the tools of the request: settle(stream, { tools: [{ name, input }], … }), or tools: "any"',
    );
  }
  if (signal !== undefined && !(isObject(signal) && "addEventListener" in signal)) {
    throw new TypeError("signal is an AbortSignal: pass controller.signal, not the controller");
  }
}

function readSilence(options: SettleOptions): SilenceLimits {
  const idleMs = options.idleMs === undefined ? undefined : silence("idleMs", options.idleMs);
  return {
    firstMs: silence("firstMs", options.firstMs ?? DEFAULT_SILENCE_MS),
    progressMs: silence("progressMs", options.progressMs ?? idleMs ?? DEFAULT_SILENCE_MS),
    livenessMs: readLiveness(options.livenessMs ?? idleMs, options.format),
    endMs: positive("endMs", options.endMs ?? DEFAULT_END_MS),
  };
}

function readLiveness(given: SilenceMs | undefined, format: Format): SilenceLimits["livenessMs"] {
  if (given !== undefined) return silence("livenessMs", given);
  return format.pings ? "seen-pings" : "off";
}

function readTruncation(truncation: "all" | "last" = "all"): "all" | "last" {
  if (truncation === "all" || truncation === "last") return truncation;
  throw new TypeError('truncation is "all" or "last"');
}

function readLimits(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return defaultLimits;
  refuseUnknown("there is no limit", Object.keys(given), Object.keys(defaultLimits));
  const limits = { ...defaultLimits, ...given };
  for (const [name, value] of Object.entries(limits)) positive(`limits.${name}`, value);
  return limits;
}

function silence(name: string, value: SilenceMs): SilenceMs {
  return value === "off" ? value : positive(name, value);
}

function positive(name: string, value: number): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw new RangeError(
    `${name} is a positive, finite number${name.endsWith("Ms") ? " of milliseconds" : ""}, not ${String(value)}`,
  );
}

function isFormat(value: unknown): value is Format {
  return isObject(value) && "createReader" in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
