import type { GeneratedArrivals, UtilityPool } from '../../../../../models/families/utility/instance.js';
import { H_PER_DAY, S_PER_H } from '../../../../../models/units.js';
import type { TaskType } from '../types/task-type.js';
import { hourlyFactors, patternOf } from './rates.js';

/** A job of a log that was submitted before the simulated time begins. */
export interface EarlierJob {
  readonly submitS: number;
  /** Time from submission to start, s; not above 0 if it started at once or this is not known. */
  readonly waitS: number;
  /** Run time, s; 1 for all jobs if tasks do not have the run times of their jobs, so that processors alone count. */
  readonly runS: number;
  readonly cores: number;
}

/**
 * Returns the share of a day's work that is expected to arrive in each hour after midnight, from the arrival rates that
 * an instance states for its task types; null without work. The work of a type is that of its mean task, core-seconds.
 *
 * @param midnightS moment of any midnight, s
 */
export function workByHourOfRates(
  arrivals: GeneratedArrivals,
  types: readonly TaskType[],
  pools: readonly UtilityPool[],
  seed: number,
  midnightS: number,
): Float64Array | null {
  const work = new Float64Array(H_PER_DAY);
  for (const [t, type] of types.entries()) {
    const whole = type.share * meanWorkCoreS(type, pools);
    if (whole === 0) continue;
    const factors = hourlyFactors(patternOf(arrivals, type, t, seed), midnightS);
    for (let hour = 0; hour < H_PER_DAY; hour++) work[hour]! += whole * factors[hour]!;
  }
  return shares(work);
}

/**
 * Returns the share of a day's work that is expected to arrive in each hour after midnight, from the jobs of a log that
 * were submitted before the simulated time begins; null without such jobs. The work of an hour is the mean over the
 * days of the log, in core-seconds, with run times as far as they are known then (`knownRunS`). Hours that no day of
 * the log contains in full count as the mean of the others; null if there is no whole hour.
 *
 * @param startS start of the simulated time on the log's clock, s
 * @param midnightS moment of any midnight on the log's clock, s
 */
export function workByHourOfLog(jobs: readonly EarlierJob[], startS: number, midnightS: number): Float64Array | null {
  const hourOf = (atS: number): number => {
    const hour = Math.floor((atS - midnightS) / S_PER_H) % H_PER_DAY;
    return hour < 0 ? hour + H_PER_DAY : hour;
  };
  const firstS = jobs.reduce((first, { submitS }) => Math.min(first, submitS), Infinity);
  const fromS = midnightS + Math.ceil((firstS - midnightS) / S_PER_H) * S_PER_H;
  const hours = Math.max(0, Math.floor((startS - fromS) / S_PER_H));
  const seen = new Float64Array(H_PER_DAY).fill(Math.floor(hours / H_PER_DAY));
  for (let hour = 0; hour < hours % H_PER_DAY; hour++) seen[hourOf(fromS + hour * S_PER_H)]!++;
  const work = new Float64Array(H_PER_DAY);
  const runS = knownRunS(jobs, startS);
  for (const [n, { submitS, cores }] of jobs.entries()) {
    if (submitS < fromS || submitS >= fromS + hours * S_PER_H) continue;
    work[hourOf(submitS)]! += cores * runS[n]!;
  }
  const means = work.map((sum, hour) => (seen[hour]! > 0 ? sum / seen[hour]! : NaN));
  const known = means.filter((mean) => !Number.isNaN(mean));
  const usual = known.reduce((sum, mean) => sum + mean, 0) / known.length;
  return shares(means.map((mean) => (Number.isNaN(mean) ? usual : mean)));
}

/**
 * Returns the run times of jobs as far as they are known at a moment, s. A job that has ended has its own. One that still
 * runs, or waits (after 0 s), has the mean of all jobs that ran longer than it has so far, of which those still running
 * count with what they have here; the time it has run if there are none. This is the mean by Kaplan and Meier's
 * estimate of the distribution of run times, which jobs cut off at the moment do not bias.
 */
function knownRunS(jobs: readonly EarlierJob[], nowS: number): Float64Array {
  const knownS = Float64Array.from(jobs, ({ submitS, waitS, runS }) =>
    Math.min(runS, Math.max(0, nowS - submitS - Math.max(0, waitS))),
  );
  const isEnded = jobs.map(({ runS }, n) => knownS[n] === runS);
  const longestFirst = [...jobs.keys()].sort(
    (one, other) => knownS[other]! - knownS[one]! || Number(isEnded[one]) - Number(isEnded[other]),
  );
  let sumS = 0;
  for (const [longer, n] of longestFirst.entries()) {
    if (!isEnded[n] && longer > 0) knownS[n] = sumS / longer;
    sumS += knownS[n]!;
  }
  return knownS;
}

/** Returns the work divided by its sum; null unless the sum is above 0. */
function shares(work: Float64Array): Float64Array | null {
  const whole = work.reduce((sum, one) => sum + one, 0);
  return whole > 0 ? work.map((one) => one / whole) : null;
}

/**
 * Returns the mean work of a type's tasks over the pools that can run it, core-seconds in P-state 0. Tasks of a type
 * with a range of cores count as one with the mean number of cores.
 */
function meanWorkCoreS({ runs, cores }: TaskType, pools: readonly UtilityPool[]): number {
  const meanCores = cores === null ? 1 : (cores.least + cores.most) / 2;
  let sum = 0;
  let count = 0;
  for (const [p, run] of runs.entries()) {
    if (run === null) continue;
    const { nodes, coresPerNode = 1 } = pools[p]!;
    const needed = Math.ceil(meanCores / coresPerNode);
    const taken = Math.min(Math.max(needed, run.leastNodes), run.mostNodes, nodes);
    sum += taken * coresPerNode * run.timeS(taken, 0);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
