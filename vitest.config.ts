import { defineConfig, type ViteUserConfig } from "vitest/config";

import { createLastLineReporter } from "./test/house/last-line-reporter.ts";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/house/property-runs.ts"],
    reporters: ["default", createLastLineReporter()],
    // A test that needs longer waits for something that it should have been given.
    testTimeout: 30_000,
  },
});

export default config;
