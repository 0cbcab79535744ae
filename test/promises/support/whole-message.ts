import { messageDelta, messageStart, messageStop, wholeCall } from "../../support/anthropic-events.ts";
import { calls, finish, more, open, opening } from "../../support/chat-wire.ts";
import { created, terminal, wholeFunction } from "../../support/responses-events.ts";
import { sseRecord, type TypedEvent } from "../../support/settle-stream.ts";
import { payload, type Plan, type PlannedRecord, type Wire } from "./said.ts";

/** A message that stops cleanly, with one call of the tool `act` for each list of pieces. It says nothing to the oracle. */
export function wholeMessage(wire: Wire, texts: readonly (readonly string[])[]): Plan {
  return { wire, records: records(wire, texts), newline: "\n", hasByteOrderMark: false };
}

function records(wire: Wire, texts: readonly (readonly string[])[]): readonly PlannedRecord[] {
  switch (wire) {
    case "anthropic-messages": {
      const blocks = texts.flatMap((pieces, at) => wholeCall(at, `toolu_${at}`, "act", ...pieces));
      return typed(messageStart(), ...blocks, messageDelta("tool_use"), messageStop);
    }
    case "openai-responses": {
      const items = texts.flatMap((pieces, at) => wholeFunction(at, String(at), "act", ...pieces));
      return typed(created, ...items, terminal("completed"));
    }
    case "openai-chat": {
      const entries = texts.flatMap((pieces, at) => [
        calls(open(at, `call_${at}`, "act")),
        ...pieces.map((piece) => calls(more(at, piece))),
      ]);
      const chunks = [opening, ...entries, finish("tool_calls")];
      return [...chunks.map((chunk) => payload(sseRecord(chunk))), payload("data: [DONE]")];
    }
  }
}

function typed(...events: readonly TypedEvent[]): readonly PlannedRecord[] {
  return events.map((event) => payload(sseRecord(event, event.type)));
}
