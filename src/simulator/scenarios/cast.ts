import type { End, JsonObject, Script } from "../script/script.ts";
import type { CallFields, Step, StopFields } from "../script/step.ts";
import type { ScenarioRequest } from "./scenario.ts";

/** What the assistant says before it calls. */
export const PREAMBLE = "I'll create that ticket for you now.";

/** A `create_ticket` call that fits. Its text has characters of two and three bytes. */
export const TICKET: string =
  '{"project":"Web","title":"Sign-in page stays blank","priority":"urgent",' +
  '"description":"Since Monday’s release the sign-in page stays blank in Zürich and Málaga. Reloading does not help. ' +
  'Expected: the form. Seen: an empty page and a 504 in the console."}';

/** The same with another priority. */
export function ticketWith(priority: string): string {
  return TICKET.replace("urgent", priority);
}

/** The same without its title. */
export const UNTITLED_TICKET: string = TICKET.replace('"title":"Sign-in page stays blank",', "");

/** The same with a value that is no JSON. */
export const BROKEN_TICKET: string = TICKET.replace('"urgent"', "urgent");

export const PAYMENT = '{"to":"Harbor Print Shop","amount":120.5}';
export const CUSTOMER = '{"query":"Harbor Print Shop"}';

/** What a search of Anthropic's finds. */
export const SEARCH_RESULT: JsonObject = {
  type: "web_search_result",
  title: "Blank page after sign-in",
  url: "https://status.example/blank-page",
  encrypted_content: "b3BhcXVl",
  page_age: null,
};

/** The ceiling where the request names none. */
export const CEILING = 1024;

/** Half of the ticket, in bytes: within the description. */
export const HALF = 140;

/** Says something in words. */
export function say(text: string): Step {
  return { kind: "text", text };
}

/** Calls `create_ticket`. */
export function ticketCall(fields: Omit<Partial<CallFields>, "name"> = {}): Step<"call"> {
  const given = fields.arguments === undefined && fields.pieces === undefined ? { arguments: TICKET } : {};
  return { kind: "call", name: "create_ticket", ...given, ...fields };
}

/** Everything that follows the last call: the stop, the usage where it is due, the end marker. */
export function finish(request: ScenarioRequest, stop: StopFields): readonly Step[] {
  const said: Step = { kind: "stop", ...stop };
  if (request.format === "openai-responses") {
    return [said];
  }
  const tokens = stop.outputTokens === undefined ? {} : { outputTokens: stop.outputTokens };
  const usage: readonly Step[] =
    request.format === "openai-chat" && request.wantsUsage ? [{ kind: "usage", ...tokens }] : [];
  return [said, ...usage, { kind: "done" }];
}

/** The preamble, then these steps. */
export function afterPreamble(request: ScenarioRequest, steps: readonly Step[]): Script {
  return { format: request.format, ...envelope(request), steps: [say(PREAMBLE), ...steps] };
}

/** The preamble, these calls, and a stop that says so. */
export function calls(request: ScenarioRequest, steps: readonly Step[]): Script {
  return afterPreamble(request, [...steps, ...finish(request, { reason: "calls" })]);
}

/** An answer in words, for a conversation in which the calls have been answered. */
export function closingWords(request: ScenarioRequest): Script {
  return {
    format: request.format,
    ...envelope(request),
    steps: [say("Done. Is there anything else?"), ...finish(request, { reason: "end", outputTokens: 9 })],
  };
}

/** The preamble and the ticket, broken off in the argument text. */
export function brokenOff(request: ScenarioRequest, end: End): Script {
  const whole = afterPreamble(request, [ticketCall(), ...finish(request, { reason: "calls" })]);
  return { ...whole, cut: { call: 0, byte: request.at ?? HALF, end } };
}

function envelope(request: ScenarioRequest): Pick<Script, "envelope"> {
  const { format, maxOutputTokens, wantsUsage } = request;
  if (format === "openai-responses" && maxOutputTokens !== undefined) {
    return { envelope: { maxOutputTokens } };
  }
  return format === "openai-chat" && wantsUsage ? { envelope: { usageNull: true } } : {};
}
