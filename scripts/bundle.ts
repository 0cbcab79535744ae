import { fileURLToPath } from "node:url";

import { build, type Plugin } from "vite";

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
  /** The exports that the application uses: what none of them needs is left out. Default: all. */
  readonly only?: readonly string[];
}

/** Bundles and minifies one file of the repository the way an application would for a browser. */
export async function bundleDoor(path: string, options: BundleOptions): Promise<Bundle> {
  const nodeModules = new Set<string>();
  const root = fileURLToPath(new URL("../", import.meta.url));
  const application = `${root}application.js`;
  const code = `export { ${options.only?.join(", ")} } from ${JSON.stringify(`${root}${path}`)};`;
  const entry = options.only === undefined ? path : application;
  const output = await build({
    configFile: false,
    logLevel: "silent",
    root,
    plugins: [applicationAt(application, code)],
    build: {
      write: false,
      minify: true,
      target: "es2023",
      lib: { entry, formats: [options.format], name: "rollcall", fileName: "door" },
      rolldownOptions: {
        // A library build keeps its white space unless the output itself is told to be small.
        output: { minify: true },
        external: (name: string): boolean => {
          if (name.startsWith("node:")) nodeModules.add(name);
          return name.startsWith("node:") || (options.packages === "outside" && /^[@a-z]/.test(name) && name !== entry);
        },
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !("output" in first)) throw new Error(`${path} did not become a bundle`);
  return { code: first.output[0].code, nodeModules: [...nodeModules] };
}

/** Stands for a file of an application, which there is not. */
function applicationAt(file: string, code: string): Plugin {
  return {
    name: "application",
    resolveId: (name) => (name === file ? file : undefined),
    load: (name) => (name === file ? code : undefined),
  };
}
