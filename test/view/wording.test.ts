import { describe, expect, test } from "vitest";

import { callLine, endingLine } from "../../src/view.ts";
import { abandoned, complete, count, dispatchable, failed, invalid, observed } from "./made-outcomes.ts";

describe("the line of a call (R12)", () => {
  test("says that a call can run", () => {
    expect(callLine(dispatchable({}))).toBe("create_ticket — ready");
  });

  test("says that the provider ran its own call", () => {
    expect(callLine(observed({ name: "web_search" }))).toBe("· web_search — run by the provider");
  });

  test.each(["schema", "unknown-tool", "duplicate-key", "inexact-number", "reserved-key", "not-an-object"] as const)(
    "says of invalid/%s that the request did not fit",
    (cause) => {
      expect(callLine(invalid(cause))).toBe("⊘ create_ticket — not run (the request did not fit the tool)");
    },
  );

  test("does not blame the request for a validator that failed", () => {
    expect(callLine(invalid("validator-failed"))).toBe("⊘ create_ticket — not run (the request could not be checked)");
  });

  test.each([
    ["truncated/token-limit", "⊘ create_ticket — not run (the request was cut short)"],
    ["truncated/context-window", "⊘ create_ticket — not run (the request was cut short)"],
    ["truncated/refused", "⊘ create_ticket — not run (stopped by the provider's safety filter)"],
    ["truncated/content-filter", "⊘ create_ticket — not run (stopped by the provider's safety filter)"],
    ["truncated/paused", "⊘ create_ticket — not run (the request was cut short)"],
    ["truncated/unknown-stop", "⊘ create_ticket — not run (the request was cut short)"],
    ["unparseable/incomplete", "⊘ create_ticket — not run (the request was cut short)"],
    ["unparseable/not-json", "⊘ create_ticket — not run (the request was unreadable)"],
    ["unparseable/too-large", "⊘ create_ticket — not run (the request was unreadable)"],
    ["unparseable/too-deep", "⊘ create_ticket — not run (the request was unreadable)"],
    ["abandoned/disconnected", "⊘ create_ticket — not run (connection lost)"],
    ["abandoned/idle", "⊘ create_ticket — not run (connection lost)"],
    ["abandoned/crashed", "⊘ create_ticket — not run (connection lost)"],
    ["abandoned/ended-early", "⊘ create_ticket — not run (the answer ended early)"],
    ["abandoned/stalled", "⊘ create_ticket — not run (the model stopped answering)"],
    ["abandoned/provider-error", "⊘ create_ticket — not run (the model service failed)"],
    ["abandoned/cancelled", "⊘ create_ticket — cancelled"],
  ] as const)("says why a call is %s", (because, line) => {
    expect(callLine(failed(because))).toBe(line);
  });

  test("names a call without a name", () => {
    expect(callLine(failed("abandoned/idle", { name: "" }))).toBe("⊘ a tool — not run (connection lost)");
    expect(callLine(failed("abandoned/idle", { name: " \t" }))).toBe("⊘ a tool — not run (connection lost)");
  });

  test("stays one inert line, whatever the provider calls the tool", () => {
    const name = "\u{1B}[31mred\n\u{202E}txet\u{2028}end\u{9B}2J";

    expect(callLine(dispatchable({}, { name }))).toBe(
      "\u{FFFD}[31mred\u{FFFD}\u{FFFD}txet\u{FFFD}end\u{FFFD}2J — ready",
    );
  });

  test("cuts a long name at 80 code points, never inside one", () => {
    const name = "🎫".repeat(100);

    expect(callLine(dispatchable({}, { name }))).toBe(`${"🎫".repeat(79)}… — ready`);
    expect(callLine(dispatchable({}, { name: "🎫".repeat(80) }))).toBe(`${"🎫".repeat(80)} — ready`);
  });
});

describe("the line of an ending (R12)", () => {
  test("is not there for a message that ended well", () => {
    expect(endingLine(complete("end_turn", "clean"), count({ dispatchable: 1 }))).toBeNull();
    expect(endingLine(complete("end_turn", "clean"), count({ invalid: 1 }))).toBeNull();
  });

  test.each([
    [abandoned("ended-early"), "⊘ the answer ended early — nothing was run"],
    [abandoned("disconnected"), "⊘ the connection was lost — nothing was run"],
    [abandoned("idle"), "⊘ the connection was lost — nothing was run"],
    [abandoned("crashed"), "⊘ the connection was lost — nothing was run"],
    [abandoned("stalled"), "⊘ the model stopped answering — nothing was run"],
    [abandoned("provider-error"), "⊘ the model service failed — nothing was run"],
    [abandoned("cancelled"), "⊘ cancelled — nothing was run"],
    [complete("max_tokens", "ceiling"), "⊘ the answer was cut short — nothing was run"],
    [complete("refusal", "filtered"), "⊘ the answer was stopped by the provider's safety filter — nothing was run"],
    [complete("pause_turn", "paused"), "⊘ the answer was paused before it was finished — nothing was run"],
    [complete("error", "failed"), "⊘ the model service failed — nothing was run"],
    [complete("whim", "unknown"), "⊘ the answer stopped for an unknown reason — nothing was run"],
  ])("says how the message ended: %o", (ending, line) => {
    expect(endingLine(ending, count())).toBe(line);
  });

  test("does not deny what the provider ran", () => {
    expect(endingLine(abandoned("idle"), count({ failed: 1, observed: 1 }))).toBe(
      "⊘ the connection was lost — nothing else was run",
    );
  });

  test("claims nothing of what was run while a call can run", () => {
    expect(endingLine(complete("max_tokens", "ceiling"), count({ dispatchable: 1, failed: 1, observed: 1 }))).toBe(
      "⊘ the answer was cut short",
    );
  });
});
