import type { ArrivalSequence } from './arrivals.js';
import { type RandomStream, randomStream } from '../random/stream.js';
import { type ArrivalPattern, greatestRatePerS, ratePerS } from './arrival-pattern.js';

/** Maximum expected number of tasks. Our choice: forty days of the thesis' pattern; more is probably a typing error. */
export const MAX_TASKS = 20_000_000;

/**
 * Returns randomly drawn tasks: a Poisson process with the pattern's arrival rate, all types equally likely.
 *
 * It uses thinning: candidates come at the pattern's largest rate and are accepted with probability rate / largest
 * rate. Times, acceptances and task types have separate random streams.
 *
 * @throws RangeError for an invalid pattern, duration or number of task types, and if more than MAX_TASKS candidates
 * are expected
 */
export function drawArrivals(
  pattern: ArrivalPattern,
  durationS: number,
  taskTypes: number,
  seed: number,
): ArrivalSequence {
  const greatest = greatestRatePerS(pattern);
  if (!(durationS > 0 && greatest >= 0 && leastRatePerS(pattern) >= 0)) {
    throw new RangeError(`No arrivals of ${JSON.stringify(pattern)} for ${durationS} s`);
  }
  if (!(greatest * durationS <= MAX_TASKS)) throw new RangeError(`More than ${MAX_TASKS} tasks are to be expected`);
  const gaps = randomStream(seed, 'arrival times');
  const kept = randomStream(seed, 'arrivals kept');
  const times: number[] = [];
  for (let timeS = 0; greatest > 0;) {
    timeS -= Math.log(1 - gaps.uniform()) / greatest;
    if (timeS >= durationS) break;
    const rate = ratePerS(pattern, timeS);
    if (rate === greatest || kept.uniform() * greatest < rate) times.push(timeS);
  }
  return {
    timeS: Float64Array.from(times),
    taskType: uniformTypes(times.length, taskTypes, randomStream(seed, 'task types')),
    durationS,
  };
}

/** Returns the types of `count` tasks, all types equally likely (thesis section 5.6.2). */
export function uniformTypes(count: number, taskTypes: number, stream: RandomStream): Uint16Array {
  if (!(taskTypes >= 1 && taskTypes <= 2 ** 16)) throw new RangeError(`${taskTypes} task types`);
  return Uint16Array.from({ length: count }, () => stream.integer(0, taskTypes - 1));
}

function leastRatePerS(pattern: ArrivalPattern): number {
  switch (pattern.kind) {
    case 'constant':
      return pattern.ratePerS;
    case 'bursty':
      return pattern.intervalS > 0 ? Math.min(pattern.highPerS, pattern.lowPerS) : NaN;
    case 'sinusoidal':
      return pattern.amplitude >= 0 ? pattern.meanPerS * (1 - pattern.amplitude) : NaN;
  }
}
