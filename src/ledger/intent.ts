import { canonicalJson } from "./canonical-json.ts";

/** What makes a call the same intent again, whatever its id. */
export interface Intent {
  readonly conversation: string;
  readonly turn: string;
  readonly tool: string;
  /** The parsed arguments as the model gave them, before a schema fills in or converts anything. */
  readonly args: unknown;
  /** Place among the equal calls of the turn, from 0: two payments that are both meant are two intents. */
  readonly ordinal: number;
}

/**
 * The default key of an intent: 64 hexadecimal digits, the same in every process and after every restart.
 *
 * @throws {TypeError} without a conversation or a turn: equal calls of different turns would be one intent.
 */
export async function intentKey({ conversation, turn, tool, args, ordinal }: Intent): Promise<string> {
  if (conversation === "" || turn === "") {
    throw new TypeError('an intent needs a conversation and a turn, such as { conversation: "c-17", turn: "t-3" }');
  }
  return sha256(canonicalJson(["rollcall-intent-1", conversation, turn, tool, args, ordinal]));
}

/** Tells calls under one key apart: the tool and its arguments, hashed to 64 hexadecimal digits. */
export async function intentFingerprint(tool: string, args: unknown): Promise<string> {
  return sha256(canonicalJson(["rollcall-fingerprint-1", tool, args]));
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
