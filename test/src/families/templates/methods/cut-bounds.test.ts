import { describe, expect, it } from 'vitest';
import { CoolingFactor } from '../../../../../src/families/templates/methods/cooling-factor.js';
import {
  boundByCut,
  type BoundFrame,
  type Cut,
  intervalBound,
  ratioBound,
  workBound,
} from '../../../../../src/families/templates/methods/cut-bounds.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const { uniform } = randomStream(11, 'cut bounds');
const factor = new CoolingFactor({ quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 });

function randomFrame(): BoundFrame {
  const lowestC = uniform(9, 20);
  const existingPerS = uniform() < 0.2 ? 0 : uniform(0, 3);
  const leastWPerWork = uniform(0, 20);
  return {
    factor,
    existingPerS,
    leastNodeW: uniform(5, 200) + leastWPerWork * existingPerS,
    leastWPerWork,
    lowestC,
    highestC: lowestC + uniform(0, 12),
  };
}

/** Constants of either sign: below 0, the quotient falls with the work. */
function randomCut({ leastNodeW, existingPerS, lowestC, highestC }: BoundFrame): Cut {
  const wattPerWork = uniform(0, 80);
  const wattPerC = uniform() < 0.3 ? 0 : uniform(0, 60);
  const atC = uniform(lowestC, highestC);
  // About as much as running work needs, somewhere in the range.
  return {
    constantW: leastNodeW * uniform(0.7, 1.2) - wattPerWork * existingPerS - wattPerC * atC,
    wattPerWork,
    wattPerC,
  };
}

function nodeW(
  { leastNodeW, leastWPerWork, existingPerS }: BoundFrame,
  cuts: readonly Cut[],
  m: number,
  T: number,
): number {
  return cuts.reduce(
    (most, { constantW, wattPerWork, wattPerC }) => Math.max(most, constantW + wattPerWork * m + wattPerC * T),
    leastNodeW + leastWPerWork * (m - existingPerS),
  );
}

/** The best quotient on a fine grid of works and set-points under a limit; -1: none. */
function best(frame: BoundFrame, cuts: readonly Cut[], fromPerS: number, toPerS: number, limitW = Infinity): number {
  let quotient = -1;
  for (let i = 0; i <= 60; i += 1) {
    const m = fromPerS + ((toPerS - fromPerS) * i) / 60;
    for (let j = 0; j <= 60; j += 1) {
      const T = frame.lowestC + ((frame.highestC - frame.lowestC) * j) / 60;
      const powerW = nodeW(frame, cuts, m, T) / factor.at(T);
      if (powerW <= limitW) quotient = Math.max(quotient, m / powerW);
    }
  }
  return quotient;
}

describe('bounds by cuts', () => {
  it('on the quotient are not exceeded by any work and set-point, and are close', () => {
    let closest = Infinity;
    for (let trial = 0; trial < fuzzCount(400); trial += 1) {
      const frame = randomFrame();
      const cut = randomCut(frame);
      const from = frame.existingPerS + uniform(0, 2);
      const to = from + uniform(0, 3);
      const found = best(frame, [cut], from, to);
      const bound = ratioBound(frame, cut, from, to);
      expect(bound, `trial ${trial}`).toBeGreaterThanOrEqual(found * (1 - 1e-12));
      closest = Math.min(closest, bound / found - 1);
      const other = randomCut(frame);
      const two = intervalBound(frame, cut, other, from, to, (frame.lowestC + frame.highestC) / 2);
      expect(two, `trial ${trial}`).toBeGreaterThanOrEqual(best(frame, [cut, other], from, to) * (1 - 1e-12));
      expect(two).toBeLessThanOrEqual(bound);
    }
    expect(closest).toBeLessThan(1e-3);
  });

  it('under a power limit are not exceeded either, neither in work nor in quotient', () => {
    let limited = 0;
    for (let trial = 0; trial < fuzzCount(400, 400); trial += 1) {
      const frame = randomFrame();
      const cut = randomCut(frame);
      const top = frame.existingPerS + uniform(0, 4);
      const least = frame.leastNodeW / factor.at(frame.highestC);
      const limitW = least * uniform(0.95, 1.8);
      const most = workBound(frame, cut, limitW);
      const found = best(frame, [cut], frame.existingPerS, top, limitW);
      const bound = boundByCut(frame, cut, top, limitW, -1);
      if (most < top) limited += 1;
      expect(bound, `trial ${trial}`).toBeGreaterThanOrEqual(found < 0 ? -1 : found * (1 - 1e-12));
      if (most < top && most > frame.existingPerS) {
        const beyond = best(frame, [cut], most * (1 + 1e-9), most * (1 + 1e-9) + 1, limitW);
        expect(beyond, `trial ${trial}`).toBe(-1);
      }
    }
    expect(limited).toBeGreaterThan(100);
  });

  it('of a mixture are better than those of either cut where these cross', () => {
    const frame = { ...randomFrame(), existingPerS: 1, leastNodeW: 1, leastWPerWork: 0, lowestC: 20, highestC: 20 };
    // One says much of little work, the other of much.
    const low: Cut = { constantW: 50, wattPerWork: 10, wattPerC: 0 };
    const high: Cut = { constantW: -100, wattPerWork: 60, wattPerC: 0 };
    const bound = intervalBound(frame, low, high, 1, 5, 20);
    // They cross at 3 tasks/s and 80 W.
    expect(bound / ((3 / 80) * factor.at(20))).toBeCloseTo(1, 9);
    expect(ratioBound(frame, low, 1, 5)).toBeGreaterThan(1.2 * bound);
    expect(ratioBound(frame, high, 1, 5)).toBeGreaterThan(1.2 * bound);
  });
});
