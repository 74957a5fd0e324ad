import { S_PER_DAY } from '../../models/units.js';
/** Arrival rate of tasks of all types together over a day, tasks/s (thesis Fig. 5.3). */
export type ArrivalPattern =
  | { readonly kind: 'constant'; readonly ratePerS: number }
  /** A high and a low rate alternate in intervals of equal length, beginning with the high one. */
  | { readonly kind: 'bursty'; readonly highPerS: number; readonly lowPerS: number; readonly intervalS: number }
  /**
   * The rate is mean (1 + amplitude cos(2 pi (t - peak) / day)) at time t after midnight, with amplitude from 0 to 1.
   */
  | { readonly kind: 'sinusoidal'; readonly meanPerS: number; readonly amplitude: number; readonly peakS: number };

/** Default values of patterns, from thesis section 5.6.2 or docs/decisions/online-arrivals.md. */
export const PATTERN_DEFAULTS = {
  constant: { kind: 'constant', ratePerS: 6 },
  bursty: { kind: 'bursty', highPerS: 9, lowPerS: 3, intervalS: 7200 },
  sinusoidal: { kind: 'sinusoidal', meanPerS: 0.08, amplitude: 0.6, peakS: 50_400 },
} as const satisfies Readonly<Record<ArrivalPattern['kind'], ArrivalPattern>>;

export function ratePerS(pattern: ArrivalPattern, timeS: number): number {
  switch (pattern.kind) {
    case 'constant':
      return pattern.ratePerS;
    case 'bursty':
      return Math.floor(timeS / pattern.intervalS) % 2 === 0 ? pattern.highPerS : pattern.lowPerS;
    case 'sinusoidal': {
      const phase = (2 * Math.PI * (timeS - pattern.peakS)) / S_PER_DAY;
      return pattern.meanPerS * (1 + pattern.amplitude * Math.cos(phase));
    }
  }
}

/** Returns the largest arrival rate over the day, tasks/s. */
export function greatestRatePerS(pattern: ArrivalPattern): number {
  switch (pattern.kind) {
    case 'constant':
      return pattern.ratePerS;
    case 'bursty':
      return Math.max(pattern.highPerS, pattern.lowPerS);
    case 'sinusoidal':
      return pattern.meanPerS * (1 + pattern.amplitude);
  }
}

/** Describes the pattern, such as "9 and 3 tasks/s by turns of 7200 s, Poisson". */
export function patternText(pattern: ArrivalPattern): string {
  switch (pattern.kind) {
    case 'constant':
      return `${pattern.ratePerS} tasks/s, Poisson`;
    case 'bursty':
      return `${pattern.highPerS} and ${pattern.lowPerS} tasks/s by turns of ${pattern.intervalS} s, Poisson`;
    case 'sinusoidal': {
      const { meanPerS, amplitude, peakS } = pattern;
      return `sinusoidal, mean ${meanPerS} tasks/s, amplitude ${amplitude}, highest at ${peakS} s, Poisson`;
    }
  }
}
