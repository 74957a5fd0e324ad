import { describe, expect, it } from 'vitest';
import { geoPlanOf } from '../../../../../../models/families/geo/plan-of.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { evaluateAllocation } from '../../../../../../models/families/geo/evaluate.js';
import { checkGeoPlan } from '../../../../../../src/families/geo/check/check-geo-plan.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import {
  fdldCl,
  fdldMethod,
  fdldSo,
  fdldTao,
  type FdldVariant,
  PRINTED_FDLD,
} from '../../../../../../src/families/geo/methods/fdld/fdld.js';
import type { GeoMethodOutcome } from '../../../../../../src/families/geo/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { geoCase, type GeoCase, randomGeoInstance, randomGeoModel, tinyGeo } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const VARIANTS: readonly FdldVariant[] = ['simple', 'task-aware', 'co-location'];
const input = (model: GeoModel, control: RunControl = UNLIMITED) => ({
  model,
  control,
  random: randomStream(1, 'fdld'),
});
const coarse = { ...PRINTED_FDLD, phiSteps: 50 };

/** Stops at the n-th step. */
function stopsAt(n: number): RunControl {
  let steps = 0;
  return { step: () => Promise.resolve(++steps >= n) };
}

function checked(
  { instance, series, matrices, model }: GeoCase,
  outcome: GeoMethodOutcome,
): ReturnType<typeof checkGeoPlan> {
  const about = { method: 'fdld', claimedCostUsd: 0, sha256: '0'.repeat(64) };
  return checkGeoPlan(instance, series, (room) => matrices.get(room)!, geoPlanOf(model, outcome.allocation!, about));
}

/** Everything a result could differ in. */
function bytes({ allocation, ...rest }: GeoMethodOutcome): string {
  const cells = allocation?.cells.map(({ setPointC, load, nodes }) => [setPointC, [...load], [...nodes]]);
  return JSON.stringify([rest, cells, allocation?.loads.map(({ type, cores }) => [type, cores])]);
}

