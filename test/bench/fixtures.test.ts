import { describe, expect, test } from "vitest";

import { ownContenders, sdkContender } from "../../bench/contenders.ts";
import { structuredDocument, ticketDocument, writeFileDocument } from "../../bench/documents.ts";
import { isMet } from "../../bench/goals.ts";
import { formats, piecesByCount, piecesOfSize, rechunk, recordStream } from "../../bench/streams.ts";

const ticket = {
  project: "checkout",
  title: "Card form loses the postal code on back",
  priority: "urgent",
  labels: ["checkout", "regression"],
  description:
    'Steps: fill in the form, go back to the cart, return. The postal code is empty, and the button says "Pay" all the same.\nSeen on two phones since Tuesday.',
};

describe("the documents", () => {
  test("the short one has 300 bytes", () => {
    expect(new TextEncoder().encode(ticketDocument().text)).toHaveLength(300);
  });

  test.each([writeFileDocument, structuredDocument])("the long ones are as long as they were asked for: %o", (make) => {
    const { text } = make(100_000);

    expect(text.length).toBeGreaterThanOrEqual(99_900);
    expect(text.length).toBeLessThan(100_200);
    expect(/^[ -~]*$/.test(text)).toBe(true);
  });

  test("are the same every time", () => {
    expect(writeFileDocument(5000)).toEqual(writeFileDocument(5000));
    expect(structuredDocument(5000)).toEqual(structuredDocument(5000));
  });

  test("begin the same whatever their length, so that growth is measured on one text", () => {
    expect(writeFileDocument(9000).text.slice(0, 4000)).toBe(writeFileDocument(5000).text.slice(0, 4000));
  });
});

describe("the pieces", () => {
  test("of a size are of that size but for the last", () => {
    expect(piecesOfSize("abcdefg", 3)).toEqual(["abc", "def", "g"]);
  });

  test("of a count are that many, and nearly the same length", () => {
    expect(piecesByCount("abcdefgh", 3)).toEqual(["ab", "cde", "fgh"]);
  });

  test("chunks of another size have the same bytes", () => {
    const chunks = [Uint8Array.of(1, 2), Uint8Array.of(3), Uint8Array.of(4, 5)];

    expect(rechunk(chunks, 2)).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3, 4), Uint8Array.of(5)]);
  });
});

describe.each(formats)("a stream of %s", (format) => {
  const events = { "anthropic-messages": 65, "openai-chat": 63, "openai-responses": 66 };

  test("has one event for each piece and a few around them", async () => {
    const stream = await recordStream(format, ticketDocument(), piecesByCount(ticketDocument().text, 60));

    expect(stream.events).toHaveLength(events[format]);
    expect(stream.deltas).toBe(60);
  });

  test.each(["generator", "Response"] as const)(
    "comes to the same arguments from a %s, whoever reads it",
    async (kind) => {
      const stream = await recordStream(format, ticketDocument(), piecesByCount(ticketDocument().text, 60));

      for (const chunks of [stream.events, rechunk(stream.events, 1460)]) {
        for (const contender of [...ownContenders(stream, chunks, kind), sdkContender(stream, chunks)]) {
          expect({ name: contender.name, args: await contender.run() }).toEqual({ name: contender.name, args: ticket });
        }
      }
    },
  );
});

describe("a goal", () => {
  test("is met by the figure that is printed", () => {
    expect(isMet({ what: "", figure: 2.004, goal: 2 })).toBe(true);
    expect(isMet({ what: "", figure: 2.006, goal: 2 })).toBe(false);
    expect(isMet({ what: "", figure: Number.NaN, goal: 2 })).toBe(false);
  });
});
