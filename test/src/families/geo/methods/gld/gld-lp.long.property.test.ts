import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import { nodeLoad } from '../../../../../../models/families/geo/node-load.js';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import { gldLpMethod } from '../../../../../../src/families/geo/methods/gld/gld-lp.js';
import type { GeoBrokenLimit, GeoMethodOutcome } from '../../../../../../src/families/geo/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomGeoModel, type RandomGeoOptions, tinyGeo } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SEEDS = fuzzCount(20);

const solve = (model: GeoModel, control: RunControl = UNLIMITED): Promise<GeoMethodOutcome> =>
  gldLpMethod({ model, control, random: randomStream(1, 'gld') });

function expectSound(model: GeoModel, { allocation, certificate }: GeoMethodOutcome, about: string): number {
  const evaluation = evaluateAllocation(model, allocation!);
  expect(evaluation.violations, `case ${about}`).toEqual([]);
  expect(certificate!.costUsd, `case ${about}`).toBeLessThanOrEqual(
    evaluation.costUsd + 1e-9 * Math.abs(evaluation.costUsd),
  );
  if (certificate!.costByCupUsd !== null) {
    expect(certificate!.costByCupUsd, `case ${about}`).toBeLessThanOrEqual(
      evaluation.costByCupUsd + 1e-9 * Math.abs(evaluation.costByCupUsd),
    );
  }
  for (const load of allocation!.loads) {
    const again = nodeLoad(model, load.type, load.cores)!;
    expect(again.powerW).toBeCloseTo(load.powerW, 9);
    for (const [i, rate] of again.ratePerS.entries()) expect(rate).toBeCloseTo(load.ratePerS[i]!, 9);
  }
  return evaluation.costUsd;
}

describe('gld-lp', () => {
  it.each<readonly [string, RandomGeoOptions]>([
    ['anything', {}],
    ['power caps', { powerCaps: 1, load: 0.3 }],
    ['carbon price', { carbon: 'price' }],
    ['carbon cap', { carbon: 'cap' }],
    ['demand charges', { prices: 'tariff', epochs: 4 }],
    ['hot rooms', { hot: true }],
    ['restricted task types', { restricted: 1, centres: 3 }],
  ])('plans are feasible, rated rightly and never below the bound: %s', async (name, options) => {
    let plans = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const { model } = randomGeoModel(seed, options);
      const outcome = await solve(model);
      if (outcome.allocation === null) continue;
      expect(outcome.certificate!.infeasibility, `${name} ${seed}`).toBeUndefined();
      expectSound(model, outcome, `${name} ${seed}`);
      plans++;
    }
    expect(plans).toBeGreaterThan(name === 'carbon cap' || name === 'power caps' ? 0 : SEEDS / 2);
  });

  it('comes near the bound where nodes are many', async () => {
    for (let seed = 0; seed < 4; seed++) {
      const { model } = randomGeoModel(seed, { nodesPerType: 400, centres: 3, nodeTypes: 2, epochs: 4, hot: false });
      const outcome = await solve(model);
      const costUsd = expectSound(model, outcome, `many ${seed}`);
      const gap = (costUsd - outcome.certificate!.costUsd) / Math.abs(outcome.certificate!.costUsd);
      expect(gap, `seed ${seed}`).toBeLessThan(0.02);
    }
  });

  it('says what cannot be served, and by how much', async () => {
    const { model } = tinyGeo('one-epoch');
    const most = model.arrivalRatePerS.map((rate) => rate * 1000);
    const { allocation, certificate, figures } = await solve({ ...model, arrivalRatePerS: most });
    expect(allocation).toBeNull();
    // The LP's cost is a price of what is missing there.
    expect(figures).toEqual({});
    const { epoch, taskType, missingPerS } = certificate!.infeasibility as Required<GeoBrokenLimit>;
    expect(epoch).toBe(0);
    const arrival = most[model.taskNames.indexOf(taskType)]!;
    expect(missingPerS).toBeGreaterThan(0.9 * arrival);
    expect(missingPerS).toBeLessThanOrEqual(arrival);
  });

  it('repeats exactly, and ends early with a plan that is as sound', async () => {
    const { model, instance } = randomGeoModel(3, { nodesPerType: 40, centres: 2, epochs: 3, hot: false });
    const about = { method: 'gld-lp', claimedCostUsd: 0, sha256: '' };
    const full = await solve(model);
    const again = await solve(model);
    expect(JSON.stringify(geoPlanOf(model, again.allocation!, about))).toBe(
      JSON.stringify(geoPlanOf(model, full.allocation!, about)),
    );
    expect(again.certificate).toEqual(full.certificate);
    expect(instance.name).toBe('random-3');
    let plans = 0;
    for (const most of [1, 2, 5, 9]) {
      let steps = 0;
      const early = await solve(model, { step: () => Promise.resolve(++steps >= most) });
      expect(early.stoppedEarly).toBe(true);
      if (early.allocation === null) continue;
      expectSound(model, early, `after ${most}`);
      plans++;
    }
    expect(plans).toBeGreaterThan(0);
  });
});
