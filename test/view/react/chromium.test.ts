import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { TurnView } from "../../../src/view/blocks/block.ts";
import { startChromium } from "../../support/chromium.ts";
import { bundleStage, openStage, type ReactVersion } from "./open-stage.ts";
import { call, ended, notice, open, sceneNames, text, type SceneName } from "./scenes.ts";
import type { StageOptions } from "./stage.tsx";

declare global {
  interface Window {
    readonly axe: { run(): Promise<AxeResults> };
  }
}

/** Set it to a folder to get a picture of every state. */
const shots = process.env["ROLLCALL_SHOTS"] ?? "";

const started = await startChromium();

if (started.kind === "not-started") {
  // Where CI is set, it has thrown instead.
  test.skip(`what React shows in a browser, since none could be started: ${started.reason}`, () => {});
} else {
  const { browser } = started;
  let page: Page;
  let complaints: string[];
  afterAll(() => browser.close());

  async function openWith(version: ReactVersion): Promise<void> {
    ({ page, complaints } = await openStage(browser, await bundleStage(version)));
  }

  function mount(scene: SceneName, options: StageOptions = {}): Promise<void> {
    return page.evaluate(([name, given]) => window.stage.mount(name, given), [scene, options] as const);
  }

  function change(view: SceneName | TurnView): Promise<void> {
    return page.evaluate((given) => window.stage.change(given), view);
  }

  function advance(ms: number): Promise<void> {
    return page.evaluate((given) => window.stage.advance(given), ms);
  }

  function spoken(): Promise<readonly string[]> {
    return page.evaluate(() => window.stage.spoken());
  }

  /** What stands there, white space made one. */
  async function seen(part: string): Promise<readonly string[]> {
    const texts = await page.locator(`[data-part="${part}"]`).allInnerTexts();
    return texts.map((words) => words.replaceAll(/\s+/g, " ").trim());
  }

  describe("every state in Chromium", () => {
    beforeAll(() => openWith("react 19"), 60_000);

    test.each(sceneNames)(
      "%s has no violation that axe finds, light and dark, and fits a narrow page",
      async (scene) => {
        await mount(scene);
        const findings: string[] = [];
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations } = await page.evaluate(() => window.axe.run());
          findings.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id} ${nodes[0]?.html}`));
          await shoot(page, `${scene}-${colorScheme}`);
        }
        await page.setViewportSize({ width: 320, height: 480 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        await shoot(page, `${scene}-narrow`);
        await page.setViewportSize({ width: 720, height: 480 });

        expect(findings).toEqual([]);
        expect(width).toBe(320);
        expect(complaints).toEqual([]);
      },
      60_000,
    );

    test("a silent call and a silent model say so and have no violation either", async () => {
      await mount("preparing");
      await advance(12_000);
      await shoot(page, "preparing-silent");
      const { violations } = await page.evaluate(() => window.axe.run());
      await mount("waiting");
      await advance(12_000);
      await shoot(page, "waiting-silent");

      expect(violations).toEqual([]);
      expect(await seen("waiting")).toEqual(["waiting for the model nothing new for 12 s"]);
    }, 60_000);

    test("what is set from right to left is not wider than the page, and keeps the tool on its line", async () => {
      await mount("foreign");
      await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
      await shoot(page, "foreign-rtl");
      const mark = await page.locator('[data-part="mark"]').boundingBox();
      const line = await page.locator('[data-part="line"]').boundingBox();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      await page.evaluate(() => document.documentElement.removeAttribute("dir"));

      expect(width).toBe(720);
      expect((mark?.x ?? 0) > (line?.x ?? 0)).toBe(true);
    });
  });

  describe.each<ReactVersion>(["react 19", "react 18"])("in Chromium, with %s", (version) => {
    beforeAll(() => openWith(version), 60_000);
    afterEach(() => expect(complaints).toEqual([]));

    test("R12: each ending is spoken once, in the frame in which it appears, and nothing else is", async () => {
      await mount("waiting");
      await change(open(text("I'll do that.", { endedAtMs: null })));
      await change(open(text("I'll do that."), call({ key: "a" })));
      await change(
        open(
          call({ key: "a", status: "done", statement: "done" }),
          call({ key: "b", tool: "send_payment", status: "running" }),
        ),
      );
      const whole = ended(
        call({ key: "a", status: "done", statement: "done" }),
        call({ key: "b", tool: "send_payment", status: "not-run", statement: "not run (connection lost)" }),
        call({ key: "c", tool: "send_mail", status: "not-run", statement: "not run (connection lost)" }),
        notice("the connection was lost — done: create_ticket; not run: send_payment, send_mail"),
      );
      await change(whole);
      await change({ ...whole });

      expect(await spoken()).toEqual([
        "create_ticket — done",
        "send_payment, send_mail — not run (connection lost); the connection was lost — done: create_ticket; not run: send_payment, send_mail",
      ]);
    });

    test("the same words are spoken again for another call", async () => {
      await mount("empty");
      await change(open(call({ key: "a", status: "done", statement: "done" })));
      await change(
        open(
          call({ key: "a", status: "done", statement: "done" }),
          call({ key: "b", status: "done", statement: "done" }),
        ),
      );

      expect(await spoken()).toEqual(["create_ticket — done", "create_ticket — done"]);
    });

    test("many that end alike are counted", async () => {
      const statement = "not run (connection lost)";
      await mount("empty");
      await change(
        ended(...["a", "b", "c", "d", "e"].map((key) => call({ key, tool: key, status: "not-run", statement }))),
      );

      expect(await spoken()).toEqual(["a, b, c and 2 more — not run (connection lost)"]);
    });

    test("what had ended before somebody came is shown and not spoken", async () => {
      await mount("mixed");
      await change("mixed");

      expect(await spoken()).toEqual([]);
    });

    test("the status region is there from the start, is the only one, and is emptied again", async () => {
      await mount("running");
      const region = page.locator("[role=status], [role=alert], [role=log], [aria-live]");
      const [before, regions] = [await region.innerText(), await region.count()];
      await change("done");
      const during = await region.textContent();
      await advance(15_000);

      expect([before, regions, during]).toEqual(["", 1, "create_ticket — done"]);
      expect(await region.textContent()).toBe("");
    });

    test("the list is busy while the turn goes on", async () => {
      const list = page.getByRole("list", { name: "Answer" });
      await mount("running");
      const before = await list.getAttribute("aria-busy");
      await change("done");

      expect([before, await list.getAttribute("aria-busy")]).toEqual(["true", "false"]);
    });

    test("R12: the line of a call says what it is doing, then how it ended, and nothing moves any more", async () => {
      await mount("announced");
      const lines = [await seen("line")];
      for (const scene of ["preparing", "ready", "running", "not-run"] as const) {
        await change(scene);
        lines.push(await seen("line"));
      }

      expect(lines.flat()).toEqual([
        "create_ticket — preparing",
        "create_ticket — preparing",
        "create_ticket — ready",
        "create_ticket — running",
        "create_ticket — not run (connection lost)",
      ]);
      expect(await movements(page)).toBe(0);
    });

    test("a call that is slow counts its seconds, and its sign stands still", async () => {
      await mount("preparing");
      const moving = await movements(page);
      await advance(4999);
      const before = await seen("progress");
      await advance(1);

      expect(moving).toBeGreaterThan(0);
      expect(before).toEqual(["46 B received"]);
      expect(await seen("progress")).toEqual(["46 B received nothing new for 5 s"]);
      expect(await movements(page)).toBe(0);
      expect(await page.evaluate(() => window.stage.timers())).toBe(1);
    });

    test("nothing moves for who wants no motion", async () => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const moving: number[] = [];
      for (const scene of ["waiting", "speaking", "preparing", "running"] as const) {
        await mount(scene);
        moving.push(await movements(page));
      }
      await page.emulateMedia({ reducedMotion: "no-preference" });

      expect(moving).toEqual([0, 0, 0, 0]);
    });

    test("the arguments fold and unfold from the keyboard, and stay folded when the call ends", async () => {
      await mount("running");
      const body = page.locator('[data-part="call"] [data-part="body"]');
      const before = await body.isVisible();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const folded = await body.isVisible();
      await change("done");

      expect([before, folded, await body.isVisible()]).toEqual([true, false, false]);
    });

    test("reasoning is folded", async () => {
      await mount("reasoning");

      expect(await page.locator('[data-part="reasoning"] [data-part="body"]').isVisible()).toBe(false);
    });

    test("a body of the application's own stands below the line and cannot hide it", async () => {
      await mount("not-run", { isBodied: true });

      expect(await seen("line")).toEqual(["create_ticket — not run (connection lost)"]);
      expect(await seen("body")).toEqual(["A body of the application's own for create_ticket"]);
    });

    test("HTML in a text or in the name of a tool is text", async () => {
      await mount("hostile");

      expect(await page.title()).toBe("Stage");
      expect(await page.locator("main img, main script, main b").count()).toBe(0);
      expect(await seen("tool")).toEqual(["<b>constructor</b>"]);
    });

    test("what is said in German is marked as German", async () => {
      await mount("preparing", { language: "de" });
      const statement = page.locator('[data-part="call"] [data-part="statement"]');

      expect(await statement.innerText()).toBe("wird vorbereitet");
      expect(await statement.getAttribute("lang")).toBe("de");
    });

    test("a theme that is asked for is stronger than what is preferred, and than a class further up", async () => {
      await page.emulateMedia({ colorScheme: "dark" });
      await mount("done", { theme: "light" });
      const asked = await inkOf(page.locator(".rollcall"));
      await mount("done");
      const preferred = await inkOf(page.locator(".rollcall"));
      await page.evaluate(() => document.body.classList.add("light"));
      const above = await inkOf(page.locator(".rollcall"));
      await mount("done", { theme: "dark" });
      const own = await inkOf(page.locator(".rollcall"));
      await page.evaluate(() => document.body.classList.remove("light"));
      await page.emulateMedia({ colorScheme: "light" });

      expect([asked, preferred, above, own]).toEqual([
        "rgb(27, 31, 36)",
        "rgb(230, 232, 235)",
        "rgb(27, 31, 36)",
        "rgb(230, 232, 235)",
      ]);
    });

    test("R14: a press of stop asks once, shows at once, and is over with the turn", async () => {
      await mount("running", { isStoppable: true });
      const button = page.getByRole("button");
      const states = [await button.innerText()];
      await button.click();
      states.push(await button.innerText());
      await button.click();
      await change("cancelled");
      states.push(await button.innerText());

      expect(states).toEqual(["available", "stopping", "unavailable"]);
      expect(await page.evaluate(() => window.stage.stops())).toBe(1);
      expect(await button.isDisabled()).toBe(true);
    });

    test("R14: a stop that could not be sent can be pressed again", async () => {
      await mount("running", { isStoppable: true });
      await page.evaluate(() => window.stage.refuseStops());
      const button = page.getByRole("button");
      await button.click();
      await button.getByText("failed").waitFor();
      await button.click();

      expect(await page.evaluate(() => window.stage.stops())).toBe(2);
    });

    test.each(["waiting", "preparing", "mixed"] as const)(
      "what a server made of %s comes to life without a complaint, though its clock is another one",
      async (scene) => {
        expect(await page.evaluate((name) => window.stage.hydrate(name), scene)).toEqual([]);
        expect(await spoken()).toEqual([]);
      },
    );
  });
}

/** How many things move on the page. */
function movements(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
}

function inkOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => getComputedStyle(element).color);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === "") return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
