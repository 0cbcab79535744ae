import { systemClock } from "../../protocol/clock.ts";
import type { CliPorts } from "../ports.ts";
import { createRollScreen } from "../screen/roll-screen.ts";
import { paintFor } from "../screen/style.ts";
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

  const screen = createRollScreen({
    output: stdout,
    paint: paintFor(stdout, environment),
    redraws: stdout.isTerminal,
  });
  try {
    return await replay(request.recording, { ...request, until, onEvent: (event) => screen.apply(event) });
  } finally {
    screen.end();
    stdout.write("\n");
  }
}
