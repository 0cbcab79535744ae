import { readFile } from "node:fs/promises";
import { isJsonObject } from "./json-value.ts";

/** The version of the package. The file stands two folders up, in the sources and in what is built from them. */
export async function packageVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const manifest: unknown = JSON.parse(text);
  const version = isJsonObject(manifest) ? manifest["version"] : undefined;
  if (typeof version !== "string") throw new Error("package.json states no version");
  return version;
}
