import { followHop, type HopEnding } from "rollcall/hop";
import { createBlockMirror, type TurnView } from "rollcall/view";

/** What the page asks the server with, such as `fetch`. */
export type Ask = (path: string, options: RequestInit) => Promise<Response>;

/** Begins a turn and shows it: `draw` gets what is to be seen now, after every change. */
export async function showRemoteTurn(
  ask: Ask,
  asked: { readonly id: string; readonly text: string },
  draw: (view: TurnView) => void,
): Promise<HopEnding> {
  const begun = await ask(`/turns/${asked.id}`, { method: "POST", body: asked.text });
  if (!begun.ok) throw new Error(`the turn was not begun: status ${begun.status}`);
  const mirror = createBlockMirror();
  mirror.subscribe(() => draw(mirror.view));
  const open = (signal: AbortSignal): Promise<Response> => ask(`/turns/${asked.id}`, { signal });
  return followHop(open, mirror, { reopen: open });
}
