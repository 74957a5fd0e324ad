import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../models/families/robust/evaluate.js';
import { CoreLoads, createMeasures, zValue } from '../../../../models/families/robust/loads.js';
import type { Mapping } from '../../../../models/families/robust/mapping.js';
import { meanTimeS, timeVarianceS2 } from '../../../../models/families/robust/model.js';
import { randomStream } from '../../../../src/random/stream.js';
import { randomMapping } from './random-mapping.js';
import { bruteForce, randomRobustModel, robustCase, tinyRobust } from '../../../support/robust.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** t1 and t4 on fast core 0 (t4 in P-state 1), t2 on fast core 1, t3 on the slow node in P-state 1. */
const MAPPING: Mapping = { core: Int32Array.of(0, 1, 2, 0), pState: Uint8Array.of(0, 0, 1, 1) };

describe('the compiled problem', () => {
  it('static power is what is idle but no overhead, by core; groups are unrolled', () => {
    const { model } = tinyRobust({
      facility: {
        nodes: [
          { name: 'fast', nodeType: 'F', count: 2 },
          { name: 'slow', nodeType: 'S' },
        ],
      },
    });
    expect(model.nodes.map(({ name, firstCore, cores }) => [name, firstCore, cores])).toEqual([
      ['fast-1', 0, 2],
      ['fast-2', 2, 2],
      ['slow', 4, 1],
    ]);
    expect(model.nodes.map(({ staticW }) => staticW)).toEqual([10, 10, 3]);
    expect([...model.nodes[0]!.powerW]).toEqual([50, 28, 20]);
    expect([...model.nodeOfCore]).toEqual([0, 0, 1, 1, 2]);
    expect(model.energyZ).toBeCloseTo(1.2815515655446004, 15);
  });

  it('mean times scale with the share of the slowdown, variances with its square', () => {
    const { model } = tinyRobust();
    const [fast, slow] = model.nodes;
    // Compute-bound at half the frequency; a quarter of (3/2 - 1) for the other.
    expect(meanTimeS(model, fast!, 0, 2)).toBe(200);
    expect(timeVarianceS2(model, fast!, 0, 2)).toBe(1600);
    expect(meanTimeS(model, fast!, 3, 1)).toBe(67.5);
    expect(timeVarianceS2(model, fast!, 3, 1)).toBe(100 * 1.125 ** 2);
    expect(meanTimeS(model, slow!, 3, 0)).toBe(Infinity);
    expect(timeVarianceS2(model, slow!, 3, 0)).toBe(0);
  });
});

describe('Eqs. 2-10 by hand', () => {
  // t3 takes 150 s (1 + 0.25) = 187.5 s on the slow node at half the frequency; its variance 900 x 1.5625 = 1406.25 s2.
  const energyMeanJ = 100 * 50 + 67.5 * 28 + 80 * 50 + 187.5 * 7 + 30 * 167.5 + 5 * 187.5;

  it.each(['printed', 'correlated'] as const)('%s', (energyVariance) => {
    const { model } = tinyRobust({ energyVariance });
    const square = (dynamic: number, fixed: number): number =>
      energyVariance === 'printed' ? dynamic ** 2 + fixed ** 2 : (dynamic + fixed) ** 2;
    const energyVarianceJ2 =
      400 * square(40, 10) +
      126.5625 * square(18, 10) +
      256 * square(40, 10) +
      1406.25 * square(4, 3) +
      900 * 526.5625 +
      25 * 1406.25;
    const found = evaluateMapping(model, MAPPING);
    expect(found.makespanZ).toBeCloseTo((220 - 187.5) / Math.sqrt(1406.25), 14);
    expect(found.leastCore).toBe(2);
    expect(found.energyMeanJ).toBe(energyMeanJ);
    expect(found.energyVarianceJ2).toBeCloseTo(energyVarianceJ2, 8);
    expect(found.energyZ).toBeCloseTo((20_000 - energyMeanJ) / Math.sqrt(energyVarianceJ2), 13);
    const loads = new CoreLoads(model);
    MAPPING.core.forEach((core, task) => {
      loads.add(task, core, MAPPING.pState[task]!);
    });
    const measured = createMeasures();
    loads.measure(measured);
    expect(measured).toEqual(found);
  });

  it('correlated is the default', () => {
    expect(evaluateMapping(tinyRobust().model, MAPPING)).toEqual(
      evaluateMapping(tinyRobust({ energyVariance: 'correlated' }).model, MAPPING),
    );
  });

  it('of two cores that end together the one that varies more counts, whichever is numbered first', () => {
    const tasks = [
      { name: 'a', taskType: 'compute', meanS: { F: 100 }, varianceS2: { F: 1 } },
      { name: 'b', taskType: 'compute', meanS: { F: 100 }, varianceS2: { F: 9 } },
    ];
    const { model } = tinyRobust({ tasks });
    const variance = (...core: number[]): number =>
      evaluateMapping(model, { core: Int32Array.from(core), pState: new Uint8Array(2) }).energyVarianceJ2;
    expect(variance(0, 1)).toBe(10 * 50 ** 2 + 9 * 30 ** 2);
    expect(variance(1, 0)).toBe(variance(0, 1));
  });
});

describe('quantiles where nothing varies', () => {
  it.each([
    [100, 90, 25, 2],
    [100, 110, 25, -2],
    [100, 100, 0, Infinity],
    [100, 100 * (1 + 5e-13), 0, Infinity],
    [100, 100.001, 0, -Infinity],
    [100, 0, 0, Infinity],
  ])('limit %d, mean %d, variance %d: %d', (limit, mean, variance, z) => {
    expect(zValue(limit, mean, variance)).toBe(z);
  });
});

describe('scaffolding of the tests', () => {
  it('the oracle and evaluateMapping agree on its best mapping, and no random mapping beats it', () => {
    const seen = { infeasible: 0, negative: 0, positive: 0, infinite: 0 };
    for (let seed = 0; seed < fuzzCount(150, 75); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 5000 });
      const random = randomStream(seed, 'mappings');
      for (const goal of ['mo-ec', 'eo-mc'] as const) {
        const { bestZ, mapping, leastEnergyJ } = bruteForce(model, goal);
        const zOf = (of: Mapping): number | null => {
          const { makespanZ, energyZ, energyMeanJ } = evaluateMapping(model, of);
          expect(energyMeanJ).toBeGreaterThanOrEqual(leastEnergyJ * (1 - 1e-12));
          const kept = goal === 'mo-ec' ? energyZ >= model.energyZ : makespanZ >= model.makespanZ;
          return kept ? (goal === 'mo-ec' ? makespanZ : energyZ) : null;
        };
        const kind =
          bestZ === null ? 'infeasible' : !Number.isFinite(bestZ) ? 'infinite' : bestZ < 0 ? 'negative' : 'positive';
        seen[kind]++;
        if (mapping !== null && Number.isFinite(bestZ)) {
          expect(Math.abs(zOf(mapping)! - bestZ!)).toBeLessThan(1e-9 * Math.max(1, Math.abs(bestZ!)));
        }
        for (let draw = 0; draw < 20; draw++) {
          const z = zOf(randomMapping(model, random));
          if (z === null) continue;
          expect(bestZ).not.toBeNull();
          expect(z <= bestZ! || z - bestZ! < 1e-9 * Math.max(1, Math.abs(z))).toBe(true);
        }
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it('the same seed draws the same instance', () => {
    expect(randomRobustModel(5).instance).toEqual(randomRobustModel(5).instance);
    expect(robustCase(randomRobustModel(5).instance).times.meanS).toEqual(randomRobustModel(5).times.meanS);
  });
});
