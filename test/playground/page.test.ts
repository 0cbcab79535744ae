import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startPlayground, type Playground } from "../../playground/server/start-playground.ts";
import { startChromium } from "../support/chromium.ts";
import { buildPage, openPage, readRows, type OpenPage, type Rows } from "./support/open-page.ts";

interface Expected {
  readonly label: string;
  readonly lines: readonly string[];
  /** What the database of this one request holds at last. */
  readonly rows: Rows;
  readonly verdict: string;
}

const cut = "create_ticket — not run (the request was cut short)";
const cutAnswer = "the answer was cut short — nothing was run";
const lost = ["create_ticket — not run (connection lost)", "the connection was lost — nothing was run"];
const nothing = { rows: { tickets: 0, payments: 0, ledger: [] }, verdict: "Nothing written." } as const;
const oneTicket = { rows: { tickets: 1, payments: 0, ledger: ["done"] }, verdict: "1 ticket written." } as const;

const table: readonly Expected[] = [
  { label: "Nothing goes wrong", lines: ["create_ticket — done"], ...oneTicket },
  { label: "Connection cut", lines: lost, ...nothing },
  { label: "Silence", lines: lost, ...nothing },
  {
    label: "Server killed",
    lines: [
      "create_ticket — may have run (connection lost)",
      "the connection was lost, and what happened since is not known — may have run: create_ticket",
    ],
    ...nothing,
  },
  { label: "Ceiling, half a text", lines: [cut, cutAnswer], ...nothing },
  { label: "Ceiling, whole text", lines: [cut, cutAnswer], ...nothing },
  { label: "Hidden truncation", lines: [cut, cutAnswer], ...nothing },
  {
    label: "Two calls, one cut",
    lines: ["find_customer — not run (the request was cut short)", cut, cutAnswer],
    ...nothing,
  },
  {
    label: "Refusal",
    lines: [
      "create_ticket — not run (stopped by the provider's safety filter)",
      "the answer was stopped by the provider's safety filter — nothing was run",
    ],
    ...nothing,
  },
  {
    label: "Broken JSON",
    lines: [
      "create_ticket — not run (the request was unreadable)",
      "the model's requests were unreadable — nothing was run",
    ],
    ...nothing,
  },
  { label: "Wrong value, healed", lines: ["create_ticket — done"], ...oneTicket },
  {
    label: "Wrong value, never healed",
    lines: [
      "create_ticket — not run (the request did not fit the tool)",
      "the model's requests did not fit the tools — nothing was run",
    ],
    ...nothing,
  },
  {
    label: "Unknown tool",
    lines: [
      "delete_everything — not run (the request did not fit the tool)",
      "the model's requests did not fit the tools — nothing was run",
    ],
    ...nothing,
  },
];

const started = await startChromium();

