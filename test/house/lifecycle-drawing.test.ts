import { describe, expect, test } from "vitest";

import { lifecycle } from "../../src/settle/lifecycle.ts";
import { edgeLines, edgesOfDrawing, edgesOfTable } from "./drawing.ts";
import { fileAt } from "./source.ts";

describe("the drawing of a call's lifecycle", () => {
  const drawn = edgesOfDrawing(fileAt("ARCHITECTURE.md").text);

  test("shows every edge of the table and no other", () => {
    expect(edgeLines(drawn)).toEqual(edgeLines(edgesOfTable(lifecycle)));
  });

  test("shows every state of the table and no other", () => {
    const states = new Set(drawn.flatMap(({ from, to }) => [from, to]));

    expect([...states].toSorted()).toEqual(Object.keys(lifecycle).toSorted());
  });

  test("is read edge by edge", () => {
    const text =
      "# Page\n\n```mermaid\nstateDiagram-v2\n  [*] --> a\n  a --> b : go\n  b --> a : go back\n  b --> [*]\n```\n";

    expect(edgeLines(edgesOfDrawing(text))).toEqual(["a --> b : go", "b --> a : go back"]);
  });

  test("is refused where a line says nothing that can be checked", () => {
    expect(() => edgesOfDrawing("```mermaid\nstateDiagram-v2\n  a --> b\n```\n")).toThrow('"a --> b" is not an edge');
    expect(() => edgesOfDrawing("no drawing")).toThrow("one state diagram is expected, 0 were found");
  });
});
