import { isBuiltin } from "node:module";

import { resolveImport } from "./source.ts";

/** The folders of `src` in the order in which data flows. A folder may import those above it. */
export const folders: readonly string[] = [
  "protocol",
  "json",
  "wire",
  "formats",
  "settle",
  "preview",
  "ledger",
  "turn",
  "view",
  "record",
  "connect",
  "simulator",
  "cli",
];

// They listen to what the others do, so nothing that does may depend on them.
const listeners = ["view", "record", "connect", "simulator", "cli"];
const onProtocolAlone = ["simulator"];
// It shows what others came to: outcomes, and previews.
const viewKnows = ["protocol", "preview"];
// The turn calls the ledger; the ledger knows nothing of streams and calls.
const belowTheWire = ["ledger"];
// R4: nothing of the preview reaches what decides or acts.
const withoutPreview = ["settle", "ledger", "turn"];
const onNode = ["simulator", "cli"];
const driversOnNode = "src/ledger/sqlite/";

// Who shows things without React never loads it.
const onReact = "src/view/react/";

// The page's side of the hop reads events; nothing else that is shown comes over a wire.
const onEvents = "src/view/hop/";

/** The packages that a folder may import. A package that is not here is not imported in `src`. */
const packages: Readonly<Record<string, readonly string[]>> = {
  wire: ["eventsource-parser"],
  settle: ["@standard-schema/spec", "ajv", "ajv-formats"],
  turn: ["@standard-schema/spec"],
  view: ["eventsource-parser", "react"],
  cli: ["commander", "@anthropic-ai/sdk", "openai", "pg"],
};

/** Says why `specifier` may not be imported in the file `from`, or `null` if it may. */
export function refuseImport(from: string, specifier: string): string | null {
  const target = resolveImport(from, specifier);
  const reason = target === undefined ? refusePackage(from, specifier) : refuseFile(from, target);
  return reason === null ? null : `${from} imports ${specifier}: ${reason}`;
}

function refusePackage(from: string, specifier: string): string | null {
  const place = placeOf(from);
  if (isBuiltin(specifier)) {
    if (!onNode.includes(place) && !from.startsWith(driversOnNode)) {
      return `only ${onNode.join(", ")} and the drivers of the ledger may use Node`;
    }
    return specifier.startsWith("node:") ? null : "a module of Node is written with node:";
  }
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  if (name === "react" && !from.startsWith(onReact)) return `only ${onReact} may use React`;
  if (place === "view" && name === "eventsource-parser" && !from.startsWith(onEvents))
    return `only ${onEvents} reads events`;
  return packages[place]?.includes(name) === true ? null : `${place} may not use this package`;
}

function refuseFile(from: string, target: string): string | null {
  if (!target.startsWith("src/")) return "it is outside of src";
  if (!target.endsWith(".ts") && !target.endsWith(".tsx")) return "the name of a file ends in .ts";
  const importer = placeOf(from);
  const imported = placeOf(target);
  if (importer === imported && importer !== "door") return null;
  if (importer === "cli") return null;
  if (imported === "door") return "only the command line imports doors";
  if (importer === "door") return imported === "cli" ? "nobody imports the command line" : null;
  return refuseFolder(importer, imported);
}

function refuseFolder(importer: string, imported: string): string | null {
  if (!folders.includes(importer)) return `${importer} has no place in the order of the folders`;
  if (!folders.includes(imported)) return `${imported} has no place in the order of the folders`;
  if (listeners.includes(imported)) return `${imported} is for doors and the command line only`;
  if (onProtocolAlone.includes(importer) && imported !== "protocol") return `${importer} knows protocol alone`;
  if (importer === "view" && !viewKnows.includes(imported)) return "view knows protocol and preview alone";
  if (belowTheWire.includes(importer) && !["protocol", "json"].includes(imported))
    return `${importer} knows no streams`;
  if (withoutPreview.includes(importer) && imported === "preview") return "a preview is for display only (R4)";
  return folders.indexOf(imported) < folders.indexOf(importer) ? null : `${imported} is not above ${importer}`;
}

/** The folder of a file of `src`, or `door` for a file that stands in `src` itself. */
function placeOf(path: string): string {
  const [, first = "", ...rest] = path.split("/");
  return rest.length === 0 ? "door" : first;
}
