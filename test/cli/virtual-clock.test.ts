import { expect, test } from "vitest";

import { createVirtualClock } from "../../src/cli/replay/virtual-clock.ts";

test("a virtual clock stands still until it is told to go on", () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.after(3_600_000, () => fired.push("hour"));

  expect(clock.now()).toBe(0);
  expect(clock.nextAtMs()).toBe(3_600_000);
  expect(fired).toEqual([]);

  clock.advance();

  expect(clock.now()).toBe(3_600_000);
  expect(clock.nextAtMs()).toBeNull();
  expect(fired).toEqual(["hour"]);
});

test("a virtual clock fires one timer at a time, by time and then by the order of planning", () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.after(20, () => fired.push("late"));
  clock.after(10, () => {
    fired.push("first");
    clock.after(0, () => fired.push("third"));
  });
  clock.after(10, () => fired.push("second"));

  clock.advance();
  expect(fired).toEqual(["first"]);

  clock.advance();
  clock.advance();
  clock.advance();
  clock.advance();
  expect(fired).toEqual(["first", "second", "third", "late"]);
  expect(clock.now()).toBe(20);
});

test("a timer that was called off never fires", () => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  const cancel = clock.after(5, () => fired.push("called off"));
  clock.after(5, () => fired.push("kept"));

  cancel();
  cancel();
  clock.advance();

  expect(fired).toEqual(["kept"]);
  expect(clock.nextAtMs()).toBeNull();
});
