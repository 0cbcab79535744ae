import { describe, expect, test } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import { settle } from "../../src/index.ts";
import { history } from "../support/anthropic-history.ts";
import { anthropicMessage, messageStart, wholeCall } from "../support/anthropic-events.ts";
import { anthropicSse, deliver, sdkObjects, type TypedEvent } from "../support/settle-stream.ts";

const use = (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "done" });

describe("the standing calls of a history", () => {
  test("are those behind the person's last words, in their order", () => {
    const messages = [
      { role: "user", content: "First." },
      { role: "assistant", content: [use("a", "act", { n: 0 })] },
      { role: "user", content: [result("a")] },
      { role: "user", content: "Second." },
      { role: "assistant", content: [{ type: "text", text: "Two." }, use("b", "act", { n: 1 }), use("c", "find", {})] },
      { role: "user", content: [result("b"), result("c")] },
      { role: "assistant", content: [use("d", "act", { n: 1 })] },
      { role: "user", content: [result("d")] },
    ];

    expect(anthropicDialect.standingCalls(messages)).toEqual([
      { name: "act", args: { n: 1 } },
      { name: "find", args: {} },
      { name: "act", args: { n: 1 } },
    ]);
  });

  test("begin anew where the person says something behind the results", () => {
    const messages = [
      { role: "user", content: "First." },
      { role: "assistant", content: [use("a", "act", { n: 0 })] },
      { role: "user", content: [result("a"), { type: "text", text: "And now another." }] },
    ];

    expect(anthropicDialect.standingCalls(messages)).toEqual([]);
  });

  test("are those of the client alone", () => {
    const messages = [
      { role: "user", content: "Search." },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "a" } },
          { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
          use("a", "act", {}),
        ],
      },
    ];

    expect(anthropicDialect.standingCalls(messages)).toEqual([{ name: "act", args: {} }]);
  });

  test("have the raw text where the history wraps it", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", '{"n":'));

    const messages = await history(body, { answers: { 0: { isError: true, text: "Unreadable." } } });
    expect(anthropicDialect.standingCalls(messages)).toEqual([{ name: "act", args: '{"n":' }]);
  });

  test("have an object that only looks like the wrapping as it is", () => {
    const messages = [{ role: "assistant", content: [use("a", "act", { raw_arguments: "x", n: 1 })] }];

    expect(anthropicDialect.standingCalls(messages)).toEqual([{ name: "act", args: { raw_arguments: "x", n: 1 } }]);
  });

  test("of nothing are none", () => {
    expect(anthropicDialect.standingCalls([])).toEqual([]);
  });
});

describe("the code of an error", () => {
  test("a spend limit in the stream is told by its own code, and any other by its type", async () => {
    const detailOf = async (events: readonly (TypedEvent | object)[]): Promise<string> => {
      const roll = settle(deliver(events), { format: anthropicDialect.format, tools: [] });
      return (await roll.result).ending.detail;
    };
    const error = (code: string) =>
      sdkObjects(
        anthropicSse(messageStart(), {
          type: "error",
          error: { type: "rate_limit_error", message: "Slow down.", details: { error_code: code } },
        }),
      );

    expect(await detailOf(error("enforced_spend_limit_reached"))).toBe("enforced_spend_limit_reached: Slow down.");
    expect(await detailOf(error("something_else"))).toBe("rate_limit_error: Slow down.");
  });
});
