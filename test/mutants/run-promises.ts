import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { PromiseNumber } from "./planted-bug.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What a run of the promises came to. */
export interface PromisesRun {
  readonly passed: number;
  /** The titles of the tests that failed. */
  readonly failed: readonly string[];
  /** What kept files from running at all, such as a bug whose place was not found. */
  readonly broken: readonly string[];
}

/** Runs the properties of one promise, or of all, in a process of their own, with one bug planted. */
export async function runPromises(bugName: string, promise?: PromiseNumber): Promise<PromisesRun> {
  const files = promise === undefined ? "test/promises/r" : `test/promises/r${promise.slice(1).padStart(2, "0")}-`;
  const vitest = "node_modules/vitest/vitest.mjs";
  const { stdout, stderr } = await run(
    [vitest, "run", files, "--reporter=json", "--bail=1", "--pool=threads"],
    bugName,
  );
  const start = stdout.indexOf("{");
  if (start === -1) return { passed: 0, failed: [], broken: [stderr || stdout || "the run printed nothing"] };
  return parseReport(stdout.slice(start));
}

function run(args: readonly string[], bugName: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...cleanEnvironment(), ROLLCALL_MUTANT: bugName },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve({ stdout, stderr }));
  });
}

/** Without what this run says to its own workers, and without `CI`: a bug shows in few inputs or in none. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (key: string): boolean => key === "CI" || key === "NODE_OPTIONS" || key.startsWith("VITEST");
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !isOurs(key)));
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

function parseReport(text: string): PromisesRun {
  // The shape is the JSON reporter's, which vitest documents as that of Jest.
  const report = JSON.parse(text) as Report;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: tests.filter((each) => each.status === "passed").length,
    failed: tests.filter((each) => each.status === "failed").map((each) => each.title),
    // A file that the first failure kept from running says nothing.
    broken: report.testResults
      .filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== "")
      .map(({ message }) => message),
  };
}
