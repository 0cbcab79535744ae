import type { HttpRefusal, JsonObject } from "../script/script.ts";
import { everyFormat, type Scenario, type ScenarioRequest } from "./scenario.ts";

/** An error as both providers write it. */
interface Told {
  readonly anthropic: { readonly status: number; readonly type: string; readonly message: string };
  readonly openai: {
    readonly status: number;
    readonly type: string;
    readonly code: string | null;
    readonly message: string;
  };
  /** Whether the answer says when to come again. */
  readonly asksToWait?: boolean;
}

const WAIT_SECONDS = 1;

function refusalOf(told: Told, { format, wait = WAIT_SECONDS }: ScenarioRequest): HttpRefusal {
  const headers = told.asksToWait === true ? { headers: { "retry-after": String(wait) } } : {};
  if (format === "anthropic-messages") {
    const { status, type, message } = told.anthropic;
    return { status, ...headers, body: { type: "error", error: { type, message }, request_id: "req_rollcall" } };
  }
  const { status, type, code, message } = told.openai;
  const error: JsonObject = { message, type, param: null, code };
  return { status, ...headers, body: { error } };
}

function refused(name: string, title: string, told: Told): Scenario {
  return {
    name,
    title,
    formats: everyFormat,
    accepts: told.asksToWait === true ? ["heals", "wait"] : ["heals"],
    counts: "tries",
    isWholeTurn: true,
    build: (request) => ({ format: request.format, steps: [], refusal: refusalOf(told, request) }),
  };
}

/** Requests that are answered with an HTTP error, before any stream. */
export const httpErrorScenarios: readonly Scenario[] = [
  refused("rate-limited", "HTTP 429 with a retry-after of `wait` seconds (default 1).", {
    anthropic: { status: 429, type: "rate_limit_error", message: "This request would exceed the rate limit." },
    openai: {
      status: 429,
      type: "requests",
      code: "rate_limit_exceeded",
      message: "Rate limit reached. Please try again later.",
    },
    asksToWait: true,
  }),
  refused("overloaded", "HTTP 529 at Anthropic, 503 at OpenAI: the service has too much to do.", {
    anthropic: { status: 529, type: "overloaded_error", message: "Overloaded" },
    openai: { status: 503, type: "server_error", code: null, message: "The server is overloaded." },
  }),
  refused("server-error", "HTTP 500: the service itself failed.", {
    anthropic: { status: 500, type: "api_error", message: "Internal server error" },
    openai: { status: 500, type: "server_error", code: null, message: "The server had an error." },
  }),
  refused("wrong-key", "HTTP 401: the key is not valid.", {
    anthropic: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
    openai: {
      status: 401,
      type: "invalid_request_error",
      code: "invalid_api_key",
      message: "Incorrect API key provided.",
    },
  }),
  refused(
    "no-credit",
    "HTTP 400 at Anthropic, 429 at OpenAI: nothing is left to pay with, and waiting does not help.",
    {
      anthropic: {
        status: 400,
        type: "invalid_request_error",
        message: "Your credit balance is too low to access the API.",
      },
      openai: {
        status: 429,
        type: "insufficient_quota",
        code: "insufficient_quota",
        message: "You exceeded your current quota, please check your plan and billing details.",
      },
    },
  ),
];
