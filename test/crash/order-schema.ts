import type { StandardSchemaV1 } from "@standard-schema/spec";

/** What a payment needs. */
interface Order {
  readonly to: string;
  readonly cents: number;
}

/** By hand: compiling a schema would take longer than most of the lives that need it. */
export const orderSchema: StandardSchemaV1<unknown, Order> = {
  "~standard": {
    version: 1,
    vendor: "crash-campaign",
    validate: (value) =>
      isOrder(value) ? { value } : { issues: [{ message: "cents must be an integer", path: ["cents"] }] },
  },
};

/** The same for the provider. */
export const orderJsonSchema = {
  type: "object",
  properties: { to: { type: "string" }, cents: { type: "integer" } },
  required: ["to", "cents"],
  additionalProperties: false,
} as const;

function isOrder(value: unknown): value is Order {
  if (typeof value !== "object" || value === null || !("to" in value && "cents" in value)) return false;
  return typeof value.to === "string" && Number.isInteger(value.cents);
}
