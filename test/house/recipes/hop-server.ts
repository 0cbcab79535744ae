import { runTurn, type Model, type Tool } from "rollcall";
import { createHop } from "rollcall/hop";
import type { Ledger } from "rollcall/ledger";
import { createBlockStore } from "rollcall/view";

/** What the turns of this server share. */
export interface Desk {
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly ledger: Ledger;
}

/** Begins a turn at POST /turns/ID, shows it at GET /turns/ID and stops it at POST /turns/ID/stop. */
export function serveTurns({ model, tools, ledger }: Desk): (request: Request) => Promise<Response> {
  const hop = createHop();
  return async (request) => {
    const [, , id = "", action] = new URL(request.url).pathname.split("/");
    // Here it is decided whether this person may see and stop this turn.
    if (request.method === "GET") return hop.watch(id, { signal: request.signal });
    if (action === "stop") return new Response(null, { status: hop.stop(id) ? 202 : 404 });
    const messages = [{ role: "user", content: await request.text() }];
    if (!hop.has(id)) {
      hop.host(id, {
        store: createBlockStore({ display: tools }),
        start: (signal) => runTurn({ model, messages, tools, ledger, conversation: "c-17", turn: id, signal }),
      });
    }
    return new Response(null, { status: 202 });
  };
}
