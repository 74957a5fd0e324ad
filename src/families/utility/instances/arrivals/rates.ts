import { S_PER_DAY, S_PER_H } from '../../../../../models/units.js';
import type { OnOffPattern, WorkingHours } from '../../../../../models/families/utility/instance.js';
import type { RandomStream } from '../../../../random/stream.js';

/** Calls `arrive` with the ascending moments of a Poisson process in [0, durationS). Rates per s, moments in s. */
export type Process = (durationS: number, arrive: (atS: number) => void) => void;

/**
 * Returns a process with rate meanPerS (1 + amplitude sin(2 pi t / 24 h + phase)), drawn by thinning. Amplitude 0 to 1.
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
 * Returns a process with rate factor x meanPerS in working hours and, outside them, the rate that keeps the daily mean.
 * `midnightS` is any midnight.
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

/** Returns the factor outside working hours that keeps the daily mean. */
export function restFactor(hours: number, factor: number): number {
  return (24 - hours * factor) / (24 - hours);
}

/**
 * Returns a process that alternates between high and low rate for exponentially distributed times, starting in a
 * stationary state.
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

/** Draws the time to the next event of a Poisson process, s; Infinity at rate 0. */
function gapS(stream: RandomStream, ratePerS: number): number {
  return -Math.log(1 - stream.uniform()) / ratePerS;
}
