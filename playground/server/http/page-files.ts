import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
};

const UNBUILT = "The page is not built. Stop the playground, and start it without --no-build.";

/** Gives the answer for a path of the page; `undefined` for one that it does not have. */
export type PageFiles = (path: string) => Response | undefined;

/**
 * Reads the built page. What is not in its folder now is never served, whatever a path says. Where there is no such folder,
 * every answer says how to get it.
 */
export async function readPage(folder: string): Promise<PageFiles> {
  if (!existsSync(folder)) return () => new Response(UNBUILT, { status: 503 });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }>();
  for (const name of names) {
    const path = name.slice(folder.length).split(sep).join("/");
    const bytes = new Uint8Array(await readFile(name));
    files.set(path.startsWith("/") ? path : `/${path}`, {
      bytes,
      type: types[extname(name)] ?? "application/octet-stream",
    });
  }
  return (path) => {
    const file = files.get(path === "/" ? "/index.html" : path);
    return file === undefined ? undefined : new Response(file.bytes, { headers: { "content-type": file.type } });
  };
}
