import { z } from "zod";
import type { StartTurn } from "../../shared/api.ts";
import { faultNames, serviceNames, wireNames } from "../assistant/names.ts";
import { type Environment, serviceChoices } from "../assistant/services.ts";

/** The longest text of a turn, in UTF-16 code units. */
export const MAX_TEXT_CHARS = 2000;

const startTurn = z.strictObject({
  text: z.string().trim().min(1, "say something").max(MAX_TEXT_CHARS, `say it in ${MAX_TEXT_CHARS} characters`),
  wire: z.enum(wireNames),
  fault: z.enum(faultNames),
  service: z.enum(serviceNames),
});

/** Reads what a turn is to begin with. A string says what is wrong with it. */
export function readStart(body: unknown, environment: Environment): StartTurn | string {
  const read = startTurn.safeParse(body);
  if (!read.success) return read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  const { service, wire, fault } = read.data;
  const choice = serviceChoices(environment).find(({ name }) => name === service);
  if (choice === undefined || choice.missing !== null) return choice?.missing ?? "there is no such service";
  if (!choice.wires.includes(wire)) return `${choice.label} does not speak this wire`;
  if (service !== "simulator" && fault !== "none") return "only the simulator fails on purpose: choose it, or no fault";
  return read.data;
}
