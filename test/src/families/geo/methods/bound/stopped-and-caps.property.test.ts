import { expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { relax } from '../../../../../../src/families/geo/methods/bound/relaxation.js';
import { geoBound } from '../../../../../../src/families/geo/methods/bound/bound.js';
import { geoBruteForce } from '../../../../../oracle/geo-brute-force.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { stopAfter } from '../../../../../support/stop-after.js';
import { engine } from './relaxed.js';

const TINY: RandomGeoOptions = {
  centres: 2,
  nodeTypes: 1,
  nodesPerType: 2,
  cores: 1,
  pStates: 2,
  taskTypes: 1,
  epochs: 2,
  renewables: 0,
  restricted: 0,
  hot: false,
};

const withCaps = (model: GeoModel, capW: (d: number) => number): GeoModel => ({
  ...model,
  centres: model.centres.map((centre, d) => ({ ...centre, powerCapW: capW(d) })),
});

it('a bound stopped at once is at least 0 where nothing can earn money, and below every plan', async () => {
  let judged = 0;
  for (let seed = 0; seed < 4; seed++) {
    const { model } = randomGeoModel(seed, TINY);
    const { costUsd } = await geoBound({ model, control: stopAfter(1) });
    const best = geoBruteForce(model);
    expect(costUsd, `seed ${seed}`).toBeGreaterThanOrEqual(0);
    if (best === null) continue;
    expect(costUsd, `seed ${seed}`).toBeLessThanOrEqual(best.costUsd * (1 + 1e-9));
    judged++;
  }
  expect(judged).toBeGreaterThan(1);
});

it('a cap below what sleeping nodes draw is proven to be broken, a cap just kept is not', async () => {
  const { model } = randomGeoModel(1, { ...TINY, load: 0.2 });
  const nobody = { ...model, arrivalRatePerS: model.arrivalRatePerS.map(() => 0) };
  const asleep = evaluateAllocation(nobody, geoBruteForce(nobody)!.allocation);
  const asleepW = (d: number): number => asleep.cells[0]![d]!.powerW;
  for (const control of [UNLIMITED, stopAfter(1)]) {
    const kept = await geoBound({ model: withCaps(nobody, asleepW), control });
    expect(kept.infeasibility).toBeUndefined();
    const { infeasibility } = await geoBound({
      model: withCaps(model, (d) => (d === 1 ? 0.9 * asleepW(d) : Infinity)),
      control,
    });
    expect(infeasibility).toMatchObject({ constraint: 'powerCap', where: 'centre1', others: [] });
    expect(infeasibility?.message).toContain('centre1 cannot keep its power cap');
  }
});

it('a cap that a plan passes by no more than the checker tolerates is not proven to be broken', async () => {
  for (const seed of [1, 2]) {
    const { model } = randomGeoModel(seed, { ...TINY, nodesPerType: 1, load: 1, pStates: 1 });
    const { allocation } = geoBruteForce(model)!;
    // All that this plan serves is asked for: no other draws less.
    const arrivalRatePerS = model.arrivalRatePerS.map((_, t) =>
      allocation.cells
        .slice(2 * t, 2 * t + 2)
        .flatMap(({ load, nodes }) => [...load].map((l, n) => nodes[n]! * allocation.loads[l]!.ratePerS[0]!))
        .reduce((sum, rate) => sum + rate, 0),
    );
    const { cells } = evaluateAllocation(model, allocation);
    const mostW = (d: number): number => Math.max(...cells.map((row) => row[d]!.powerW));
    const capped = withCaps({ ...model, arrivalRatePerS }, (d) => mostW(d) - 9e-4);
    const { costUsd, violations } = evaluateAllocation(capped, allocation);
    expect(violations).toEqual([]);
    const { costUsd: boundUsd, infeasibility } = await geoBound({ model: capped, control: UNLIMITED });
    expect(infeasibility, `seed ${seed}`).toBeUndefined();
    expect(boundUsd, `seed ${seed}`).toBeLessThanOrEqual(costUsd * (1 + 1e-9));
  }
});

it.each([0, Infinity])(
  'a control that throws leaves LPs open, with at most %d rows of one LP',
  async (mostHorizonRows) => {
    const { model: compiled } = randomGeoModel(1, { ...TINY, load: 0.3 });
    for (let last = 1; last < 12; last++) {
      let open = 0;
      let steps = 0;
      const counted: typeof engine = {
        ...engine,
        open: (model) => {
          const session = engine.open(model);
          open++;
          return Object.assign(Object.create(session) as typeof session, {
            dispose: () => {
              open--;
              session.dispose();
            },
          });
        },
      };
      const control = {
        step: () => (++steps === last ? Promise.reject(new Error('interrupted')) : Promise.resolve(false)),
      };
      const options = { engine: counted, control, forPlan: true, mostHorizonRows };
      await relax(boundContext(compiled, 'room'), options).catch(() => undefined);
      expect([last, open]).toEqual([last, 0]);
    }
  },
);
