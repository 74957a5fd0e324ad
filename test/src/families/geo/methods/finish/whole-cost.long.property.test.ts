import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import type { GeoEvaluation } from '../../../../../../models/families/geo/outcome.js';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { boundContext } from '../../../../../../src/families/geo/methods/bound/context.js';
import { proveInfeasible } from '../../../../../../src/families/geo/methods/bound/infeasibility.js';
import { finishedAllocation } from '../../../../../../src/families/geo/methods/finish/finished.js';
import { geoMethodNamed } from '../../../../../../src/families/geo/methods/registry.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { fullLpUsd } from '../bound/full-lp.js';
import { engine, relaxed } from '../bound/relaxed.js';
import { capped, drawnCase, type GeoCase } from './drawn-case.js';

async function planOf(one: GeoCase, method: string): Promise<GeoEvaluation | null> {
  const { model, instance, series, matrixOfRoom } = one;
  const random = randomStream(1, 'test');
  const { allocation: found } = await geoMethodNamed(method)!.solve({ model, control: UNLIMITED, random });
  if (found === null) return null;
  const allocation = finishedAllocation(model, found);
  const known = evaluateAllocation(model, allocation);
  const plan = geoPlanOf(model, allocation, { method, claimedCostUsd: known.costUsd, sha256: '0'.repeat(64) });
  const judged = checkGeoPlan(instance, series, matrixOfRoom, plan);
  const names = (list: typeof known.violations): string[] =>
    list.map(({ constraint, where }) => `${constraint} ${where}`).sort();
  expect(names(judged.violations), `${instance.name} ${method}`).toEqual(names(known.violations));
  expect(names(known.violations).filter((name) => !/^(carbonCap|redLine|setPointRange)/.test(name))).toEqual([]);
  expect(Math.abs(judged.costUsd - known.costUsd)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(known.costUsd)));
  return known.violations.length === 0 ? known : null;
}

interface Seen {
  compared: number;
  /** Plans in which energy is bought while there is sun or wind to use. */
  throttled: number;
  /** Plans hardly dearer than the best of all. */
  near: number;
}

/** Bound <= best plan of all <= plans of methods. */
async function compare(one: GeoCase, about: string, seen: Seen): Promise<number | null> {
  const { model } = one;
  const exactUsd = fullLpUsd(model, true);
  const found = await relaxed(model);
  const kilowatts = model.centres.reduce(
    (sum, { demandPeriods: list }) => list.reduce((usd, { usdPerKw }) => usd + usdPerKw, sum),
    0,
  );
  const size = 1e-3 + Math.abs(exactUsd ?? 0) + kilowatts;
  if (exactUsd === null) return null;
  expect(found.bound.costUsd, about).toBeLessThanOrEqual(exactUsd + 1e-6 * size);
  expect(await proveInfeasible(boundContext(model, 'room'), found, { engine, control: UNLIMITED }), about).toBeNull();
  let carbonKg: number | null = null;
  for (const method of ['gld-lp', 'fdld-cl', 'gald-cl']) {
    const plan = await planOf(one, method);
    if (plan === null) continue;
    expect(plan.costUsd, `${about} ${method}`).toBeGreaterThanOrEqual(exactUsd - 1e-6 * size);
    if (method !== 'gld-lp') continue;
    ({ carbonKg } = plan);
    seen.compared++;
    if (plan.cells.flat().some((cell) => cell.surplusKwh > 1e-6 && cell.gridKwh - cell.transitionKwh > 1e-6))
      seen.throttled++;
    if (plan.costUsd <= exactUsd + 2e-2 * size) seen.near++;
  }
  return carbonKg;
}

describe('with prices below 0, no bound is above the best plan of all and no plan below it', () => {
  it.each(['printed', 'curtailed', 'feed-in'] as const)('%s', async (rule) => {
    const seen: Seen = { compared: 0, throttled: 0, near: 0 };
    const count = fuzzCount(60, 9);
    for (let seed = 0; seed < count; seed++) {
      const carbon = (['none', 'price', 'cap'] as const)[seed % 3]!;
      const one = drawnCase(seed, rule, carbon);
      const free = capped(one, Infinity);
      const kg = await compare(carbon === 'cap' ? free : one, `${rule} ${seed}`, seen);
      if (carbon === 'cap' && kg !== null && kg > 0) {
        const share = randomStream(seed, 'cap').uniform(0.2, 1);
        await compare(capped(one, share * kg), `${rule} ${seed} capped`, seen);
      }
    }
    expect(seen.compared).toBeGreaterThan(count / 2);
    expect(seen.near / seen.compared).toBeGreaterThan(0.8);
    expect(seen.throttled > 0).toBe(rule !== 'printed');
  });
});
