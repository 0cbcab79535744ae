import { createCorrections } from "./corrections.ts";
import { createOrdinals } from "./ordinals.ts";
import { createRetries } from "./retries.ts";
import type { TurnSettings } from "./turn-options.ts";
import type { TurnScope } from "./turn-scope.ts";

/** Sets up what the messages of one turn share. */
export function openScope(settings: TurnSettings, ties: Pick<TurnScope, "outbox" | "stop">): TurnScope {
  const { tools, corrections, history, model, graceMs, clock } = settings;
  return {
    settings,
    ...ties,
    corrections: createCorrections({
      turn: corrections,
      ofTool: (name) => tools.find((tool) => tool.name === name)?.corrections,
    }),
    ordinals: createOrdinals(model.dialect.standingCalls(history.messages)),
    retries: createRetries({ ...settings, patience: { signal: ties.stop.requests, graceMs, clock } }),
  };
}
