/**
 * `npm start`: the playground. Nothing here needs what is built, so that it can be built first.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildMissing } from "./launch/build-missing.ts";
import { openAddress } from "./launch/open-address.ts";
import { type LaunchFlags, readFlags, usage } from "./launch/read-flags.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

process.exitCode = await main();

async function main(): Promise<number> {
  const flags = readFlags(process.argv.slice(2), root);
  if (typeof flags === "string") return complain(flags);
  if (flags.asks === "help") return print(usage);
  if (flags.asks === "version") return print(`${parseVersion(readFileSync(`${root}package.json`, "utf8"))}\n`);
  const failure = flags.builds ? await buildMissing(root, print) : null;
  return failure === null ? serve(flags) : complain(failure);
}

async function serve({ port, dataFolder, opens }: LaunchFlags): Promise<number> {
  const { startPlayground } = await import("./start-playground.ts");
  const stopped = stopSignal();
  const playground = await startPlayground({
    port: port.number,
    mayMove: !port.isAsked,
    dataFolder,
    pageFolder: `${root}playground/page/dist`,
    version: parseVersion(readFileSync(`${root}package.json`, "utf8")),
    environment: process.env,
  });
  print(`The playground is at ${playground.url}\nIts database is in ${dataFolder}. Press Ctrl+C to stop.\n`);
  if (opens) openAddress(playground.url, process.env);
  await stopped;
  print("\nStopping: open turns are ended first.\n");
  await playground.close();
  return 0;
}

/** Resolves at the first signal. A second one ends the process as it always does. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
  });
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(text: string): number {
  process.stderr.write(`rollcall playground: ${text}\n`);
  return 2;
}

function parseVersion(text: string): string {
  // The manifest of this package has one.
  return (JSON.parse(text) as { readonly version: string }).version;
}
