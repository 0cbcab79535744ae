import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

interface Built {
  readonly what: string;
  /** Files that stand for what is built. */
  readonly result: string;
  readonly sources: readonly string[];
  readonly script: string;
}

const built: readonly Built[] = [
  { what: "the package", result: "dist/index.js", sources: ["src"], script: "build" },
  {
    what: "the page",
    result: "playground/page/dist/index.html",
    sources: ["playground/page", "playground/shared", "src/view", "dist/index.js"],
    script: "build:page",
  },
];

/** Builds what is not there, and what is older than its sources; says so. A string says what failed. */
export async function buildMissing(root: string, print: (text: string) => void): Promise<string | null> {
  for (const { what, result, sources, script } of built) {
    const builtAtMs = changedAtMs(join(root, result));
    if (builtAtMs !== 0 && sources.every((source) => newestMs(join(root, source)) <= builtAtMs)) continue;
    print(
      `Building ${what} (npm run ${script}), since ${builtAtMs === 0 ? "it is missing" : "its sources changed"} …\n`,
    );
    const output = await runScript(script, root);
    if (output !== null) return `${what} could not be built:\n${output}`;
  }
  return null;
}

/** `null` where all went well; else what the script printed. */
function runScript(script: string, cwd: string): Promise<string | null> {
  return new Promise((resolve) => {
    const isWindows = process.platform === "win32";
    const child = spawn("npm", ["run", "--silent", script], {
      cwd,
      shell: isWindows,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const take = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", (error) => resolve(`npm could not be started: ${error.message}`));
    child.once("close", (code) => resolve(code === 0 ? null : output));
  });
}

/** When the newest file of a folder was changed; what is built or installed there does not count. */
function newestMs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== "dist" && name !== "node_modules");
  return Math.max(0, ...names.map((name) => newestMs(join(path, name))));
}

function changedAtMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
