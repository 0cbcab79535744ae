import type { Contender } from "./contenders.ts";
import { median, quantile } from "./fit.ts";

/** What was measured of one contender. */
export interface Measurement {
  readonly name: string;
  /** CPU time of one run in microseconds, the median of the rounds. */
  readonly cpuMicros: number;
  /** How many times the CPU time of the first contender, round by round: the median and the quartiles. */
  readonly ratio: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
}

export interface MeasureOptions {
  readonly rounds: number;
  /** CPU time that one sample of one contender takes at least, in milliseconds; short runs are repeated. */
  readonly sampleMs: number;
}

/**
 * Measures contenders against the first of them, interleaved: in every round each has its turn, and only numbers of one
 * round are compared, so that a busy minute of the machine weighs on all of them alike. CPU time is user and system time
 * of the process, the garbage collector and the compiler included.
 */
export async function measure(
  contenders: readonly Contender[],
  options: MeasureOptions,
): Promise<readonly Measurement[]> {
  const runs = [];
  for (const contender of contenders) runs.push({ contender, repeats: await warmUp(contender, options.sampleMs) });
  const samples = contenders.map((): number[] => []);
  for (let round = 0; round < options.rounds; round += 1) {
    for (let turn = 0; turn < runs.length; turn += 1) {
      // Another one begins each time: whoever follows a heavy one must not always be the same.
      const place = (turn + round) % runs.length;
      const run = runs[place];
      if (run !== undefined) samples[place]?.push(await sample(run.contender, run.repeats));
    }
  }
  return contenders.map(({ name }, place) => summarize(name, samples[place] ?? [], samples[0] ?? []));
}

/** Runs until the code is compiled, and says how many runs make a sample. */
async function warmUp(contender: Contender, sampleMs: number): Promise<number> {
  const enoughMicros = sampleMs * 4000;
  let runs = 0;
  let micros = 0;
  for (let repeats = 1; micros < enoughMicros; repeats *= 2) {
    micros = (await sample(contender, repeats)) * repeats;
    runs = repeats;
  }
  return Math.max(1, Math.round((runs * sampleMs * 1000) / micros));
}

/**
 * CPU time of one run in microseconds. As much again runs in front of it and is not counted: a sample finds its own code
 * compiled and its own garbage, not those of the contender before it. Nothing is collected by force: samples
 * right behind a forced collection were seen to cost every contender two to four times as much.
 */
async function sample(contender: Contender, repeats: number): Promise<number> {
  await repeat(contender, repeats);
  const before = process.cpuUsage();
  await repeat(contender, repeats);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / repeats;
}

async function repeat(contender: Contender, repeats: number): Promise<void> {
  for (let count = 0; count < repeats; count += 1) await contender.run();
}

function summarize(name: string, samples: readonly number[], floor: readonly number[]): Measurement {
  const ratios = samples.map((micros, round) => micros / (floor[round] ?? Number.NaN));
  return {
    name,
    cpuMicros: median(samples),
    ratio: median(ratios),
    ratioLow: quantile(ratios, 0.25),
    ratioHigh: quantile(ratios, 0.75),
  };
}
