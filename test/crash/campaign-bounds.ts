import type { CampaignReport } from "./campaign.ts";
import type { Phase } from "./life.ts";

/** What a campaign is asked for. */
export interface CampaignRequest {
  readonly kills: number;
  readonly seed: number;
  readonly minutes: number;
}

/** How the long form is called. */
export const usage = "npm run crash -- [KILLS] [SEED] [MINUTES]: three numbers, KILLS and MINUTES above 0";

/** Reads the words of a command line; `undefined` where they ask for nothing that can be done. */
export function readRequest(words: readonly string[]): CampaignRequest | undefined {
  const [kills = "5000", seed = "1", minutes = "Infinity"] = words;
  const request = { kills: Number(kills), seed: Number(seed), minutes: Number(minutes) };
  const isWhole = Number.isSafeInteger(request.kills) && Number.isSafeInteger(request.seed);
  const isUsable = isWhole && request.kills > 0 && request.seed >= 0 && request.minutes > 0;
  return isUsable && words.length <= 3 && !words.some((word) => word.trim() === "") ? request : undefined;
}

/** The phases of an effect: a kill in each of them is what a campaign is for. */
const effectPhases: readonly Phase[] = [
  "before the claim",
  "between claim and effect",
  "inside the effect",
  "before the conclusion",
];

/** What a campaign of so many kills on one store must come by, or it would show nothing. */
export function missingFrom(
  { kills }: Pick<CampaignReport, "kills">,
  bounds: { readonly kills: number; readonly inEachPhase: number },
): readonly string[] {
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  return [
    ...(killed === bounds.kills ? [] : [`${killed} processes were killed, and ${bounds.kills} were to be`]),
    ...effectPhases
      .filter((phase) => kills[phase] < bounds.inEachPhase)
      .map((phase) => `${kills[phase]} were killed ${phase}, and ${bounds.inEachPhase} is the least`),
  ];
}
