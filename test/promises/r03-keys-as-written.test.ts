import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { escapeAll, mistakenFor } from "../support/escaped-keys.ts";
import { verdictOn } from "../support/settle-text.ts";

const key = fc.string({ unit: fc.constantFrom("a", "\n", '"', "\\", "é", "東"), minLength: 1, maxLength: 4 });
const written = fc
  .tuple(
    key,
    fc.constantFrom(escapeAll, (text: string) => JSON.stringify(text)),
  )
  .map(([text, write]) => ({ key: text, text: write(text) }));

// Of objects that begin alike the engine remembers the keys that came next, while there are few.
const beginning = fc.uuid();

describe("the keys of a call", () => {
  test("R3 are not those of the message before", async () => {
    expect(await verdictOn('{"path":1,"\\\\":2}')).toEqual({ kind: "dispatchable", args: { path: 1, "\\": 2 } });
    expect(await verdictOn('{"path":1,"\\u0062":2}')).toEqual({ kind: "dispatchable", args: { path: 1, b: 2 } });
  });

  test("R3 are the ones that were written, whatever the call before had for keys", async () => {
    await fc.assert(
      fc.asyncProperty(beginning, written, async (first, second) => {
        const other = mistakenFor(second.key, second.text);

        const before = await verdictOn(`{"${first}":1,${JSON.stringify(other)}:2}`);
        const after = await verdictOn(`{"${first}":1,${second.text}:2}`);

        expect(before).toEqual({ kind: "dispatchable", args: { [first]: 1, [other]: 2 } });
        expect(after).toEqual({ kind: "dispatchable", args: { [first]: 1, [second.key]: 2 } });
      }),
    );
  });
});
