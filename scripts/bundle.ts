import { fileURLToPath } from "node:url";

import { build } from "vite";

/** What becomes of a door in a browser build. */
export interface Bundle {
  readonly code: string;
  /** Modules of Node that the code asks for. A door for browsers asks for none. */
  readonly nodeModules: readonly string[];
}

/** Options of {@link bundleDoor}. */
export interface BundleOptions {
  /** `iife` is a script that leaves the door's exports in a global named `rollcall`. */
  readonly format: "es" | "iife";
  /** Whether the packages that the door uses are part of the bundle. */
  readonly packages: "inside" | "outside";
}

/** Bundles and minifies one file of the repository the way an application would for a browser. */
export async function bundleDoor(path: string, options: BundleOptions): Promise<Bundle> {
  const nodeModules = new Set<string>();
  const output = await build({
    configFile: false,
    logLevel: "silent",
    root: fileURLToPath(new URL("../", import.meta.url)),
    build: {
      write: false,
      minify: true,
      target: "es2023",
      lib: { entry: path, formats: [options.format], name: "rollcall", fileName: "door" },
      rolldownOptions: {
        // A library build keeps its white space unless the output itself is told to be small.
        output: { minify: true },
        external: (name: string): boolean => {
          if (name.startsWith("node:")) nodeModules.add(name);
          return name.startsWith("node:") || (options.packages === "outside" && /^[@a-z]/.test(name) && name !== path);
        },
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !("output" in first)) throw new Error(`${path} did not become a bundle`);
  return { code: first.output[0].code, nodeModules: [...nodeModules] };
}