if (started.kind === "not-started") {
  // Where CI is set, it has thrown instead.
  test.skip(`the page of the playground, since no browser could be started: ${started.reason}`, () => {});
} else {
  const { browser } = started;
  let built: Awaited<ReturnType<typeof buildPage>>;
  let dataFolder: string;
  let playground: Playground;
  let tab: OpenPage;

  beforeAll(async () => {
    built = await buildPage();
    dataFolder = mkdtempSync(join(tmpdir(), "rollcall-page-data-"));
    playground = await startPlayground({
      port: 0,
      mayMove: false,
      dataFolder,
      pageFolder: built.folder,
      version: "1.2.3",
      environment: {},
      paceMs: 12,
    });
    tab = await openPage(browser, playground.url);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await playground.close();
    built.remove();
    rmSync(dataFolder, { recursive: true });
  });

  async function clear(): Promise<void> {
    await tab.page.getByRole("button", { name: "Reset" }).click();
    await tab.page.getByRole("button", { name: "Delete" }).click();
    await tab.page.getByRole("heading", { name: "A tool call can end in many ways" }).waitFor();
  }

  function verdict(): Promise<string> {
    return tab.page.locator(".verdict-line").innerText();
  }

  describe("the page of the playground in Chromium", () => {
    beforeEach(() => tab.page.setViewportSize({ width: 1440, height: 900 }));

    test("an empty conversation says how to begin, and has no violation that axe finds", async () => {
      await tab.shoot("empty");

      expect(await tab.violations()).toEqual([]);
      expect(await tab.page.locator(".empty-rows").allInnerTexts()).toEqual([
        "No money has moved.",
        "No ticket was opened.",
        "Nothing was claimed. A tool that may act only once claims its intent here first.",
      ]);
    }, 60_000);

    test.each(table)(
      "R12: $label: the page says how it ended, the database agrees, and axe finds nothing",
      async ({ label, lines, rows, verdict: expected }) => {
        await clear();

        await tab.run(label);
        await tab.rest(1);

        expect(await tab.lines()).toEqual(lines);
        expect(await verdict()).toBe(expected);
        expect(readRows(dataFolder)).toEqual(rows);
        await tab.page.locator(".roll-end").waitFor();
        await tab.shoot(label.toLowerCase().replaceAll(/[^a-z]+/g, "-"));
        expect(await tab.violations()).toEqual([]);
      },
      60_000,
    );

    test("R14: stop ends the call on the page and on the server, and the button does not lose the focus", async () => {
      await clear();
      await tab.run("Stop pressed");
      await tab.page.locator('[data-part="received"]').waitFor();
      await tab.shoot("preparing");
      const live = await tab.violations();

      const stop = tab.page.getByRole("button", { name: "Stop" });
      await stop.focus();
      await tab.page.keyboard.press("Enter");
      await tab.rest(1);

      expect(live).toEqual([]);
      expect(await tab.lines()).toEqual(["create_ticket — cancelled", "cancelled — nothing was run"]);
      expect(readRows(dataFolder)).toEqual({ tickets: 0, payments: 0, ledger: [] });
      await tab.shoot("stop-pressed");
    }, 60_000);

    test("R9: a payment that is asked for again is one payment, on the page and in the database", async () => {
      await clear();
      await tab.run("Payment asked for again");
      await tab.rest(1);
      const first = await tab.lines();

      await tab.page.getByRole("button", { name: "Ask once more" }).click();
      await tab.rest(2);

      expect(first).toEqual(["send_payment — done", "the connection was lost — done: send_payment"]);
      expect(await tab.lines()).toEqual(["send_payment — already done before, not repeated"]);
      expect(await verdict()).toBe("Asked 2 times, 1 payment written.");
      expect(await tab.page.getByRole("table", { name: "Payments" }).locator("tbody tr").count()).toBe(1);
      expect(readRows(dataFolder)).toEqual({ tickets: 0, payments: 1, ledger: ["done"] });
      await tab.shoot("payment-again");
      expect(await tab.violations()).toEqual([]);
    }, 60_000);

    test("R9: a payment in doubt is said to be in doubt, and is not made again", async () => {
      await clear();
      await tab.run("Payment in doubt");
      await tab.rest(1);
      await tab.page.getByRole("button", { name: "Ask once more" }).click();
      await tab.rest(2);

      expect(await tab.lines()).toEqual(["send_payment — may have run (check before trying again)"]);
      expect(await verdict()).toBe("Asked 2 times, 1 payment written.");
      expect(readRows(dataFolder)).toEqual({ tickets: 0, payments: 1, ledger: ["in-doubt"] });
      await tab.shoot("payment-in-doubt");
      expect(await tab.violations()).toEqual([]);
    }, 60_000);

    test("R11: the memo of a payment is nowhere on the page, in the roll neither", async () => {
      await clear();
      await tab.page.getByRole("radio", { name: "Nothing goes wrong" }).check();
      const field = tab.page.getByRole("textbox", { name: "Ask the assistant" });
      await field.fill("Pay Ada Byron 40");
      await field.press("Enter");
      await tab.rest(1);
      await tab.page.locator(".roll-end").waitFor();

      const html = await tab.page.content();

      expect(await tab.page.locator(".raw pre").first().innerText()).toBe('{"to":"Ada Byron","amount":40,"memo":•••}');
      expect(html.includes("DE02")).toBe(false);
    }, 60_000);

    test("a tab that is closed while a call is prepared, and opened again, shows it to its end", async () => {
      await clear();
      const before = await openPage(browser, playground.url);
      await before.run("Stop pressed");
      await before.page.locator('[data-part="received"]').waitFor();
      await before.page.close();

      const after = await openPage(browser, playground.url);
      await after.page.locator('[data-part="received"]').waitFor();
      await after.page.getByRole("button", { name: "Stop" }).click();
      await after.rest(1);

      expect(await after.lines()).toEqual(["create_ticket — cancelled", "cancelled — nothing was run"]);
      expect([...before.strayRequests, ...after.strayRequests]).toEqual([]);
      await after.page.context().close();
      await before.page.context().close();
    }, 60_000);

    test("two tabs show the same turn, and a tab that only watches sees it end", async () => {
      await clear();
      const other = await openPage(browser, playground.url);

      await tab.run("Ceiling, whole text");
      await other.rest(1);
      await tab.rest(1);

      expect(await other.lines()).toEqual([cut, cutAnswer]);
      expect(await tab.lines()).toEqual([cut, cutAnswer]);
      await other.page.context().close();
    }, 60_000);

    test("a turn that was over before the page came is shown, and not spoken again", async () => {
      await clear();
      await tab.run("Ceiling, whole text");
      await tab.rest(1);

      const later = await openPage(browser, playground.url);
      await later.rest(1);

      expect(await later.lines()).toEqual([cut, cutAnswer]);
      expect(await later.page.locator('[data-part="status"]').innerText()).toBe("");
      await later.page.context().close();
    }, 60_000);

    test.each([
      { room: "phone", width: 360, height: 740 },
      { room: "tablet", width: 900, height: 1100 },
    ])(
      "on a $room everything is reached by its tabs, nothing is wider than the page, and axe finds nothing",
      async (size) => {
        await tab.page.setViewportSize(size);
        const findings: string[] = [];
        const widths = new Set<number>();
        for (const name of await tab.page.getByRole("tab").allInnerTexts()) {
          const words = name.split("\n")[0] ?? "";
          await tab.page.getByRole("tab", { name: words }).click();
          findings.push(...(await tab.violations()));
          const { scrollWidth } = await tab.page.evaluate(() => ({
            scrollWidth: Math.max(
              ...[...document.querySelectorAll("body, .panel, .composer-box")].map(
                (part) => part.getBoundingClientRect().right,
              ),
            ),
          }));
          widths.add(Math.round(scrollWidth));
          await tab.shoot(`${size.room}-${words.toLowerCase().replaceAll(" ", "-")}`);
        }

        expect(findings).toEqual([]);
        expect([...widths]).toEqual([size.width]);
      },
      60_000,
    );

    test("on a phone the picker opens over the page, and begins a turn from there", async () => {
      await clear();
      await tab.page.setViewportSize({ width: 360, height: 740 });
      await tab.page.getByRole("tab", { name: "Chat" }).click();
      await tab.page.getByRole("button", { name: /^What goes wrong: / }).click();
      await tab.page.getByRole("radio", { name: "Refusal" }).check();
      await tab.page.getByLabel("Wire").selectOption("OpenAI Chat Completions");
      const findings = await tab.violations();
      await tab.shoot("phone-picker");

      await tab.page.getByRole("button", { name: "Run it" }).click();
      await tab.rest(1);

      expect(await tab.lines()).toEqual([
        "create_ticket — not run (stopped by the provider's safety filter)",
        "the answer was stopped by the provider's safety filter — nothing was run",
      ]);
      expect(findings).toEqual([]);
      await tab.shoot("phone-refusal");
    }, 60_000);

    test("the tour shows every ending, one after the other, and does what a person would", async () => {
      await clear();
      await tab.page.getByLabel("Wire").selectOption("OpenAI Responses");
      await tab.page.getByRole("button", { name: "Show every ending" }).click();
      await tab.page.getByRole("progressbar", { name: "Endings shown" }).waitFor();
      const live = await tab.violations();
      await tab.shoot("tour");
      await tab.page.getByText("All 16 shown.").waitFor({ timeout: 240_000 });

      expect(live).toEqual([]);
      expect(await tab.page.locator('[data-part="turn"][data-state="ended"]').count()).toBe(18);
      expect(await tab.page.locator(".fault-seen").count()).toBe(16);
      expect(readRows(dataFolder)).toEqual({
        tickets: 2,
        payments: 2,
        ledger: ["done", "done", "done", "in-doubt"],
      });
      await tab.page.emulateMedia({ colorScheme: "dark" });
      await tab.shoot("tour-done-dark");
      await tab.page.emulateMedia({ colorScheme: "light" });
    }, 300_000);

    test("by the keyboard alone: the picker, the question, the roll", async () => {
      await clear();
      const { keyboard } = tab.page;
      await tab.page.getByRole("radio", { name: "Nothing goes wrong" }).focus();
      await keyboard.press("ArrowDown");
      const chosen = await tab.page.locator(".fault[data-chosen] .fault-label").innerText();
      await tab.page.getByRole("link", { name: "Skip to the question" }).focus();
      await keyboard.press("Enter");
      const words = await tab.page.getByRole("textbox", { name: "Ask the assistant" }).inputValue();
      await keyboard.press("Enter");
      await tab.rest(1);

      expect(chosen).toBe("Connection cut");
      expect(words).toBe("The sign-in page stays blank since Monday. Please open an urgent ticket.");
      expect(await tab.lines()).toEqual(lost);
      expect(await tab.page.evaluate(() => document.activeElement?.id)).toBe("words");
    }, 60_000);

    test("a refusal of the server is said above the question, and the words stay", async () => {
      await tab.page.route("**/api/turns", (route) =>
        route.fulfill({ status: 400, json: { error: "too long a text" } }),
      );
      const field = tab.page.getByRole("textbox", { name: "Ask the assistant" });
      await field.fill("Find Ada Byron.");
      await field.press("Enter");
      const said = await tab.page.getByRole("alert").innerText();
      const findings = await tab.violations();
      await tab.shoot("refused");
      const words = await field.inputValue();
      await tab.page.unroute("**/api/turns");
      await tab.page.getByRole("button", { name: "Dismiss" }).click();
      await field.fill("");

      expect(said).toContain("too long a text");
      expect(words).toBe("Find Ada Byron.");
      expect(findings).toEqual([]);
      // The browser itself notes the status of an answer.
      expect(tab.complaints.pop()).toMatch(/400 \(Bad Request\) \S+\/api\/turns$/);
    }, 60_000);

    test("no request left the playground, and the page complained of nothing but the run that was killed", () => {
      expect(tab.strayRequests).toEqual([]);
      // The browser itself notes that a killed run is gone, and that its roll is not there yet.
      const ofKilledRun = /status of (?:404|410) \([ \w]+\) \S+\/(?:roll|events)$/;
      expect(tab.complaints.filter((complaint) => !ofKilledRun.test(complaint))).toEqual([]);
    });
  });
}
