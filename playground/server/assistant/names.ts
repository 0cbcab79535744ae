import type { FaultName, ServiceName, WireName } from "../../shared/api.ts";

/** Every wire, in the order of the picker. */
export const wireNames: readonly WireName[] = ["anthropic-messages", "openai-chat", "openai-responses"];

/** Every service, in the order of the picker. */
export const serviceNames: readonly ServiceName[] = ["simulator", "anthropic", "openai"];

/** Every fault, in the order of the picker. */
export const faultNames: readonly FaultName[] = [
  "none",
  "connection-cut",
  "silence",
  "ceiling-half",
  "ceiling-whole",
  "refusal",
  "broken-json",
  "enum-healed",
  "enum-never",
  "unknown-tool",
  "hidden-truncation",
  "parallel-one-cut",
  "server-killed",
  "stop-pressed",
  "payment-again",
  "payment-in-doubt",
];
