import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import type { GeoEvaluation } from '../../../../../../models/families/geo/outcome.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import { evenSplit } from '../../../../../../src/families/geo/methods/gald/even-split.js';
import {
  GALD,
  galdCl,
  type GaldOptions,
  geneticDistribution,
} from '../../../../../../src/families/geo/methods/gald/gald.js';
import type { GeoMethodOutcome } from '../../../../../../src/families/geo/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { type GeoCase, randomGeoModel, type RandomGeoOptions, tinyGeo } from '../../../../../support/geo.js';
import { stopAfter } from '../../../../../support/stop-after.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Small enough for many runs. */
const SHORT: GaldOptions = {
  ...GALD,
  search: { ...GALD.search, populationSize: 10, mostGenerations: 15, advancesPerStep: 5 },
};

function solve(one: GeoCase, options = SHORT, control: RunControl = UNLIMITED, seed = 1): Promise<GeoMethodOutcome> {
  return geneticDistribution({ model: one.model, control, random: randomStream(seed, 'gald') }, options);
}

/** The checker's word on a plan; model and own estimate agree with it. */
function expectJudged({ instance, series, matrices, model }: GeoCase, outcome: GeoMethodOutcome): GeoEvaluation {
  const allocation = outcome.allocation!;
  const plan = geoPlanOf(model, allocation, { method: 'gald-cl', claimedCostUsd: 0, sha256: '0'.repeat(64) });
  const found = checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan);
  const known = evaluateAllocation(model, allocation);
  const scale = 1e-6 + Math.abs(known.energyUsd) + known.transitionUsd + known.demandUsd + known.carbonUsd;
  expect(Math.abs(found.costUsd - known.costUsd)).toBeLessThanOrEqual(1e-9 * scale);
  expect(Math.abs(outcome.figures['estimatedCostUsd']! - known.costUsd)).toBeLessThanOrEqual(1e-9 * scale);
  return found;
}

describe('the even split', () => {
  it('gives each of two equal centres half of what arrives, whatever its energy costs, in a plan that the checker takes', async () => {
    const one = tinyGeo('arbitrage');
    const outcome = await evenSplit({ model: one.model, control: UNLIMITED, random: randomStream(1, 'even') });
    const found = expectJudged(one, outcome);
    expect(found.violations).toEqual([]);
    // 0.25 tasks/s for each: one node with all four cores at 1 GHz, 3600 W, and one asleep, 200 W, in both epochs.
    const nodeKwh = found.cells.map((ofEpoch) => ofEpoch.map((cell) => Number(cell.nodeKwh.toFixed(9))));
    expect(nodeKwh).toEqual([
      [3.8, 3.8],
      [3.8, 3.8],
    ]);
    expect(found.costUsd).toBeGreaterThan(expectJudged(one, await solve(one)).costUsd);
  });

  it('ends when it is told to stop: without a plan before the last epoch, with all of it at the last', async () => {
    const { model } = tinyGeo('arbitrage');
    const outcomes = await Promise.all(
      [1, 2].map((steps) => evenSplit({ model, control: stopAfter(steps), random: randomStream(1, 'even') })),
    );
    expect(outcomes.map(({ stoppedEarly }) => stoppedEarly)).toEqual([true, false]);
    expect(outcomes[0]).toMatchObject({
      allocation: null,
      warnings: ['even-split: stopped after 1 of 2 epochs: there is no plan.'],
    });
    expect(outcomes[1]!.allocation).not.toBeNull();
  });
});

const CASES: readonly (readonly [string, RandomGeoOptions])[] = [
  ['as they come', { load: 0.15 }],
  ['little to do', { load: 0.03 }],
  ['much to do', { load: 0.5 }],
  ['power caps', { load: 0.1, powerCaps: 0.7 }],
  ['hot rooms', { load: 0.1, hot: true }],
  ['restricted task types', { load: 0.1, restricted: 0.8, centres: 3 }],
  ['a price of carbon', { load: 0.1, carbon: 'price' }],
  ['demand charges', { load: 0.1, prices: 'tariff', epochs: 4 }],
  ['one epoch', { load: 0.2, epochs: 1 }],
  ['one centre', { load: 0.2, centres: 1 }],
  ['two epochs round', { load: 0.2, epochs: 2, boundary: 'cyclic', powerCaps: 0.5 }],
];

