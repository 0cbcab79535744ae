import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { parseScript, type Script } from "../../src/simulator.ts";
import { playText } from "./play-text.ts";

const folders = ["anthropic", "openai-chat", "openai-compat", "openai-responses"] as const;
const recordingsUrl = new URL("../recordings/", import.meta.url);
const scriptsUrl = new URL("scripts/", import.meta.url);

function namesIn(base: URL, folder: string, ending: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, base))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();
}

function readScript(folder: string, name: string): Script {
  return parseScript(JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, scriptsUrl), "utf8")));
}

describe("the voices, held to the recordings of real wires", () => {
  for (const folder of folders) {
    test(`every recording of ${folder} has a script, and every script a recording`, () => {
      const recordings = namesIn(recordingsUrl, folder, ".sse");

      const scripts = namesIn(scriptsUrl, folder, ".json");

      expect(scripts).toEqual(recordings);
      expect(scripts.length).toBeGreaterThan(7);
    });

    for (const name of namesIn(scriptsUrl, folder, ".json")) {
      test(`${folder}/${name} is spoken byte for byte`, async () => {
        const recording = readFileSync(new URL(`${folder}/${name}.sse`, recordingsUrl), "utf8");

        const spoken = await playText(readScript(folder, name));

        expect(spoken).toBe(recording);
      });
    }
  }

  test("no script says a record as it is: every one is said by its meaning", () => {
    const raw = folders.flatMap((folder) =>
      namesIn(scriptsUrl, folder, ".json").flatMap((name) =>
        readScript(folder, name)
          .steps.filter((step) => step.kind === "frame" || step.kind === "bytes" || step.kind === "block")
          .map((step) => `${folder}/${name}: ${step.kind}`),
      ),
    );

    expect(raw).toEqual([]);
  });
});
