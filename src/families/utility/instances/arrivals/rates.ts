import { H_PER_DAY, S_PER_DAY, S_PER_H } from '../../../../../models/units.js';
import type { GeneratedArrivals, OnOffPattern, WorkingHours } from '../../../../../models/families/utility/instance.js';
import { type RandomStream, randomStream } from '../../../../random/stream.js';
import type { TaskType } from '../types/task-type.js';

/** Draws a Poisson process: calls `arrive` with each arrival time in [0, durationS), s, in ascending order. */
export type Process = (durationS: number, arrive: (atS: number) => void) => void;

/** How the arrival rate of a task type varies about its mean. */
export type ArrivalPattern =
  | { readonly is: 'sinusoid'; readonly amplitude: number; readonly phase: number }
  | { readonly is: 'working hours'; readonly hours: WorkingHours }
  | { readonly is: 'on and off'; readonly pattern: OnOffPattern };

/**
 * Returns the pattern of arrivals that an instance states for a task type. A phase that it does not state is drawn.
 *
 * @param t index of the task type
 */
export function patternOf(
  { amplitude, phase, special, workingHours: hours }: GeneratedArrivals,
  { special: isSpecial, cores }: Pick<TaskType, 'special' | 'cores'>,
  t: number,
  seed: number,
): ArrivalPattern {
  if (special !== undefined && isSpecial) return { is: 'on and off', pattern: special };
  if (hours !== undefined && cores !== null && cores.most > hours.aboveCores) return { is: 'working hours', hours };
  const drawn = randomStream(seed, `phase of type ${t + 1}`).uniform(0, 2 * Math.PI);
  return { is: 'sinusoid', amplitude, phase: phase ?? drawn };
}

/**
 * Returns the expected arrival rate in each hour after midnight, relative to the mean rate of the day.
 *
 * @param midnightS moment of any midnight, s
 */
export function hourlyFactors(pattern: ArrivalPattern, midnightS: number): Float64Array {
  return Float64Array.from({ length: H_PER_DAY }, (_, hour) => {
    switch (pattern.is) {
      case 'on and off':
        return 1;
      case 'working hours': {
        const { fromHour, toHour, factor } = pattern.hours;
        const worked = Math.max(0, Math.min(toHour, hour + 1) - Math.max(fromHour, hour));
        return worked * factor + (1 - worked) * restFactor(toHour - fromHour, factor);
      }
      case 'sinusoid': {
        const { amplitude, phase } = pattern;
        // The sine's mean over an hour is its value in the middle times a constant.
        const middle = (2 * Math.PI * (midnightS + (hour + 0.5) * S_PER_H)) / S_PER_DAY + phase;
        return 1 + amplitude * Math.sin(middle) * (Math.sin(HALF_HOUR) / HALF_HOUR);
      }
    }
  });
}

/** Half an hour as an angle of a day's circle, radians. */
const HALF_HOUR = Math.PI / H_PER_DAY;

/**
 * Returns a Poisson process with rate meanPerS (1 + amplitude sin(2 pi t / 24 h + phase)), drawn by thinning.
 *
 * @param meanPerS mean rate, 1/s
 * @param amplitude 0 to 1
 */
export function sinusoid(meanPerS: number, amplitude: number, phase: number, stream: RandomStream): Process {
  const greatest = meanPerS * (1 + amplitude);
  return (durationS, arrive) => {
    for (let atS = gapS(stream, greatest); atS < durationS; atS += gapS(stream, greatest)) {
      const rate = meanPerS * (1 + amplitude * Math.sin((2 * Math.PI * atS) / S_PER_DAY + phase));
      if (stream.uniform() * greatest < rate) arrive(atS);
    }
  };
}

/**
 * Returns a Poisson process whose rate is higher during working hours: factor x meanPerS. The rate outside working
 * hours is such that the mean over a day is meanPerS.
 *
 * @param midnightS moment of any midnight, s
 */
export function workingHours(
  meanPerS: number,
  { fromHour, toHour, factor }: WorkingHours,
  midnightS: number,
  stream: RandomStream,
): Process {
  const hours = toHour - fromHour;
  const rest = restFactor(hours, factor);
  const greatest = meanPerS * Math.max(factor, rest);
  return (durationS, arrive) => {
    for (let atS = gapS(stream, greatest); atS < durationS; atS += gapS(stream, greatest)) {
      const sinceS = (atS - midnightS) % S_PER_DAY;
      const hour = (sinceS < 0 ? sinceS + S_PER_DAY : sinceS) / S_PER_H;
      const rate = meanPerS * (hour >= fromHour && hour < toHour ? factor : rest);
      if (stream.uniform() * greatest < rate) arrive(atS);
    }
  };
}

/**
 * Returns the arrival rate outside working hours, relative to the mean rate of the day.
 *
 * @param hours working hours per day
 * @param factor rate during working hours, relative to the mean rate
 */
export function restFactor(hours: number, factor: number): number {
  return (24 - hours * factor) / (24 - hours);
}

/**
 * Returns a Poisson process whose rate alternates between onFactor and offFactor times the mean. Each of the two states
 * lasts an exponentially distributed time. The first state is drawn from the stationary distribution.
 */
export function onOff(
  meanPerS: number,
  { meanOnS, meanOffS, onFactor, offFactor }: OnOffPattern,
  stream: RandomStream,
): Process {
  return (durationS, arrive) => {
    let isOn = stream.uniform() * (meanOnS + meanOffS) < meanOnS;
    for (let fromS = 0; fromS < durationS; isOn = !isOn) {
      const untilS = Math.min(durationS, fromS + gapS(stream, 1 / (isOn ? meanOnS : meanOffS)));
      const rate = meanPerS * (isOn ? onFactor : offFactor);
      for (let atS = fromS + gapS(stream, rate); atS < untilS; atS += gapS(stream, rate)) arrive(atS);
      fromS = untilS;
    }
  };
}

/** Draws the time to the next arrival of a Poisson process, s; Infinity at rate 0. */
function gapS(stream: RandomStream, ratePerS: number): number {
  return -Math.log(1 - stream.uniform()) / ratePerS;
}
