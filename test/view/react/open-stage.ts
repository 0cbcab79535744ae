import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";

const styles = readFileSync(new URL("../../../src/view/react/react.css", import.meta.url), "utf8");

const pageHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Stage</title>
    <style>
      :root { color-scheme: light dark; }
      body { margin: 0; padding: 1.5rem; font: 16px/1.5 "Liberation Sans", system-ui, sans-serif; }
      @media (prefers-color-scheme: dark) { body { background: #12151a; color: #e6e8eb; } }
      h1 { font-size: 1rem; margin: 0 0 1rem; }
    </style>
    <style>${styles}</style>
  </head>
  <body><header><h1>Stage</h1></header><main></main></body>
</html>`;

/** The versions of React that the door works with. */
export type ReactVersion = "react 19" | "react 18";

/** Bundles the stage with a version of React. */
export async function bundleStage(version: ReactVersion): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": JSON.stringify("development") },
    resolve: {
      alias: version === "react 19" ? [] : [{ find: /^(react|react-dom)(\/.*)?$/, replacement: "$1-18$2" }],
    },
    build: {
      write: false,
      minify: false,
      target: "es2023",
      lib: {
        entry: fileURLToPath(new URL("stage.tsx", import.meta.url)),
        formats: ["iife"],
        name: "stageBundle",
        fileName: "stage",
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !("output" in first)) throw new Error("the stage did not become a bundle");
  return first.output[0].code;
}

/** Opens a page with the stage on it. What the page complains of fails whoever calls `complaints`. */
export async function openStage(
  browser: Browser,
  code: string,
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 720, height: 480 } });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.setContent(pageHtml);
  await page.addScriptTag({ content: code });
  await page.addScriptTag({ content: axe.source });
  return { page, complaints };
}
