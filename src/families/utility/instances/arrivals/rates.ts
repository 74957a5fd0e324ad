import { S_PER_DAY, S_PER_H } from '../../../../../models/units.js';
import type { OnOffPattern, WorkingHours } from '../../../../../models/families/utility/instance.js';
import type { RandomStream } from '../../../../random/stream.js';

/** Moments of a Poisson process in [0, durationS), ascending, given to `arrive`. Rates per s, moments in s. */
export type Process = (durationS: number, arrive: (atS: number) => void) => void;

/** Rate meanPerS (1 + amplitude sin(2 pi t / 24 h + phase)), by thinning. Amplitude in [0, 1]. */
export function sinusoid(meanPerS: number, amplitude: number, phase: number, stream: RandomStream): Process {
  const greatest = meanPerS * (1 + amplitude);
  return (durationS, arrive) => {
    for (let atS = gapS(stream, greatest); atS < durationS; atS += gapS(stream, greatest)) {
      const rate = meanPerS * (1 + amplitude * Math.sin((2 * Math.PI * atS) / S_PER_DAY + phase));
      if (stream.uniform() * greatest < rate) arrive(atS);
    }
  };
}

/** Rate factor x meanPerS in the hours, outside them what keeps the mean over a day. Midnight is at midnightS (of any day). */
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

/** Factor outside working hours that keeps the mean over a day. */
export function restFactor(hours: number, factor: number): number {
  return (24 - hours * factor) / (24 - hours);
}

/** Times of high and low rate in turn, each exponentially long, beginning as at any moment. */
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

/** Time to the next event of a Poisson process, s; Infinity at rate 0. */
function gapS(stream: RandomStream, ratePerS: number): number {
  return -Math.log(1 - stream.uniform()) / ratePerS;
}
