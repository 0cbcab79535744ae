/** A server of its own process, which begins a call and never ends it: it is there to be killed. */
import { createHop } from "../../../../src/hop.ts";
import type { TurnEvent } from "../../../../src/index.ts";
import { createBlockStore } from "../../../../src/view.ts";
import { servePages } from "./page-server.ts";
import { announced, asked, fragment, says, ticketDisplay } from "./turn-story.ts";

async function* neverEnding(): AsyncGenerator<TurnEvent, void> {
  yield asked;
  yield says("I'll create that ticket for you now.");
  yield announced;
  yield fragment('{"title":"Sign-in pa');
  await new Promise(() => {});
}

const hop = createHop();
hop.host("t-1", { store: createBlockStore({ display: ticketDisplay }), start: neverEnding });
const { url } = await servePages(({ signal }) => hop.watch("t-1", { signal }));
process.stdout.write(`${url}\n`);
