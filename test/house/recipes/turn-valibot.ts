import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { tool, type Tool } from "rollcall";
import * as valibot from "valibot";

/** A schema of valibot writes itself as JSON Schema once it is wrapped. */
export const findCustomer: Tool = tool({
  name: "find_customer",
  description: "Finds a customer by the beginning of the name.",
  input: toStandardJsonSchema(valibot.object({ name: valibot.pipe(valibot.string(), valibot.minLength(2)) })),
  effect: "read",
  run: ({ name }) => [`${name}…`],
});
