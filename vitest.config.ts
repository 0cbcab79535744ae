import { fileURLToPath } from "node:url";

import { defineConfig, type ViteUserConfig } from "vitest/config";

import { createLastLineReporter } from "./test/house/last-line-reporter.ts";
import { plantBug } from "./test/mutants/plugin.ts";

const isCi = !["", "0", "false"].includes(process.env["CI"] ?? "");
const src = fileURLToPath(new URL("src/", import.meta.url));

const config: ViteUserConfig = defineConfig({
  plugins: [...plantBug(process.env["ROLLCALL_MUTANT"])],
  resolve: {
    // Tests may use the package by its name; they get the sources, not what was built from them some time ago.
    alias: [
      { find: /^rollcall$/, replacement: `${src}index.ts` },
      { find: /^rollcall\/([a-z]+)$/, replacement: `${src}$1.ts` },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/house/property-runs.ts"],
    reporters: ["default", createLastLineReporter()],
    // Whoever waits longer waits for something that never comes. Properties run ten times as often where CI is set.
    testTimeout: isCi ? 30_000 : 10_000,
  },
});

export default config;
