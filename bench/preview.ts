/**
 * `npm run bench:preview [-- ROUNDS]`: what it costs to show arguments while they come in, beside appending them and one
 * `JSON.parse`, and exits with 1 if a goal is missed. The figures are explained in docs/performance.md's way: ratios are
 * medians of interleaved rounds.
 */
import { loadavg } from "node:os";

import type { Contender } from "./contenders.ts";
import { structuredDocument, writeFileDocument, type BenchDocument } from "./documents.ts";
import { growthExponent } from "./fit.ts";
import { isMet, type Verdict } from "./goals.ts";
import { measure, type Measurement } from "./measure.ts";
import {
  cutText,
  floorContender,
  incrementalPeers,
  ownContenders,
  statelessPeer,
  strictContender,
} from "./preview-contenders.ts";

const MEGABYTE = 1_000_000;
const rounds = Number(process.argv[2] ?? 7);
const documents = [writeFileDocument, structuredDocument];
const SHOWN = "Rollcall, every value, + strict reading";
const ALONE = "Rollcall, every value";

const verdicts: Verdict[] = [];
console.log(`node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? "?"}, ${rounds} rounds`);

for (const make of documents) {
  for (const pieceChars of [16, 1]) {
    const document = make(MEGABYTE);
    const pieces = cutText(document.text, pieceChars);
    const peers = incrementalPeers(pieces);
    const found = await table(document, pieceChars, [
      floorContender(pieces),
      strictContender(pieces),
      ...ownContenders(pieces),
      ...peers,
    ]);
    if (pieceChars !== 16) continue;
    verdicts.push({ what: `${document.name}: of append + one JSON.parse`, figure: ratioOf(found, SHOWN), goal: 4 });
    for (const { name } of peers) {
      verdicts.push({
        what: `${document.name}: of ${name}`,
        figure: ratioOf(found, ALONE) / ratioOf(found, name),
        goal: 1,
      });
    }
  }
  await judgeStateless(make(65_536));
  await judgeGrowth(make);
}

for (const verdict of verdicts) {
  const { what, figure, goal } = verdict;
  console.log(`  ${isMet(verdict) ? "PASS" : "over"}  ${figure.toPrecision(3)} of ${goal} at most: ${what}`);
}
process.exit(verdicts.every(isMet) ? 0 : 1);

/** One round: beginning anew with every piece takes seconds. */
async function judgeStateless(document: BenchDocument): Promise<void> {
  const pieces = cutText(document.text, 16);
  const preview = ownContenders(pieces).find(({ name }) => name === ALONE);
  if (preview === undefined) return;
  const [own] = await measure([preview], { rounds, sampleMs: 50 });
  const before = process.cpuUsage();
  await statelessPeer(pieces).run();
  const { user, system } = process.cpuUsage(before);
  const times = (user + system) / (own?.cpuMicros ?? Number.NaN);
  console.log(`  ${times.toFixed(0)}x  partial-json at every piece of 64 KB, against a preview of it`);
}

async function judgeGrowth(make: (bytes: number) => BenchDocument): Promise<void> {
  const points = [];
  for (const size of [MEGABYTE / 4, MEGABYTE, MEGABYTE * 4]) {
    const preview = ownContenders(cutText(make(size).text, 16)).filter(({ name }) => name === ALONE);
    const [own] = await measure(preview, { rounds: 3, sampleMs: 50 });
    points.push({ size, cost: own?.cpuMicros ?? Number.NaN });
  }
  verdicts.push({
    what: `${make(100).name}: exponent of CPU over characters`,
    figure: growthExponent(points),
    goal: 1.15,
  });
}

async function table(
  document: BenchDocument,
  pieceChars: number,
  contenders: readonly Contender[],
): Promise<readonly Measurement[]> {
  console.log(`\n${document.name}, 1 MB in pieces of ${pieceChars}`);
  const found = await measure(contenders, { rounds, sampleMs: 20 });
  for (const { name, cpuMicros, ratio, ratioLow, ratioHigh } of found) {
    const spread = `(${ratioLow.toFixed(1)} to ${ratioHigh.toFixed(1)})`;
    console.log(
      `  ${(cpuMicros / 1000).toFixed(1).padStart(7)} ms  ${ratio.toFixed(2).padStart(6)}x ${spread.padEnd(16)} ${name}`,
    );
  }
  return found;
}

function ratioOf(found: readonly Measurement[], name: string): number {
  return found.find((measurement) => measurement.name === name)?.ratio ?? Number.NaN;
}
