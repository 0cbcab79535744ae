import { describe, expect, test } from "vitest";

import { createDisplay, type DisplayMap } from "../../src/preview/display.ts";

function displayAt(map: DisplayMap, ...path: readonly (string | number)[]): string {
  let rule = createDisplay(map);
  for (const key of path) rule = rule.child(key);
  return rule.display;
}

describe("a display map", () => {
  const ticket: DisplayMap = {
    title: "show",
    customer: "hide",
    "customer.name": "show",
    "customer.card": "sensitive",
    "items[].price": "show",
    "items.*.token": "sensitive",
    "items.0": "show",
    "a\\.b": "show",
    "\\*": "sensitive",
  };

  test.each([
    [[], "hide"],
    [["title"], "show"],
    [["title", "anything", 3], "show"],
    [["unnamed"], "hide"],
    [["customer"], "hide"],
    [["customer", "name"], "show"],
    [["customer", "card"], "sensitive"],
    [["customer", "card", "number"], "sensitive"],
    [["customer", "phone"], "hide"],
    [["items", 4, "price"], "show"],
    [["items", 4, "name"], "hide"],
    [["items", 0, "name"], "show"],
    [["items", 0, "token"], "sensitive"],
    [["items", "0", "token"], "sensitive"],
    [["a.b"], "show"],
    [["a", "b"], "hide"],
    [["*"], "sensitive"],
    [["__proto__"], "hide"],
    [["constructor"], "hide"],
  ])("at %j says %s", (path, display) => {
    expect(displayAt(ticket, ...path)).toBe(display);
  });

  test("hides what nobody named", () => {
    expect(displayAt({})).toBe("hide");
    expect(displayAt({}, "password")).toBe("hide");
  });

  test("shows the whole document under the empty path, and everything in it under *", () => {
    expect(displayAt({ "": "show" })).toBe("show");
    expect(displayAt({ "*": "show" })).toBe("hide");
    expect(displayAt({ "*": "show" }, "a", "b")).toBe("show");
  });

  test("takes the path with fewer wildcards, and of equals the stricter", () => {
    expect(displayAt({ "*": "sensitive", title: "show" }, "title")).toBe("show");
    expect(displayAt({ "*.card": "sensitive", "customer.*": "show" }, "customer", "card")).toBe("sensitive");
    expect(displayAt({ "*.card": "sensitive", customer: "show" }, "customer", "card")).toBe("sensitive");
    expect(displayAt({ "*.card": "sensitive", "shop.card": "show" }, "shop", "card")).toBe("show");
  });

  test("R11: conceals a field of a list's items also where the path has no step for the list", () => {
    const map = { order: "show", "order.lines.price": "sensitive", "order.lines.tax.rate": "hide" } as const;

    expect(displayAt(map, "order", "lines", 0, "price")).toBe("sensitive");
    expect(displayAt(map, "order", "lines", "price")).toBe("sensitive");
    expect(displayAt(map, "order", 3, "lines", 0, "price")).toBe("sensitive");
    expect(displayAt(map, "order", "lines", 0, "tax", 1, "rate")).toBe("hide");
    expect(displayAt(map, "order", "lines", 0, "title")).toBe("show");
    expect(displayAt({ "lines.price": "show" }, "lines", 0, "price")).toBe("hide");
  });

  test("keeps everything inside of a sensitive value sensitive, whatever a wildcard says", () => {
    expect(displayAt({ "*.name": "show", customer: "sensitive" }, "customer", "name")).toBe("sensitive");
  });

  test.each([
    [{ "a..b": "show" }, /step of the path "a\.\.b" is empty/],
    [{ "a.": "show" }, /step of the path "a\." is empty/],
    [{ "a*": "show" }, /stand for whole steps/],
    [{ "a[0]": "show" }, /stand for whole steps/],
    [{ "a\\": "show" }, /stand for whole steps/],
    [{ "a[]": "show", "a.*": "hide" }, /are one path/],
    [{ customer: "sensitive", "customer.name": "show" }, /inside of "customer", which is sensitive/],
    [{ "": "sensitive", name: "show" }, /inside of "", which is sensitive/],
  ] satisfies readonly (readonly [DisplayMap, RegExp])[])("%j is refused", (refused, complaint) => {
    expect(() => createDisplay(refused)).toThrow(complaint);
  });

  test("a word that is no display is refused", () => {
    // @ts-expect-error a map from elsewhere may say anything
    expect(() => createDisplay({ a: "toString" })).toThrow(
      '"a" is displayed as "show", "hide" or "sensitive": { "a": "show" }',
    );
  });
});
