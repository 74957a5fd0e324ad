import { countUpTo } from '../../../../../models/bisection.js';
import { DAYS_PER_WEEK, H_PER_DAY, S_PER_H } from '../../../../../models/units.js';
import type { GeneratedJobs, JobsPeriod, JobTypeRow } from '../../../../../models/families/jobs/instance.js';
import { WEEKDAYS } from '../../../../../models/families/jobs/format.js';
import { randomStream } from '../../../../random/stream.js';
import { weighted } from '../../../../random/weighted.js';
import { type JobList, plainJobs } from './job-list.js';

/** Index of Saturday in the week; Monday is 0. */
const SATURDAY = 5;

/**
 * Draws a given number of jobs from a Poisson process with hourly rates: arrivals are independent, with a density
 * proportional to the rate.
 */
export function generatedJobs(
  { jobs, rates }: GeneratedJobs,
  period: JobsPeriod,
  types: readonly JobTypeRow[],
  seed: number,
): JobList {
  const { fromS, upTo } = cumulativeRate(rates, period);
  const stream = randomStream(seed, 'arrivals');
  const arrivalS = new Float64Array(jobs);
  for (let n = 0; n < jobs; n++) {
    const at = stream.uniform() * upTo.at(-1)!;
    // The hour in whose part of the integral the number falls; hours without rate have no part.
    const hour = countUpTo(upTo, at, upTo.length - 1);
    const before = hour === 0 ? 0 : upTo[hour - 1]!;
    const endS = fromS[hour + 1] ?? period.durationS;
    arrivalS[n] = fromS[hour]! + ((endS - fromS[hour]!) * (at - before)) / (upTo[hour]! - before);
  }
  // At the end of an hour rounding may reach the end of the period.
  const latestS = period.durationS * (1 - Number.EPSILON);
  for (let n = 0; n < jobs; n++) arrivalS[n] = Math.min(arrivalS[n]!, latestS);
  return plainJobs(arrivalS.sort(), drawnTypes(jobs, types, seed));
}

/** Draws a job type for each job, in proportion to the types' shares, with one random number per draw. */
export function drawnTypes(jobs: number, types: readonly JobTypeRow[], seed: number): Int32Array {
  const stream = randomStream(seed, 'types of jobs');
  const draw = weighted(types.map(({ share = 1 }) => share));
  return Int32Array.from({ length: jobs }, () => draw(stream.uniform()));
}

/**
 * Returns the start of each hour of the period (`fromS`, s) and the expected number of jobs up to the end of the hour
 * (`upTo`). That number is the integral of the arrival rate. The last hour may be incomplete.
 */
export function cumulativeRate(
  { weekday, weekend }: GeneratedJobs['rates'],
  { durationS, startsOn = 'monday' }: JobsPeriod,
): { readonly fromS: readonly number[]; readonly upTo: readonly number[] } {
  const fromS: number[] = [];
  const upTo: number[] = [];
  const firstDay = WEEKDAYS.indexOf(startsOn);
  let sum = 0;
  for (let hour = 0; hour * S_PER_H < durationS; hour++) {
    const day = (firstDay + Math.floor(hour / H_PER_DAY)) % DAYS_PER_WEEK;
    const rate = (day >= SATURDAY ? weekend : weekday)[hour % H_PER_DAY]!;
    sum += rate * Math.min(1, durationS / S_PER_H - hour);
    fromS.push(hour * S_PER_H);
    upTo.push(sum);
  }
  return { fromS, upTo };
}
