import type { ScriptFormat } from "../script/script.ts";
import { planTimeline, type Timeline } from "../timeline.ts";
import type { House } from "./house.ts";
import { pickScript } from "./pick-script.ts";
import { readContext } from "./read-context.ts";
import { findFinished, type FinishedResponse, findPrevious } from "./stored-responses.ts";
import type { Understood } from "./understand.ts";

/** Keeps the seeds of one conversation's turns apart: a later turn must not get the ids of an earlier one. */
const TURN_STRIDE = 7919;

/** Keeps the seeds of equal requests apart, where each is to get other ids. */
const TRY_STRIDE = 104_729;

/** What a request is answered with. */
export interface Planned {
  readonly format: ScriptFormat;
  readonly timeline: Timeline;
  /** The response to be remembered, if there is one. */
  readonly finished: FinishedResponse | undefined;
}

/** Finds what is to be played for a request, and works out its bytes. */
export function castRequest(house: House, { format, body, model }: Understood): Planned {
  const context = readContext(format, body, findPrevious(house.memory, body));
  const number = house.counter.count(model);
  const picked = pickScript({ model, request: { ...context, format, body, number }, scripts: house.scripts });
  const tries = picked.hasNewIds ? number - 1 : 0;
  const seed = (picked.seed ?? house.seed) + TURN_STRIDE * context.messages + TRY_STRIDE * tries;
  const timeline = planTimeline(picked.script, seed);
  return { format, timeline, finished: findFinished({ format, body, context, timeline }) };
}
