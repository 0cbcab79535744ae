import { parseSync } from "vite";

import type { SourceFile } from "./source.ts";

/** One name that a door exports. */
export interface Exported {
  readonly name: string;
  readonly isType: boolean;
}

/** The names that a file exports. A file that passes on everything of another one has `*` among them. */
export function exportsOf(file: SourceFile): readonly Exported[] {
  return parseSync(file.path, file.text).module.staticExports.flatMap((statement) =>
    statement.entries.map((entry) => ({
      name: entry.exportName.kind === "Default" ? "default" : (entry.exportName.name ?? "*"),
      isType: entry.isType,
    })),
  );
}
