import { systemClock } from "../../protocol/clock.ts";
import type { BlockView } from "../blocks/block-view.ts";
import { inertProse } from "../inert.ts";
import { english } from "../words/english.ts";
import { readAbilities, type Abilities } from "./abilities.ts";
import { asciiOf } from "./ascii.ts";
import { createLiveRegion, createPlainRegion } from "./live-region.ts";
import { colorPaint, plainPaint } from "./paint.ts";
import type { ShowTurnOptions } from "./show-turn-options.ts";
import { TurnScreen, type SpinnerSigns } from "./turn-screen.ts";

const pictures: SpinnerSigns = { turning: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], resting: "…" };
const letters: SpinnerSigns = { turning: ["|", "/", "-", "\\"], resting: "." };

/** Opens a screen as its output can show it. `onEnd`: see {@link TurnScreen}. */
export function openScreen(view: BlockView, options: ShowTurnOptions, onEnd: (error?: unknown) => void): TurnScreen {
  const { output, environment = {}, host, color, live, unicode, words = english, clock = systemClock } = options;
  const abilities = readAbilities({ output, environment, color, live, unicode });
  const { hasColor, canRedraw, isUnicode } = abilities;
  const paint = hasColor ? colorPaint : plainPaint;
  const region = canRedraw
    ? createLiveRegion({ output, paint, hidesCursor: host !== undefined })
    : createPlainRegion(output, paint);
  const spinner = isUnicode ? pictures : letters;
  return new TurnScreen({ view, output, region, words, clock, clean: cleaner(abilities), canRedraw, spinner }, onEnd);
}

/** Blocks are inert where they are made; a view that came from elsewhere is not trusted to be. */
function cleaner({ isUnicode }: Abilities): (text: string) => string {
  return isUnicode ? inertProse : (text) => asciiOf(inertProse(text));
}
