import { afterAll, beforeAll, describe, test } from "vitest";

import { type Split, type TurnClient, wireOf } from "./turn-clients.ts";
import { expectScene, openTheater, type Scene, type Theater } from "./turn-stage.ts";

/** Plays scenes with clients: one test for each scene that the client's wire has, and each split. */
export function testScenes(scenes: readonly Scene[], clients: readonly TurnClient[], splits: readonly Split[]): void {
  let theater: Theater;

  beforeAll(async () => {
    theater = await openTheater(scenes);
  });

  afterAll(() => theater.close());

  for (const client of clients) {
    describe(client, () => {
      for (const [place, scene] of scenes.entries()) {
        if (scene.wires?.includes(wireOf(client)) === false) continue;
        for (const split of splits) {
          const cut = split === "as-sent" ? "" : ` (${split === "byte" ? "byte by byte" : `at random, seed ${split}`})`;
          test(`${scene.title}${cut}`, () => expectScene(theater, scene, { client, name: `scene-${place}`, split }));
        }
      }
    });
  }
}
