import { createContext, runInContext } from "node:vm";

import { expect, test } from "vitest";

import { bundleDoor } from "../../scripts/bundle.ts";

// What the page or the worker brings along. There is no `process`, no `Buffer` and no `require` here.
function createPage(): object {
  return createContext(
    {
      AbortController,
      AbortSignal,
      DOMException,
      ReadableStream,
      Response,
      TextDecoder,
      TextEncoder,
      clearTimeout,
      performance,
      queueMicrotask,
      setTimeout,
      outcomes: [],
    },
    // A page with a strict content policy lets no text become code.
    { codeGeneration: { strings: false, wasm: false } },
  );
}

const scriptedStream = [
  'data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"create_ticket","arguments":"{\\"title\\":"}}]}}]}\n\n',
  'data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"Printer\\"}"}}]}}]}\n\n',
  'data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n',
  "data: [DONE]\n\n",
];

test("the root door settles a stream where there is no Node", async () => {
  const root = await bundleDoor("src/index.ts", { format: "iife", packages: "inside" });
  const openai = await bundleDoor("src/openai.ts", { format: "iife", packages: "inside" });
  const page = createPage();
  runInContext(`${openai.code}; globalThis.openai = rollcall;`.replace("var rollcall", "rollcall"), page);
  runInContext(root.code, page);

  const settled: unknown = await runInContext(
    `(async () => {
      const pieces = ${JSON.stringify(scriptedStream)};
      async function* source() { yield* pieces; }
      const { outcomes } = await rollcall.settle(source(), { format: openai.openaiChat, tools: "any" }).result;
      return JSON.stringify(outcomes.map(({ kind, args }) => ({ kind, args })));
    })()`,
    page,
  );

  expect(root.nodeModules).toEqual([]);
  expect(settled).toBe('[{"kind":"dispatchable","args":{"title":"Printer"}}]');
});
