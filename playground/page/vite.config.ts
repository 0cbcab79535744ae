import { fileURLToPath } from "node:url";

import { defineConfig, type UserConfig } from "vite";

/** The page of the playground: `vite build playground/page` writes it to `playground/page/dist`. */
const config: UserConfig = defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The page's policy allows no data addresses and no scripts in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog(level, log, report) {
        // "use client" is for servers that render React; here is none.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});

// oxlint-disable-next-line import/no-default-export -- Vite looks for its settings there
export default config;
