import type { Reporter, TestModule } from "vitest/node";

/** How a test run ended, in numbers. */
export interface RunCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The last line of a test run, plain enough for a program to read. */
export function lastLine(count: RunCount): string {
  const line = `${count.passed} passed, ${count.failed} failed`;
  return count.skipped === 0 ? line : `${line}, ${count.skipped} skipped`;
}

/**
 * Counts the tests of a run. A file that did not load, a hook that threw and an error that no test caught count as one
 * failure each: the line must not claim that all is well when the run says it is not.
 */
function countRun(modules: readonly TestModule[], strayErrors: number): RunCount {
  let passed = 0;
  let failed = strayErrors;
  let skipped = 0;
  for (const module of modules) {
    failed += module.errors().length;
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed += 1;
      else if (state === "skipped") skipped += 1;
      else failed += 1;
    }
  }
  return { passed, failed, skipped };
}

/** Prints {@link lastLine} when everything else was said; where `CI` is set, a skipped test fails the run. */
export function createLastLineReporter(): Reporter {
  return {
    onTestRunEnd(modules, strayErrors) {
      const count = countRun(modules, strayErrors.length);
      const skipsMatter = isCi() && count.skipped > 0;
      if (count.failed > 0 || skipsMatter) process.exitCode = 1;
      process.once("exit", () => {
        if (skipsMatter) console.log("A skipped test is no test: it fails the run where CI is set.");
        console.log(lastLine(count));
      });
    },
  };
}

function isCi(): boolean {
  const value = process.env["CI"] ?? "";
  return value !== "" && value !== "false" && value !== "0";
}
