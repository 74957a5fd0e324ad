import { describe, expect, it } from 'vitest';
import type { GeoAllocation } from '../../../../../../models/problems/geo/allocation.js';
import { evaluateAllocation } from '../../../../../../models/problems/geo/evaluate.js';
import type { GeoInstance } from '../../../../../../models/problems/geo/instance.js';
import { geoPlanOf } from '../../../../../../models/problems/geo/plan-of.js';
import type { GeoProblem } from '../../../../../../models/problems/geo/problem.js';
import { withBestEnergy } from '../../../../../../src/families/geo/methods/finish/best-energy.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { geoCase, randomGeoInstance, type RandomGeoOptions } from '../../../../../support/geo.js';
import { relaxed } from '../bound/relaxed.js';

const OPTIONS: RandomGeoOptions = {
  cores: 1,
  pStates: 1,
  taskTypes: 1,
  nodeTypes: 1,
  centres: 2,
  epochs: 2,
  surplus: { rule: 'curtailed' },
};

/** Every other epoch pays for what is drawn. */
function paying(instance: GeoInstance): GeoInstance {
  return {
    ...instance,
    dataCentres: instance.dataCentres.map((centre) => ({
      ...centre,
      price: { source: 'series', usdPerKwh: instance.horizon.epochs === 2 ? [-0.08, 0.1] : [0.1] },
    })),
  };
}

/** The least cost over a grid of set-points, each cell for itself. */
function byGrid(problem: GeoProblem, allocation: GeoAllocation): number {
  let best = allocation;
  let leastUsd = evaluateAllocation(problem, allocation).costUsd;
  for (const cell of allocation.cells.keys()) {
    const { setPointMinC, setPointMaxC } = problem.centres[cell % problem.centres.length]!.thermal;
    for (let n = 0; n <= 200; n++) {
      const setPointC = setPointMinC + ((setPointMaxC - setPointMinC) * n) / 200;
      const cells = best.cells.map((one, c) => (c === cell ? { ...one, setPointC } : one));
      const tried = evaluateAllocation(problem, { ...best, cells });
      if (tried.violations.length > 0 || tried.costUsd >= leastUsd) continue;
      leastUsd = tried.costUsd;
      best = { ...best, cells };
    }
  }
  return leastUsd;
}

describe('set-points where energy earns money', () => {
  it.each<[string, number]>([
    ['without caps', 0],
    ['under power caps', 1],
  ])('cost no more than any on a grid, keep every limit and pass the bound: %s', async (_, powerCaps) => {
    let changed = 0;
    for (let seed = 0; seed < 25; seed++) {
      const { instance, series, matrices, problem } = geoCase(
        paying(randomGeoInstance(seed, { ...OPTIONS, powerCaps })),
      );
      const found = geoBruteForce(problem);
      if (found === null) continue;
      const colder = withBestEnergy(problem, found.allocation);
      const { costUsd, violations } = evaluateAllocation(problem, colder);
      expect(violations, `${seed}`).toEqual([]);
      const size = Math.max(1e-6, Math.abs(costUsd));
      expect(costUsd, `${seed}`).toBeLessThanOrEqual(byGrid(problem, found.allocation) + 1e-7 * size);
      if (costUsd < found.costUsd - 1e-6 * size) changed++;
      const plan = geoPlanOf(problem, colder, { method: 'test', claimedCostUsd: costUsd, sha256: '0'.repeat(64) });
      const judged = checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
      expect(judged.violations, `${seed}`).toEqual([]);
      expect(Math.abs(judged.costUsd - costUsd)).toBeLessThan(1e-9 * size);
      const { bound } = await relaxed(problem);
      expect(bound.costUsd, `${seed}`).toBeLessThanOrEqual(costUsd + 1e-9 * size);
    }
    expect(changed).toBeGreaterThan(5);
  });

  it('heed the carbon cap and the peaks of demand charges', () => {
    const capped = geoCase(paying({ ...randomGeoInstance(3, { ...OPTIONS, carbon: 'price' }) }));
    const found = geoBruteForce(capped.problem)!;
    const before = evaluateAllocation(capped.problem, found.allocation);
    const tight = { ...capped.problem, carbonCapKg: before.carbonKg + 1e-3 };
    const after = evaluateAllocation(tight, withBestEnergy(tight, found.allocation));
    expect(after.violations).toEqual([]);
    expect(after.carbonKg).toBeLessThanOrEqual(before.carbonKg + 1e-3);
    const centres = capped.problem.centres.map((centre) => ({
      ...centre,
      demandPeriods: [{ name: 'all', usdPerKw: 50, epochs: [0, 1] }],
    }));
    const charged = { ...capped.problem, centres };
    const bill = (allocation: GeoAllocation): number => evaluateAllocation(charged, allocation).costUsd;
    expect(bill(withBestEnergy(charged, found.allocation))).toBeLessThanOrEqual(bill(found.allocation));
    expect(evaluateAllocation(charged, withBestEnergy(charged, found.allocation)).demandUsd).toBeLessThanOrEqual(
      evaluateAllocation(charged, found.allocation).demandUsd * (1 + 1e-9),
    );
  });

  it('stay the hottest where energy costs money', () => {
    const { problem } = geoCase(randomGeoInstance(1, OPTIONS));
    const { allocation } = geoBruteForce(problem)!;
    expect(withBestEnergy(problem, allocation)).toBe(allocation);
  });
});
