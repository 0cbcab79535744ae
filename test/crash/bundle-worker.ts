import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "vite";

/** A program that is loaded quickly: most of a short life would be spent on loading it. */
export interface Program {
  readonly path: string;
  /** Where it is kept as it was compiled. */
  readonly cacheFolder: string;
}

/** Makes one file of the worker in this folder, and loads it once. */
export async function bundleWorker(folder: string): Promise<Program> {
  await build({
    configFile: false,
    logLevel: "silent",
    root: fileURLToPath(new URL("../../", import.meta.url)),
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL("worker.ts", import.meta.url)),
      outDir: folder,
      target: "node22",
      rolldownOptions: {
        external: ["pg-native"],
        output: { entryFileNames: "worker.mjs" },
      },
    },
  });
  const program = { path: join(folder, "worker.mjs"), cacheFolder: join(folder, "compiled") };
  // A process that is killed leaves nothing in the cache: one without orders fills it.
  const loading = spawn(process.execPath, [program.path], { stdio: "inherit", env: programEnvironment(program) });
  await once(loading, "close");
  if (loading.exitCode !== 0) throw new Error("the worker cannot be loaded");
  return program;
}

/** What a process of the program is started with. */
export function programEnvironment({ cacheFolder }: Program): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: cacheFolder };
}
