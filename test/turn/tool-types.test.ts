import { type } from "arktype";
import * as v from "valibot";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";

import type { SettleTool } from "../../src/index.ts";
import type { ToolSpec } from "../../src/formats/dialect.ts";
import type { Dispatchable } from "../../src/protocol/outcome.ts";
import { tool, type Tool } from "../../src/turn/tool.ts";

const description = "Does what its test needs.";

const withZod = tool({
  name: "with_zod",
  description,
  input: z.object({ title: z.string(), count: z.coerce.number(), who: z.object({ name: z.string() }).optional() }),
  display: { title: "show", "who.name": "sensitive", "*": "hide" },
  intent: (args, turn) => `${turn.id}:${args.title}:${args.count.toFixed(0)}`,
  run: async (args, { intentKey, signal, callId, turn, attempt }) => {
    expectTypeOf(args).toEqualTypeOf<{ title: string; count: number; who?: { name: string } | undefined }>();
    expectTypeOf({ intentKey, signal, callId, attempt }).toEqualTypeOf<{
      intentKey: string;
      signal: AbortSignal;
      callId: string;
      attempt: number;
    }>();
    expectTypeOf(turn.conversation).toEqualTypeOf<string>();
  },
});

const withValibot = tool({
  name: "with_valibot",
  description,
  input: toStandardJsonSchema(
    v.object({
      title: v.pipe(
        v.string(),
        v.transform((text) => text.length),
      ),
    }),
  ),
  display: { title: "show" },
  run: (args) => {
    expectTypeOf(args).toEqualTypeOf<{ title: number }>();
  },
});

const withArktype = tool({
  name: "with_arktype",
  description,
  input: type({ title: "string", "count?": "number" }),
  display: { count: "hide" },
  run: (args) => {
    expectTypeOf(args).toEqualTypeOf<{ title: string; count?: number }>();
  },
});

const withJsonSchema = tool({
  name: "with_json_schema",
  description,
  input: { type: "object", properties: { title: { type: "string" } } },
  display: { title: "show" },
  run: (args) => {
    expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
  },
});

test("tools of any arguments go into one list, which settle and a request take as it is", () => {
  const tools: readonly Tool[] = [withZod, withValibot, withArktype, withJsonSchema];

  expectTypeOf(tools).toExtend<readonly SettleTool[]>();
  expectTypeOf(tools).toExtend<readonly ToolSpec[]>();
  expect(tools.map(({ name }) => name)).toEqual(["with_zod", "with_valibot", "with_arktype", "with_json_schema"]);
});

test("R3: a look-alike of a settled call does not type-check", () => {
  const { execute, intentOf } = withZod;

  expectTypeOf(execute).parameter(0).toEqualTypeOf<Dispatchable>();
  expectTypeOf(intentOf).parameter(0).toEqualTypeOf<Dispatchable>();
  expectTypeOf<{ kind: "dispatchable"; args: unknown; parsed: unknown }>().not.toExtend<Dispatchable>();
});

test("a display map that names no field of the schema does not type-check", () => {
  const input = z.object({ title: z.string() });

  expect(() =>
    tool({
      name: "mistyped",
      description,
      input,
      // @ts-expect-error -- the field is called title
      display: { titel: "show" },
      run: () => {},
    }),
  ).toThrow(TypeError);
  expect(() =>
    // @ts-expect-error -- there is no such rule
    tool({ name: "mistyped", description, input, display: { title: "hidden" }, run: () => {} }),
  ).toThrow(TypeError);
});
