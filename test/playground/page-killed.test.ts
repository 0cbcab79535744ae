import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startChromium } from "../support/chromium.ts";
import { buildPage, openPage, readRows } from "./support/open-page.ts";

const started = await startChromium();

if (started.kind === "not-started") {
  // Where CI is set, it has thrown instead.
  test.skip(`the page of a killed playground, since no browser could be started: ${started.reason}`, () => {});
} else {
  const { browser } = started;
  const dataFolder = mkdtempSync(join(tmpdir(), "rollcall-page-data-"));
  const children: ChildProcess[] = [];
  let built: Awaited<ReturnType<typeof buildPage>>;

  beforeAll(async () => {
    built = await buildPage();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    for (const child of children) child.kill("SIGKILL");
    built.remove();
    rmSync(dataFolder, { recursive: true });
  });

  async function start(port: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    const child = fork(new URL("support/playground-process.ts", import.meta.url), [built.folder, dataFolder, port], {
      execArgv: ["--no-warnings"],
    });
    children.push(child);
    const url = await new Promise<string>((resolve) => {
      child.once("message", (message) => resolve(typeof message === "string" ? message : ""));
    });
    return { child, url };
  }

  test("R12: the playground is killed in the middle of the arguments: the page settles by itself, and comes back with it", async () => {
    const { child, url } = await start("0");
    const tab = await openPage(browser, url);
    await tab.run("Nothing goes wrong");
    await tab.page.locator('[data-part="received"]').waitFor();

    child.kill("SIGKILL");

    await tab.page.locator('[data-part="turn"][data-state="ended"]').waitFor({ timeout: 30_000 });
    expect(await tab.lines()).toEqual([
      "create_ticket — may have run (connection lost)",
      "the connection was lost, and what happened since is not known — may have run: create_ticket",
    ]);
    expect(await tab.page.getByRole("alert").innerText()).toContain("The playground does not answer.");
    expect(readRows(dataFolder)).toEqual({ tickets: 0, payments: 0, ledger: [] });
    expect(await tab.violations()).toEqual([]);
    await tab.shoot("playground-killed");

    await start(new URL(url).port);
    await tab.page.getByRole("alert").waitFor({ state: "detached", timeout: 30_000 });
    await tab.page.getByRole("button", { name: "Send" }).waitFor();

    // The block keeps its ending: what was seen is not made unseen.
    expect((await tab.lines())[0]).toBe("create_ticket — may have run (connection lost)");

    await tab.page.reload();
    await tab.page.locator(".unwatched").waitFor();
    expect(await tab.page.locator(".unwatched").innerText()).toBe(
      "The process that ran this is gone, and nobody saw its end. What it did stands in the database.",
    );
    await tab.shoot("playground-back");
    expect(tab.strayRequests).toEqual([]);
  }, 120_000);

  test("a page whose playground is not there says so, and how to start it", async () => {
    const { child, url } = await start("0");
    const tab = await openPage(browser, url);
    await tab.page.route("**/api/**", (route) => route.abort());
    await tab.page.reload();
    await tab.page.getByRole("heading", { name: "The playground cannot be reached" }).waitFor();

    expect(await tab.page.getByRole("alert").innerText()).toBe("The playground does not answer.");
    expect(await tab.violations()).toEqual([]);
    await tab.shoot("not-reached");
    child.kill("SIGKILL");
  }, 60_000);
}
