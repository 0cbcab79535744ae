import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

import axe, { type AxeResults } from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { build } from "vite";

const src = fileURLToPath(new URL("../../../src/", import.meta.url));

/** Builds the page of the playground from the sources into a folder of its own. */
export async function buildPage(): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-page-"));
  await build({
    root: fileURLToPath(new URL("../../../playground/page/", import.meta.url)),
    configFile: fileURLToPath(new URL("../../../playground/page/vite.config.ts", import.meta.url)),
    logLevel: "silent",
    build: { outDir: folder, emptyOutDir: true },
    resolve: {
      alias: [
        { find: /^rollcall$/, replacement: `${src}index.ts` },
        { find: "rollcall/react.css", replacement: `${src}view/react/react.css` },
        { find: /^rollcall\/([a-z]+)$/, replacement: `${src}$1.ts` },
      ],
    },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** What the database holds, read past the playground. */
export interface Rows {
  readonly tickets: number;
  readonly payments: number;
  /** The states of the ledger, in the order of their claims. */
  readonly ledger: readonly string[];
}

/** Reads the database in a data folder. */
export function readRows(dataFolder: string): Rows {
  const database = new DatabaseSync(join(dataFolder, "playground.db"), { readOnly: true });
  const count = (table: string): number => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
  // The ledger makes its table with its first claim.
  const hasLedger = count("sqlite_schema WHERE name = 'rollcall_ledger'") === 1;
  const states = hasLedger ? database.prepare("SELECT state FROM rollcall_ledger ORDER BY claimed_at_ms").all() : [];
  const rows = {
    tickets: count("tickets"),
    payments: count("payments"),
    ledger: states.map(({ state }) => String(state)),
  };
  database.close();
  return rows;
}

/** A tab with the playground, and what it asked for and complained of. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the page. */
  readonly complaints: string[];
  /** Every request that did not go to the playground itself. */
  readonly strayRequests: string[];
  /** Chooses a fault and runs it with its own words. */
  run(label: string): Promise<void>;
  /** Waits until that many runs are over, and nothing is announced to go on. */
  rest(runs: number): Promise<void>;
  /** The lines that the last run ended in. */
  lines(): Promise<readonly string[]>;
  /** What axe finds, in light and dark. */
  violations(): Promise<readonly string[]>;
  shoot(name: string): Promise<void>;
}

/** Opens a tab in a context of its own. */
export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  const strayRequests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  context.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) strayRequests.push(request.url());
  });
  await page.goto(url);
  await page.getByRole("textbox", { name: "Ask the assistant" }).waitFor();
  const turns = page.locator('[data-part="turn"]');

  return {
    page,
    complaints,
    strayRequests,
    async run(label) {
      await page.getByRole("radio", { name: label, exact: true }).check();
      await page.getByRole("button", { name: "Run it" }).click();
    },
    async rest(runs) {
      await turns.nth(runs - 1).waitFor({ timeout: 20_000 });
      await page
        .locator('[data-part="turn"][data-state="ended"]')
        .nth(runs - 1)
        .waitFor({ timeout: 20_000 });
      await page.getByRole("button", { name: "Send" }).waitFor();
    },
    lines: () => linesOf(turns.last()),
    violations: () => findViolations(page),
    async shoot(name) {
      const folder =
        process.env["ROLLCALL_SHOTS"] ?? fileURLToPath(new URL("../../../shots/playground/", import.meta.url));
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
  };
}

/** What the blocks of a run say, white space made one. */
async function linesOf(turn: Locator): Promise<readonly string[]> {
  const said = turn.locator('[data-part="call"] [data-part="line"], [data-part="notice"] [data-part="statement"]');
  const texts = await said.allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

async function findViolations(page: Page): Promise<readonly string[]> {
  // Evaluated and not added as an element: the page's own policy lets no script in that is not its own.
  await page.evaluate(axe.source);
  const { violations: inLight } = await page.evaluate<AxeResults>("axe.run()");
  await page.emulateMedia({ colorScheme: "dark" });
  const { violations: inDark } = await page.evaluate<AxeResults>(`axe.run({ runOnly: ["color-contrast"] })`);
  await page.emulateMedia({ colorScheme: "light" });
  return [
    ...inLight.map(({ id, nodes }) => `light ${id} ${nodes[0]?.html}`),
    ...inDark.map(({ id, nodes }) => `dark ${id} ${nodes[0]?.html}`),
  ];
}
