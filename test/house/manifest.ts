import { fileAt } from "./source.ts";

/** What these tests read of `package.json`. */
export interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly sideEffects: readonly string[];
  readonly files: readonly string[];
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
}

/** Reads `package.json`. */
export function parseManifest(): Manifest {
  // The file is ours: what it holds is checked by the tests that read it.
  return JSON.parse(fileAt("package.json").text) as Manifest;
}