describe('fdld', () => {
  it('gives plans in which the checker finds nothing but limits it warned of', async () => {
    const plans = { simple: 0, 'task-aware': 0, 'co-location': 0 };
    for (let seed = 1; seed <= fuzzCount(12, 12); seed++) {
      const one = randomGeoModel(seed, { load: 0.3, nodesPerType: 3, powerCaps: 0.3 });
      for (const variant of VARIANTS) {
        const outcome = await fdldMethod(input(one.model), variant, coarse);
        if (outcome.allocation === null) {
          expect(outcome.warnings[0]).toContain('all nodes running all task types');
          continue;
        }
        plans[variant]++;
        const { violations, costUsd } = checked(one, outcome);
        const kinds = [...new Set(violations.map(({ constraint }) => constraint))];
        expect(kinds).not.toContain('unservedRate');
        expect(kinds).not.toContain('allowedDataCentres');
        for (const kind of kinds) expect(outcome.warnings.join()).toContain(`breaks ${kind}`);
        for (const { message } of outcome.warnings.map((message) => ({ message }))) {
          if (message.includes('The plan breaks')) expect(kinds.some((kind) => message.includes(kind))).toBe(true);
        }
        const known = evaluateAllocation(one.model, outcome.allocation).costUsd;
        expect(Math.abs(costUsd - known)).toBeLessThan(1e-9 * (1 + Math.abs(known)));
      }
    }
    expect(Object.values(plans).every((count) => count >= 8)).toBe(true);
  });

  it('is never below the known optimum of an instance worked out by hand', async () => {
    let compared = 0;
    for (const name of ['arbitrage', 'colocation', 'one-epoch', 'restricted', 'surplus-curtailed', 'transition']) {
      const one = tinyGeo(name);
      for (const method of [fdldSo, fdldTao, fdldCl]) {
        const outcome = await method(input(one.model));
        if (outcome.allocation === null) continue;
        const { violations, costUsd } = checked(one, outcome);
        expect(
          violations.map(({ constraint }) => constraint),
          `tiny-${name}`,
        ).not.toContain('unservedRate');
        if (violations.length > 0) continue;
        expect(costUsd).toBeGreaterThan(one.instance.knownOptimum!.costUsd * (1 - 1e-9));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(8);
  });

  it('names epoch, task type and missing rate where all nodes running all task types do not suffice', async () => {
    const base = randomGeoInstance(5, { epochs: 3, taskTypes: 2, load: 0.3, restricted: 0 });
    const [first, second] = base.taskTypes;
    const rates = [...(first!.arrivalRatePerS as number[])];
    rates[2] = 1e6;
    const { model } = geoCase({ ...base, taskTypes: [{ ...first!, arrivalRatePerS: rates }, second!] });
    for (const method of [fdldSo, fdldTao, fdldCl]) {
      const outcome = await method(input(model));
      expect(outcome.allocation).toBeNull();
      expect(outcome.warnings.join()).toMatch(
        /epochs\[2\] misses 9\.99\d*e?\+?\d* tasks\/s of "k0"|epochs\[2\] misses 1000000 tasks\/s of "k0"/,
      );
      expect(outcome.stoppedEarly).toBe(false);
    }
  });

  it('returns a plan that serves everything wherever it is stopped, the same each time', async () => {
    const one = randomGeoModel(8, {
      load: 0.3,
      nodesPerType: 6,
      epochs: 3,
      centres: 3,
      taskTypes: 3,
      colocation: 'anchored',
    });
    for (const variant of VARIANTS) {
      const full = await fdldMethod(input(one.model), variant, coarse);
      const work = full.work['runs']!;
      for (const n of [1, 2, Math.ceil(work / 2)].filter((step) => variant !== 'co-location' && step < work)) {
        const outcome = await fdldMethod(input(one.model, stopsAt(n)), variant, coarse);
        expect(outcome.stoppedEarly).toBe(true);
        expect(outcome.warnings.join()).toContain('Stopped before');
        expect(checked(one, outcome).violations.map(({ constraint }) => constraint)).not.toContain('unservedRate');
        expect(bytes(await fdldMethod(input(one.model, stopsAt(n)), variant, coarse))).toBe(bytes(outcome));
      }
      expect(bytes(await fdldMethod(input(one.model), variant, coarse))).toBe(bytes(full));
    }
  });

  it('can be stopped in the middle of a run', async () => {
    const one = randomGeoModel(8, {
      load: 0.2,
      nodesPerType: 1000,
      epochs: 2,
      centres: 2,
      taskTypes: 4,
      restricted: 0,
      hot: false,
    });
    const ended = await fdldCl(input(one.model));
    const stopped = await fdldCl(input(one.model, stopsAt(1)));
    expect(stopped.figures['removals']).toBe(10_000);
    expect(ended.figures['removals']).toBeGreaterThan(15_000);
    expect(stopped.stoppedEarly).toBe(true);
    expect(checked(one, stopped).violations).toEqual([]);
    expect(stopped.figures['estimatedCostUsd']).toBeGreaterThan(ended.figures['estimatedCostUsd']!);
  });

  it('reports what it calibrated and believes', async () => {
    const { model } = randomGeoModel(4, {
      colocation: 'anchored',
      nodesPerType: 5,
      cores: 3,
      load: 0.3,
      taskTypes: 2,
      restricted: 0,
    });
    const so = await fdldSo(input(model));
    const tao = await fdldTao(input(model));
    const cl = await fdldCl(input(model));
    expect(Object.keys(so.figures)).toEqual(['phiC', 'removals', 'estimatedCostUsd', 'leastServedOverArrivals']);
    expect(Object.keys(tao.figures).slice(0, 2)).toEqual(['phiC k0', 'phiC k1']);
    expect(Object.keys(cl.figures)).toEqual(['removals', 'estimatedCostUsd', 'leastServedOverArrivals']);
    for (const { figures } of [so, tao, cl]) expect(figures['leastServedOverArrivals']).toBeGreaterThan(1 - 1e-9);
  });

  it('states no figure that is no number where nothing arrives', async () => {
    const { model } = randomGeoModel(4, { taskTypes: 2, restricted: 0 });
    const arrivalRatePerS = model.arrivalRatePerS.map(() => 0);
    for (const method of [fdldSo, fdldTao, fdldCl]) {
      const { figures } = await method(input({ ...model, arrivalRatePerS }));
      expect(Object.values(figures).every(Number.isFinite)).toBe(true);
      expect(Object.keys(figures)).not.toContain('leastServedOverArrivals');
    }
  });

  it('rates many task types on few cores', async () => {
    const one = randomGeoModel(2, {
      taskTypes: 23,
      nodeTypes: 1,
      cores: 4,
      centres: 1,
      epochs: 1,
      nodesPerType: 1,
      incompatible: 0,
      load: 0.05,
      restricted: 0,
      hot: false,
    });
    const outcome = await fdldSo(input(one.model));
    expect(outcome.warnings).toEqual([]);
    expect(checked(one, outcome).violations).toEqual([]);
  });

  it('refuses early where a node could not be rated exactly', async () => {
    const base = randomGeoInstance(2, {
      taskTypes: 20,
      nodeTypes: 1,
      cores: 12,
      incompatible: 0,
      load: 0.05,
      restricted: 0,
    });
    const { model } = geoCase(base);
    const outcome = await fdldSo(input(model));
    expect(outcome.allocation).toBeNull();
    expect(outcome.warnings.join()).toContain('54,627,300 joint states');
    expect(outcome.warnings.join()).toContain('at most 15 task types');
    expect(outcome.work['runs']).toBe(0);
  });
});
