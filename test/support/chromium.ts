import { existsSync } from "node:fs";

import { chromium, type Browser } from "playwright-core";

/** A browser, or why there is none on this machine. */
export type StartedBrowser =
  | { readonly kind: "started"; readonly browser: Browser }
  | { readonly kind: "not-started"; readonly reason: string };

const isCi = !["", "0", "false"].includes(process.env["CI"] ?? "");

// Where Debian, Ubuntu, Arch, macOS and Windows put one.
const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Starts the Chromium that is installed, or the one that `CHROMIUM` names; none is downloaded.
 *
 * @throws where CI is set and none can be started
 */
export async function startChromium(): Promise<StartedBrowser> {
  const named = process.env["CHROMIUM"] ?? "";
  const places = named === "" ? usualPlaces : [named];
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined) return refuse(`none of ${places.join(", ")} is there`);
  try {
    // Chromium's own sandbox does not start for the user root, and the pages here are ours.
    return { kind: "started", browser: await chromium.launch({ executablePath, chromiumSandbox: false }) };
  } catch (error) {
    return refuse(String(error), error);
  }
}

function refuse(reason: string, cause?: unknown): StartedBrowser {
  if (isCi) throw new Error(`Chromium did not start: ${reason}`, { cause });
  return { kind: "not-started", reason };
}
