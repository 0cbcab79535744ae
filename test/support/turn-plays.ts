import type { PlayRequest, Script, Step } from "../../src/simulator.ts";

/** A message of the model, on whichever wire it is asked. */
type Message = (request: PlayRequest) => Script;

/** A message that says these steps, and stops in order to call. */
export function calling(...steps: readonly Step[]): Message {
  return stopping({ kind: "stop", reason: "calls" }, ...steps);
}

/** A message that says these steps, and then stops so. What continues a pause begins with the block that was waited for. */
export function stopping(stop: Step, ...steps: readonly Step[]): Message {
  return ({ format }) => ({
    format,
    steps: [
      ...(steps[0]?.kind === "block" ? [] : [{ kind: "text", text: "One moment." } as const]),
      ...steps,
      stop,
      ...(format === "openai-responses" ? [] : [{ kind: "done" } as const]),
    ],
  });
}

/** The same message, whose connection is reset behind so many bytes of the argument text of a call. */
export function lost(message: Message, cut: { readonly call: number; readonly byte: number }): Message {
  return (request) => ({ ...message(request), cut: { ...cut, end: { kind: "reset" } } });
}

/** One of the cast's payments. */
export function payment(amount: number, id?: string): Step {
  const call = {
    kind: "call",
    name: "send_payment",
    arguments: `{"to":"Harbor Print Shop","amount":${amount}}`,
  } as const;
  return id === undefined ? call : { ...call, id };
}

/** Looks for a customer. */
export function search(query: string, id?: string): Step {
  const call = { kind: "call", name: "find_customer", arguments: JSON.stringify({ query }) } as const;
  return id === undefined ? call : { ...call, id };
}

/** A call of a tool that takes nothing. */
export function plainCall(name: string): Step {
  return { kind: "call", name, arguments: "{}" };
}

/** A ticket with this priority; a broken one has a word in it that is no JSON. */
export function ticket(priority: string, form: "whole" | "broken" = "whole"): Step {
  const written = form === "whole" ? `"${priority}"` : priority;
  const text = `{"project":"Web","title":"Blank page","priority":${written},"description":"It stays blank."}`;
  return { kind: "call", name: "create_ticket", arguments: text };
}
