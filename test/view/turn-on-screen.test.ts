import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createBlockStore, type Block, type TurnView } from "../../src/view.ts";
import { wireOf } from "../support/turn-clients.ts";
import { openTalk, openTheater, type Scene, type Theater } from "../support/turn-stage.ts";
import { cancelScenes } from "../turn/scenes-cancel.ts";
import { correctionScenes } from "../turn/scenes-corrections.ts";
import { effectScenes } from "../turn/scenes-effects.ts";
import { endingScenes } from "../turn/scenes-endings.ts";
import { read } from "./support/show.ts";

const client = "anthropic-fetch" as const;

const scenes: readonly Scene[] = [...correctionScenes, ...endingScenes, ...effectScenes, ...cancelScenes].filter(
  ({ wires }) => wires?.includes(wireOf(client)) !== false,
);

const preamble = "I'll create that ticket for you now.";
const goodbye = "Done. Is there anything else?";

/** What a person reads in the end, for some scenes. */
const screens: Readonly<Record<string, readonly string[]>> = {
  "a call that fits runs once and is answered": [preamble, "✓ create_ticket — done", goodbye],
  "R8: two wrong values go back and are put right": [preamble, "✓ create_ticket — done", preamble, preamble, goodbye],
  "R8: a tool's own bound of 0 ends the turn, and its sibling has run": [
    preamble,
    "✓ find_customer — done",
    "⊘ create_ticket — not run (the request did not fit the tool)",
    "⊘ the model's requests did not fit the tools — done: find_customer; not run: create_ticket",
  ],
  "a tool that nobody declared goes back with the names of those that there are": [
    preamble,
    "⊘ delete_everything — not run (the request did not fit the tool)",
    preamble,
    "✓ create_ticket — done",
    goodbye,
  ],
  "R3: a connection lost after one of two calls runs neither, takes back what was shown, and runs each once": [
    "One moment.",
    "✓ send_payment — done",
    "✓ find_customer — done",
    goodbye,
  ],
  "a connection that is reset twice ends the turn as abandoned": [
    preamble,
    "⊘ create_ticket — not run (connection lost)",
    "⊘ the connection was lost — nothing was run",
  ],
  "R9: a request that fails behind a payment in doubt is not sent again": [
    "One moment.",
    "? send_payment — may have run (check before trying again)",
    "⊘ the model service failed — may have run: send_payment",
  ],
  "R14: calls that had not begun at the cancel do not begin": [
    "One moment.",
    "✓ send_payment — done",
    "⊘ send_payment — cancelled",
    "⊘ send_payment — cancelled",
    "⊘ cancelled — done: send_payment; not run: send_payment ×2",
  ],
};

describe("a turn as a person sees it (R12)", () => {
  let theater: Theater;

  beforeAll(async () => {
    theater = await openTheater(scenes);
  });

  afterAll(() => theater.close());

  test.each(scenes.map((scene, place) => [scene.title, scene, place] as const))("%s", async (title, scene, place) => {
    const store = createBlockStore();
    const ended = new Map<string, Block>();
    const changed: string[] = [];
    const react: Scene["react"] = (event, stage) => {
      store.apply(event);
      changed.push(...changesOf(ended, store.view));
      scene.react?.(event, stage);
    };

    await openTalk(theater, { ...scene, react }, { client, name: `scene-${place}` }).run();

    const { blocks, isOpen } = store.view;
    expect({ open: blocks.filter(({ endedAtMs }) => endedAtMs === null), changed, isOpen }).toEqual({
      open: [],
      changed: [],
      isOpen: false,
    });
    expect(read(store.view)).toEqual(screens[title] ?? read(store.view));
  });

  test("is held to its literal in every scene that has one", () => {
    const titles = new Set(scenes.map(({ title }) => title));

    expect(Object.keys(screens).filter((title) => !titles.has(title))).toEqual([]);
  });
});

/** The calls and notices that had ended and are another now. Remembers those that have ended since. */
function changesOf(ended: Map<string, Block>, { blocks }: TurnView): readonly string[] {
  const now = new Map(blocks.map((block) => [block.key, block]));
  const isProse = ({ kind }: Block): boolean => kind === "text" || kind === "reasoning";
  const changed = [...ended].filter(([key, block]) => !isProse(block) && now.get(key) !== block);
  for (const block of blocks) if (block.endedAtMs !== null) ended.set(block.key, block);
  return changed.map(([key]) => key);
}
