import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { galdCl } from '../../../../../../src/families/geo/methods/gald/gald.js';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import type { GeoMethodOutcome } from '../../../../../../src/families/geo/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { type GeoCase, geoCase, randomGeoModel, tinyGeo } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const solve = ({ model }: GeoCase): Promise<GeoMethodOutcome> =>
  gldLpMethod({ model, control: UNLIMITED, random: randomStream(1, 'gld') });

/** By the checker, USD; Infinity for a plan that breaks a limit. */
function checkedUsd({ instance, series, matrices, model }: GeoCase, { allocation }: GeoMethodOutcome): number {
  if (allocation === null) return Infinity;
  const about = { method: 'gld-lp', claimedCostUsd: 0, sha256: '0'.repeat(64) };
  const plan = geoPlanOf(model, allocation, about);
  const { costUsd, violations } = checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
  expect(costUsd).toBeCloseTo(evaluateAllocation(model, allocation).costUsd, 9);
  return violations.length === 0 ? costUsd : Infinity;
}

function withCores(name: string, cores: number): GeoCase {
  const { instance } = tinyGeo(name);
  return geoCase({ ...instance, nodeTypes: instance.nodeTypes.map((type) => ({ ...type, cores })) });
}

// At 1 GHz a task takes 16 s and 400 W, 6.4 kJ; a node awake draws 2 kW besides, one asleep 0.2 kW; 1.1 x 1.25 = 1.375 at the meter.
describe('one node of many cores does it all, hardly filled', () => {
  it.each([16, 64, 256, 1024])('%i cores: at 1 GHz in the cleaner place', async (cores) => {
    // 0.5 tasks/s in the east at 0.125 USD/kWh with carbon: 3.2 + 2 + 0.2 kW; two asleep in the west at 0.14.
    const optimumUsd = 1.375 * ((3.2 + 2 + 0.2) * 0.125 + 0.4 * 0.14);
    const one = withCores('carbon', cores);
    const outcome = await solve(one);
    expect(checkedUsd(one, outcome)).toBeCloseTo(optimumUsd, 8);
    expect(outcome.certificate!.costUsd).toBeLessThanOrEqual(optimumUsd);
  });

  it.each([64, 1024])('%i cores: 0.6 tasks/s on one of three nodes', async (cores) => {
    const one = withCores('one-epoch', cores);
    expect(checkedUsd(one, await solve(one))).toBeCloseTo(1.375 * 0.1 * (0.6 * 6.4 + 2 + 2 * 0.2), 8);
  });

  it.each([64, 1024])('%i cores: the same node awake for three hours', async (cores) => {
    const one = withCores('transition', cores);
    expect(checkedUsd(one, await solve(one))).toBeCloseTo(1.375 * 0.1 * (1.2 * 6.4 + 3 * 2.2), 8);
  });
});

describe('gld-lp where nodes have many cores', () => {
  it('costs no more than gald-cl where nothing interferes, and cores share their time', async () => {
    let compared = 0;
    let shared = 0;
    for (let seed = 0; seed < fuzzCount(8, 8); seed++) {
      for (const cores of [16, 48]) {
        const options = { cores, colocation: 'none', centres: 2, taskTypes: 2, epochs: 2, load: 0.15 } as const;
        const one = randomGeoModel(seed, options);
        const outcome = await solve(one);
        const own = checkedUsd(one, outcome);
        const gald = await galdCl({ model: one.model, control: UNLIMITED, random: randomStream(1, 'geo method') });
        const other = checkedUsd(one, gald);
        expect(outcome.certificate!.costUsd, `case ${seed}, ${cores} cores`).toBeLessThanOrEqual(own);
        if (other === Infinity) continue;
        // Plans of whole cores are kept where sharing saves less than this.
        expect(own, `case ${seed}, ${cores} cores`).toBeLessThanOrEqual(other + 1e-3 * Math.abs(other) + 1e-9);
        compared++;
        const fractions = outcome.allocation!.loads.flatMap(({ cores: shares }) =>
          shares.flatMap(({ slices }) => slices.map(({ fraction }) => fraction)),
        );
        if (fractions.some((fraction) => fraction < 1)) shared++;
      }
    }
    expect(compared).toBeGreaterThan(8);
    expect(shared).toBeGreaterThan(2);
  });
});
