import { describe, expect, test } from "vitest";

import type { Script, Step } from "../../src/simulator.ts";
import { blocksOf, pageAt, sectionOf } from "./doc-page.ts";
import { formatOf, playTurn, twoCalls, type Wire } from "./history-example.ts";

const page = pageAt("docs/history.md");

const sections = [
  ["anthropic", "## Anthropic Messages"],
  ["chat", "## Chat Completions"],
  ["responses", "## Responses, replayed"],
  ["stored", "## Responses, stored"],
] as const;

const cutCall: readonly Step[] = [
  { kind: "call", name: "find", arguments: '{"name":"A', id: "call_a" },
  { kind: "stop", reason: "ceiling" },
  { kind: "done" },
];
const lostText: readonly Step[] = [{ kind: "text", text: "Let me see." }];
const listForArguments: readonly Step[] = [
  { kind: "call", name: "find", arguments: '["Ada"]', id: "call_a" },
  { kind: "stop", reason: "calls" },
  { kind: "done" },
];

describe("docs/history.md", () => {
  test.each(sections)("R10: the example of %s is what the simulator is sent", async (wire, heading) => {
    const [example] = blocksOf(sectionOf(page, heading)).filter(({ language }) => language === "json");

    const { requests } = await playTurn(wire, twoCalls(wire));

    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual(JSON.parse(example?.text ?? ""));
  });

  const common = sectionOf(page, "## What goes back");

  test.each([["anthropic"], ["chat"], ["responses"]] as const)(
    "on the wire %s a call that was cut leaves the note of the page",
    async (wire) => {
      const { history } = await playTurn(wire, [scriptOf(wire, cutCall)]);

      expect(JSON.stringify(history)).toContain("[The call to find was not run: the request was cut short.]");
      expect(common).toContain("`[The call to find was not run: the request was cut short.]`");
    },
  );

  test("a call that was cut in a stored response is answered in the words of the page", async () => {
    const { history } = await playTurn("stored", [scriptOf("stored", cutCall)]);

    expect(JSON.stringify(history)).toContain('"output":"aborted: the request was cut short"');
    expect(common).toContain("`aborted: the request was cut short`");
  });

  test.each([["anthropic"], ["chat"], ["responses"]] as const)(
    "on the wire %s an answer that broke off says so as on the page",
    async (wire) => {
      const { history } = await playTurn(wire, [{ ...scriptOf(wire, lostText), end: { kind: "reset" } }]);

      expect(JSON.stringify(history)).toContain("Let me see.");
      expect(JSON.stringify(history)).toContain("[The answer broke off here: the connection was lost.]");
      expect(common).toContain("`[The answer broke off here: the connection was lost.]`");
    },
  );

  test.each([
    ["anthropic", '{"raw_arguments":"[\\"Ada\\"]"}'],
    ["chat", '{\\"raw_arguments\\":\\"[\\\\\\"Ada\\\\\\"]\\"}'],
    ["responses", '{\\"raw_arguments\\":\\"[\\\\\\"Ada\\\\\\"]\\"}'],
  ] as const)("on the wire %s arguments that are no object are wrapped as on the page", async (wire, wrapped) => {
    const { requests } = await playTurn(wire, [scriptOf(wire, listForArguments), "closing-words"]);

    expect(JSON.stringify(requests[1])).toContain(wrapped);
    expect(common).toContain('`{ "raw_arguments": "…" }`');
  });

  test("on Anthropic a call of the provider whose result never came leaves the note of the page", async () => {
    const search: readonly Step[] = [
      { kind: "call", name: "web_search", type: "server_tool_use", id: "srvtoolu_1", arguments: '{"query":"Ada"}' },
      { kind: "stop", reason: "ceiling" },
      { kind: "done" },
    ];

    const { history } = await playTurn("anthropic", [scriptOf("anthropic", search)]);

    expect(JSON.stringify(history)).toContain("[The result of web_search never came.]");
    expect(sectionOf(page, "## Anthropic Messages")).toContain("`[The result of web_search never came.]`");
  });

  test("on Chat Completions a call of the provider leaves the note of the page", async () => {
    const search: readonly Step[] = [
      { kind: "call", name: "web_search", type: "web_search", id: "call_s", arguments: "{}" },
      { kind: "text", text: "Found." },
      { kind: "stop", reason: "end" },
      { kind: "done" },
    ];

    const { history } = await playTurn("chat", [scriptOf("chat", search)]);

    expect(JSON.stringify(history)).toContain("[The provider's own call to web_search is left out here.]");
    expect(sectionOf(page, "## Chat Completions")).toContain(
      "`[The provider's own call to web_search is left out here.]`",
    );
  });
});

function scriptOf(wire: Wire, steps: readonly Step[]): Script {
  return { format: formatOf(wire), steps };
}
