import { systemClock } from "../../protocol/clock.ts";
import type { CliPorts } from "../ports.ts";
import { showTurn } from "../../terminal.ts";
import { createBlockStore } from "../../view.ts";
import { terminalOf } from "../screen/terminal-of.ts";
import { waitInRealTime } from "../wall-time.ts";
import type { ReplayRequest } from "./replay-request.ts";
import { replay, type Replayed } from "./replay.ts";

/** Replays at the recording's own pace; unless a document is asked for, the roll is shown as it happens. */
export async function replayInRealTime(request: ReplayRequest, { stdout, environment }: CliPorts): Promise<Replayed> {
  // A replay that would never end is refused before it begins to wait.
  await replay(request.recording, request);
  const startedAtMs = systemClock.now();
  const until = (atMs: number): Promise<void> => waitInRealTime(startedAtMs + atMs - systemClock.now());
  if (request.shape === "json") return replay(request.recording, { ...request, until });

  const store = createBlockStore();
  const shown = showTurn(store, { output: terminalOf(stdout), environment });
  try {
    return await replay(request.recording, { ...request, until, onEvent: (event) => store.applyRoll(event) });
  } finally {
    if (store.view.isOpen) store.end("ended-early");
    await shown;
    stdout.write("\n");
  }
}
