import { checkHistory } from "../rules/check-history.ts";
import { ScenarioError } from "../scenarios/model-name.ts";
import { castRequest, type Planned } from "./cast-request.ts";
import type { Refusal } from "./endpoints.ts";
import type { House } from "./house.ts";
import type { LogEntry } from "./request-log.ts";
import { type Asked, understand, type Understood } from "./understand.ts";

/** Works out the answer to a request: a timeline, or a refusal that says what to do. */
export function planAnswer(house: House, asked: Asked, entry: LogEntry): Planned | Refusal {
  const understood = understand(asked);
  if ("status" in understood) {
    return understood;
  }
  const refusal = house.checksHistory ? refuseHistory(house, understood, entry) : undefined;
  if (refusal !== undefined) {
    return refusal;
  }
  try {
    return castRequest(house, understood);
  } catch (error) {
    if (error instanceof ScenarioError) {
      return { status: 400, message: error.message };
    }
    throw error;
  }
}

function refuseHistory(house: House, { format, body }: Understood, entry: LogEntry): Refusal | undefined {
  const violations = checkHistory(format, body, (id) => house.memory.find(id));
  entry.note({ violations });
  const [violation] = violations;
  return violation === undefined ? undefined : { status: 400, message: violation.message, violation };
}