describe('gald-cl', () => {
  it.each(CASES)('%s: the checker finds nothing wrong with its plans', async (_, options) => {
    let planned = 0;
    for (let seed = 1; seed <= fuzzCount(16, 16); seed++) {
      const one = randomGeoModel(seed, options);
      const outcome = await solve(one);
      if (outcome.allocation === null) {
        expect(outcome.warnings.join()).toMatch(/no distribution found for epoch \d/);
        continue;
      }
      planned++;
      expect(expectJudged(one, outcome).violations, `seed ${seed}`).toEqual([]);
      expect(outcome.warnings).toEqual([]);
    }
    expect(planned).toBeGreaterThan(7);
  });

  it('is never cheaper than the cheapest plan of whole cores, and comes near it', async () => {
    let [solved, near] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
      const one = randomGeoModel(seed, {
        centres: 1 + (seed % 2),
        nodeTypes: 1,
        nodesPerType: 2,
        cores: 2,
        pStates: 1 + (seed % 2),
        taskTypes: 1 + (seed % 2),
        epochs: 1 + (seed % 3),
        load: 0.12,
        hot: false,
      });
      const best = geoBruteForce(one.model);
      const outcome = await solve(one);
      if (best === null) {
        expect(outcome.allocation, `seed ${seed}`).toBeNull();
        continue;
      }
      if (outcome.allocation === null) continue;
      solved++;
      const { costUsd, violations } = expectJudged(one, outcome);
      expect(violations).toEqual([]);
      const scale = 1e-6 + Math.abs(best.costUsd);
      expect(costUsd, `seed ${seed}`).toBeGreaterThanOrEqual(best.costUsd - 1e-9 * scale);
      if (costUsd <= best.costUsd + 0.1 * scale) near++;
    }
    expect(solved).toBeGreaterThan(25);
    expect(near).toBeGreaterThan(15);
  });

  it.each(['one-epoch', 'arbitrage', 'colocation', 'restricted', 'surplus-curtailed', 'transition'])(
    'tiny-%s: feasible, and not below the known optimum',
    async (name) => {
      const one = tinyGeo(name);
      const { costUsd, violations } = expectJudged(one, await solve(one));
      const known = one.instance.knownOptimum!.costUsd;
      expect(violations).toEqual([]);
      expect(costUsd).toBeGreaterThanOrEqual(known - 1e-9 * Math.abs(known));
    },
  );

  it('sends work to the cheaper centre where only the price differs', async () => {
    const one = tinyGeo('arbitrage');
    const { costUsd } = expectJudged(one, await solve(one));
    expect(costUsd).toBeCloseTo(one.instance.knownOptimum!.costUsd, 6);
  });

  it('is the same for the same seed, step by step, and may differ for another', async () => {
    const one = randomGeoModel(4, { centres: 3, taskTypes: 3, epochs: 2, load: 0.2, nodesPerType: 4 });
    const runs = [1, 1, 2].map(async (seed) => {
      const control = stopAfter(6);
      const outcome = await solve(one, SHORT, control, seed);
      return JSON.stringify([outcome, control.incumbents]);
    });
    const [first, again, other] = await Promise.all(runs);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('stopped at once it still has a plan for every epoch', async () => {
    const one = randomGeoModel(7, { centres: 3, epochs: 4, load: 0.1, hot: false });
    const outcome = await solve(one, SHORT, stopAfter(1));
    expect(outcome.stoppedEarly).toBe(true);
    expect(outcome.work['searchedEpochs']).toBe(1);
    expect(expectJudged(one, outcome).violations).toEqual([]);
  });

  it('tells costs that only fall within an epoch, and ends with what it told or less', async () => {
    const one = randomGeoModel(11, { centres: 3, epochs: 1, load: 0.2, taskTypes: 3 });
    const control = stopAfter(Infinity);
    const outcome = await solve(one, SHORT, control);
    const told = control.incumbents.map(Number);
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual(told.toSorted((a, b) => b - a));
    expect(outcome.figures['estimatedCostUsd']).toBeCloseTo(told.at(-1)!, 9);
  });

  it('names epoch, task type and missing rate where arrivals are too many', async () => {
    const one = randomGeoModel(2, { load: 30, epochs: 2, taskTypes: 2 });
    const outcome = await solve(one);
    expect(outcome.allocation).toBeNull();
    const [warning] = outcome.warnings;
    expect(warning).toMatch(/^gald-cl: no distribution found for epoch 0\. Not served: [\d.e+]+ tasks\/s of /);
    expect(one.model.taskNames.some((name) => warning!.includes(name))).toBe(true);
  });

  it('takes faster P-states where the most efficient ones do not suffice', async () => {
    let hasty = 0;
    for (let seed = 1; seed <= fuzzCount(20, 20); seed++) {
      const one = randomGeoModel(seed, {
        load: 0.6,
        pStates: 3,
        taskTypes: 1,
        colocation: 'none',
        restricted: 0,
        hot: false,
      });
      // By Eq. 25, which leaves out idle power, the slow P-states are efficient.
      const outcome = await solve(one, { ...SHORT, reading: { power: 'cores', order: 'relative' } });
      if (outcome.allocation === null) continue;
      expect(expectJudged(one, outcome).violations).toEqual([]);
      if (outcome.figures['hastyEpochs']! > 0) hasty++;
    }
    expect(hasty).toBeGreaterThan(1);
  });

  it('has the engine work for it: the search beats the plan by rule', async () => {
    let better = 0;
    for (let seed = 1; seed <= fuzzCount(10, 10); seed++) {
      const one = randomGeoModel(seed, { centres: 3, taskTypes: 3, epochs: 2, load: 0.15, nodesPerType: 5 });
      const [ruled, searched] = [await solve(one, SHORT, stopAfter(1)), await solve(one)];
      if (ruled.allocation === null || searched.allocation === null) continue;
      if (searched.figures['estimatedCostUsd']! < ruled.figures['estimatedCostUsd']! - 1e-12) better++;
    }
    expect(better).toBeGreaterThan(4);
  });

  it('runs with the options of the registry', async () => {
    const one = tinyGeo('one-epoch');
    const outcome = await galdCl({ model: one.model, control: stopAfter(2), random: randomStream(1, 'gald') });
    expect(expectJudged(one, outcome).violations).toEqual([]);
  });
});
