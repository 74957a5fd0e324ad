import { describe, expect, it } from 'vitest';
import { malleableRelaxation } from '../../../../../../src/families/jobs/methods/bound/malleable.js';
import { energyForValue, valueAtEnergy } from '../../../../../../src/families/jobs/methods/bound/month-bound.js';
import { monthWork } from '../../../../../../src/families/jobs/methods/bound/month-work.js';
import { proveFrontier } from '../../../../../../src/families/jobs/methods/bound/prove-frontier.js';
import { proveMonth } from '../../../../../../src/families/jobs/methods/bound/prove-months.js';
import { rigidRelaxation } from '../../../../../../src/families/jobs/methods/bound/rigid.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { bestMalleable, bestRigid } from '../../../../../oracle/month-brute-force.js';
import { drawnMonth } from '../../../../../support/drawn-months.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { bare, shortMonth } from '../../../../../support/jobs-months.js';
import { randomPrices } from '../../../../../support/month-prices.js';
import { stopAfter } from '../../../../../support/stop-after.js';
import { tinyMonth } from '../../../../../support/tiny-months.js';

describe('bounds on tiny months whose every schedule is tried', () => {
  it('are above the best one, at the prices found and at random ones, and the malleable one is never below the rigid', async () => {
    const sums = { rigid: 0, bestRigid: 0, malleable: 0, bestMalleable: 0 };
    let moving = 0;
    const months = fuzzCount(1000);
    for (let n = 0; n < months; n++) {
      const jobs = n % 10 < 7 ? 2 : 3;
      const { month, points, perJ, oracle } = tinyMonth(randomStream(n, 'crowded'), jobs, jobs === 2 ? 7 : 4);
      const best = bestRigid(oracle);
      const most = Math.max(best, bestMalleable({ ...oracle, steps: Math.min(5, oracle.steps) }));
      const { rigid, malleable } = await proveMonth(month, points, stopAfter(170), { perJ, slots: 10 });
      expect(rigid.bound, `month ${n}`).toBeGreaterThanOrEqual(best);
      expect(malleable.bound, `month ${n}`).toBeGreaterThanOrEqual(most);
      expect(malleable.bound, `month ${n}`).toBeGreaterThanOrEqual(rigid.bound);
      const work = monthWork(month, points, perJ, 9);
      const prices = randomPrices(n, month.nodeTypes.length, 9);
      const atRandom = rigidRelaxation(work)(prices).bound;
      expect(atRandom, `month ${n}`).toBeGreaterThanOrEqual(best);
      const movingAtRandom = malleableRelaxation(work)(prices).bound;
      expect(movingAtRandom, `month ${n}`).toBeGreaterThanOrEqual(Math.max(most, atRandom * (1 - 1e-12)));
      sums.rigid += rigid.bound;
      sums.bestRigid += best;
      sums.malleable += malleable.bound;
      sums.bestMalleable += most;
      if (most > best + 1e-9) moving++;
    }
    // Bounds that say something, and months in which moving pays.
    expect(sums.bestRigid / sums.rigid).toBeGreaterThan(0.85);
    expect(sums.bestMalleable / sums.malleable).toBeGreaterThan(0.8);
    expect(moving).toBeGreaterThan(months / 30);
  });
});

describe('bounds on months in which nothing can be earned', () => {
  it('are 0, without an allowance for rounding', async () => {
    // A run takes 10 s, and the job is worth nothing from 8 s on.
    const month = shortMonth([[1]], 1, [{ atS: 3, curve: [5, 4, 8] }]);
    const { rigid, malleable } = await proveMonth(month, [[[bare(1, 10, 40)]]], UNLIMITED);
    expect([rigid.bound, malleable.bound]).toEqual([0, 0]);
  });
});

describe('the frontier of value against energy', () => {
  it('has every simulated month and every tiny best one under it, and prices of energy from the jobs', async () => {
    let [above, months] = [0, 0];
    for (let n = 0; n < fuzzCount(40); n++) {
      const { month, tables, policy } = drawnMonth(randomStream(n, 'tiny months'));
      const frontier = await proveFrontier(month, tables, UNLIMITED);
      const { value, energyJ } = simulateMonth(month, tables, policy).ledger;
      expect(value, `month ${n}`).toBeLessThanOrEqual(valueAtEnergy(frontier, energyJ));
      expect(energyForValue(frontier, value), `month ${n}`).toBeLessThanOrEqual(energyJ * (1 + 1e-9));
      const prices = frontier.bounds.map(({ perJ }) => perJ);
      expect(prices[0]).toBe(0);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      // A bound falls as energy becomes dearer: no schedule is helped by it.
      const bounds = frontier.bounds.map(({ bound }) => bound);
      for (const [rung, bound] of bounds.entries())
        expect(bound).toBeLessThanOrEqual(1.05 * bounds[Math.max(0, rung - 1)]!);
      months++;
      if (valueAtEnergy(frontier, energyJ / 2) < bounds[0]! * 0.9) above++;
    }
    // With half the energy less can be earned, and the frontier says so.
    expect(above).toBeGreaterThan(months / 3);
    for (let n = 0; n < fuzzCount(40); n++) {
      const { month, points, oracle } = tinyMonth(randomStream(n, 'crowded'), 2, 7);
      const { bounds } = await proveFrontier(month, points, stopAfter(330));
      for (const { perJ, bound } of bounds)
        expect(bound, `month ${n}, ${perJ}`).toBeGreaterThanOrEqual(bestRigid({ ...oracle, perJ }));
    }
  });
});

describe('bounds on simulated months', () => {
  it('are above value - priced energy of every policy: the rigid one of jobs that stay, the malleable one of all', async () => {
    const totals = { earned: 0, bound: 0 };
    for (let n = 0; n < fuzzCount(300); n++) {
      const { month, tables, policy } = drawnMonth(randomStream(n, 'tiny months'));
      const perJ = n % 3 === 0 ? 0 : 0.02 * (n % 5);
      const { ledger } = simulateMonth(month, tables, policy);
      const { rigid, malleable } = await proveMonth(month, tables, stopAfter(60), { perJ, slots: 24 });
      const earned = ledger.value - perJ * ledger.energyJ;
      expect(malleable.bound, `month ${n}`).toBeGreaterThanOrEqual(earned);
      if (ledger.moves === 0) expect(rigid.bound, `month ${n}`).toBeGreaterThanOrEqual(earned);
      if (perJ > 0) continue;
      totals.earned += ledger.value;
      totals.bound += malleable.bound;
    }
    expect(totals.earned / totals.bound).toBeGreaterThan(0.7);
  });
});
