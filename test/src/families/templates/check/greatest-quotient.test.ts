import { describe, expect, it } from 'vitest';
import { greatestQuotient, type PowerLine } from '../../../../../src/families/templates/check/greatest-quotient.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** Points on each side of the grid that is searched by brute force. */
const STEPS = 120;

describe('the greatest quotient that lines allow', () => {
  it('is exceeded nowhere on a fine grid of works and set-points, and is close to the best there', () => {
    let limited = 0;
    let bent = 0;
    let apart = 0;
    for (let seed = 1; seed <= fuzzCount(300); seed += 1) {
      const { uniform, integer } = randomStream(seed, 'lines');
      const cooling =
        uniform() < 0.5
          ? { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 }
          : { quadraticPerC2: uniform(-0.002, 0.01), linearPerC: uniform(0.15, 0.3), constant: uniform(0.2, 2) };
      const share = (setPointC: number): number => {
        const cop = cooling.quadraticPerC2 * setPointC ** 2 + cooling.linearPerC * setPointC + cooling.constant;
        return cop / (1 + cop);
      };
      const coolestC = uniform(2, 15);
      const warmestC = coolestC + uniform(0.1, 15);
      const leastPerS = uniform(0, 5);
      const mostPerS = leastPerS + uniform(0.1, 20);
      const lines = Array.from({ length: integer(1, 3) }, (): PowerLine => {
        const slopeW = uniform(0, 150);
        // Power at the middle of the range between 500 and 3,000 W, also where the line is below 0 without work.
        const perWork = uniform(20, 300);
        const middleW = uniform(500, 3000);
        const ofRest = perWork * ((leastPerS + mostPerS) / 2) + (slopeW * (coolestC + warmestC)) / 2;
        return { constantW: middleW - ofRest, wattPerWork: perWork, wattPerC: slopeW };
      });
      const limitW = uniform(500, 9000);
      const range = { leastPerS, mostPerS, coolestC, warmestC, limitW, cooling, enough: 0 };
      const bound = greatestQuotient(lines, range);
      let best = -Infinity;
      let isLimited = false;
      for (let t = 0; t <= STEPS; t += 1) {
        const setPointC = coolestC + ((warmestC - coolestC) * t) / STEPS;
        for (let m = 0; m <= STEPS; m += 1) {
          const workPerS = leastPerS + ((mostPerS - leastPerS) * m) / STEPS;
          const nodeW = Math.max(
            ...lines.map((line) => line.constantW + line.wattPerWork * workPerS + line.wattPerC * setPointC),
          );
          if (nodeW <= 0) best = Infinity;
          else if (nodeW / share(setPointC) > limitW) isLimited = true;
          else best = Math.max(best, (workPerS * share(setPointC)) / nodeW);
        }
      }
      expect(best).toBeLessThanOrEqual(bound * (1 + 1e-12));
      if (isLimited) limited += 1;
      if (coolestC < 8) bent += 1;
      if (bound > best * 1.03) apart += 1;
    }
    expect(Math.min(limited, bent)).toBeGreaterThan(fuzzCount(300) / 10);
    // Lines that fall to 0 within the range, and tips of what the limit allows, which a grid misses.
    expect(apart).toBeLessThan(fuzzCount(300) / 3);
  });

  it('of one line without a limit is that of the formula: h constant, all work', () => {
    const line = { constantW: 100, wattPerWork: 10, wattPerC: 5 };
    const cooling = { quadraticPerC2: 0, linearPerC: 0, constant: 4 };
    const range = { leastPerS: 0, mostPerS: 20, coolestC: 10, warmestC: 30, limitW: Infinity, cooling, enough: 0 };
    // At 10 C: 20 x 0.8 / (100 + 200 + 50).
    expect(greatestQuotient([line], { ...range, limitW: 1e9 })).toBeCloseTo(16 / 350, 9);
    // 300 W in all are 240 W of nodes: 9 tasks/s.
    expect(greatestQuotient([line], { ...range, limitW: 300 })).toBeCloseTo(9 / 300, 9);
    expect(greatestQuotient([line], { ...range, limitW: 100 })).toBeLessThan(0);
    expect(greatestQuotient([], range)).toBe(Infinity);
  });
});
