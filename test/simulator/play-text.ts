import { playScript, type PlayOptions, type Script } from "../../src/simulator.ts";

/** Plays a script to its end and gives its writes. */
export async function playWrites(script: Script, options: PlayOptions = {}): Promise<readonly Uint8Array[]> {
  const writes: Uint8Array[] = [];
  for await (const write of playScript(script, options)) {
    writes.push(write);
  }
  return writes;
}

/** Plays a script to its end and gives its body as text. */
export async function playText(script: Script, options: PlayOptions = {}): Promise<string> {
  return Buffer.concat(await playWrites(script, options)).toString("utf8");
}

/** The `data` of every record of a body, parsed where it is JSON. */
export function dataOf(body: string): readonly unknown[] {
  return body
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length))
    .map((data): unknown => (data === "[DONE]" ? data : JSON.parse(data)));
}
