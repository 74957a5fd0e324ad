import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeRates } from '../../../../../src/check/node-rates.js';
import type { ResolvedShare, RunningTask } from '../../../../../src/check/resolved-plan.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const SEED = 20_241;
type Model = 'anchored' | 'literal' | 'none';

/** Task type `type` in P-state `pState`; coefficients differ by type so that mixing them up shows. */
function task(type: number, pState = 0, coefficients = {}): RunningTask {
  return {
    taskType: type,
    label: `${type}/${pState}`,
    pState,
    frequencyGHz: 2 - pState / 2,
    timeAloneS: 10 + 3 * type + 4 * pState,
    corePowerW: 1,
    memoryIntensity: 0.02 / (1 + type),
    interference: {
      perNeighbourS: 1 + type,
      perAverageIntensityS: 300 - 100 * type,
      baseTimeFactor: 1.1,
      perGHzS: 0.5 + type,
      perOwnIntensityS: 20,
      constantS: 1,
      ...coefficients,
    },
  };
}

/** Eq. 21 once more, from a list of who is on the node. */
function speed(model: Model, own: RunningTask, others: readonly RunningTask[]): number {
  const all = [own, ...others];
  const A = others.length;
  const D = all.reduce((sum, { memoryIntensity }) => sum + memoryIntensity, 0) / all.length;
  const E = own.memoryIntensity;
  const B = own.timeAloneS;
  const k = own.interference!;
  if (model === 'none') return 1 / B;
  if (model === 'anchored') return 1 / (B + Math.max(0, k.perNeighbourS * A + k.perAverageIntensityS * (D - E)));
  const linear = k.perNeighbourS * A + k.baseTimeFactor! * B + k.perGHzS! * own.frequencyGHz;
  return 1 / (linear + k.perAverageIntensityS * D + k.perOwnIntensityS! * E + k.constantS!);
}

/** Every joint state of every single core, slice by slice: the rates as the definition gives them. */
function bruteForce(model: Model, shares: readonly ResolvedShare[], types: number): number[] {
  const cores = shares.flatMap(({ count, slices }) => Array.from({ length: count }, () => slices));
  const rates = new Array<number>(types).fill(0);
  const visit = (core: number, probability: number, running: readonly RunningTask[]): void => {
    if (core === cores.length) {
      running.forEach((own, i) => (rates[own.taskType]! += probability * speed(model, own, running.toSpliced(i, 1))));
      return;
    }
    let idle = 1;
    for (const slice of cores[core]!) {
      idle -= slice.fraction;
      visit(core + 1, probability * slice.fraction, [...running, slice.task]);
    }
    visit(core + 1, probability * idle, running);
  };
  visit(0, 1, []);
  return rates;
}

const slices = fc
  .array(fc.record({ type: fc.nat(2), pState: fc.nat(1), weight: fc.double({ min: 0.01, max: 1, noNaN: true }) }), {
    maxLength: 3,
  })
  .chain((parts) =>
    fc.double({ min: 0.05, max: 1, noNaN: true }).map((busy) => {
      const total = parts.reduce((sum, { weight }) => sum + weight, 0);
      return parts.map(({ type, pState, weight }) => ({ task: task(type, pState), fraction: (busy * weight) / total }));
    }),
  );
const nodes = fc.array(fc.record({ count: fc.nat(3), slices }), { minLength: 1, maxLength: 2 });
const models = fc.constantFrom<Model>('anchored', 'literal', 'none');

describe('nodeRates', () => {
  it('equals the enumeration of all core states when cores are independent in time', () => {
    fc.assert(
      fc.property(models, nodes, (model, shares) => {
        expectClose([...nodeRates(model, shares, 3, '').timeSliced], bruteForce(model, shares, 3));
      }),
      { seed: SEED, numRuns: fuzzCount(150) },
    );
  });

  it('gives the same rate averaged and time-sliced when every core does one thing all the time', () => {
    const whole = fc.record({ count: fc.integer({ min: 1, max: 4 }), type: fc.nat(2), pState: fc.nat(1) });
    fc.assert(
      fc.property(models, fc.array(whole, { minLength: 1, maxLength: 4 }), (model, parts) => {
        const shares = parts.map(({ count, type, pState }) => ({
          count,
          slices: [{ task: task(type, pState), fraction: 1 }],
        }));
        const { timeSliced, averaged } = nodeRates(model, shares, 3, '');
        expectClose([...averaged], [...timeSliced]);
      }),
      { seed: SEED, numRuns: fuzzCount(100) },
    );
  });

  it('takes no negative number of neighbours when less than one core is active on average', () => {
    const own = task(1);
    const { averaged } = nodeRates('literal', [{ count: 1, slices: [{ task: own, fraction: 0.4 }] }], 3, '');
    expectClose([...averaged], [0, 0.4 * speed('literal', own, []), 0]);
  });

  it('does not take an averaged time at or below zero for a moment of the node', () => {
    const own = task(0, 0, { baseTimeFactor: 0, perGHzS: 0, perOwnIntensityS: 0, perNeighbourS: 0, constantS: 1 });
    const low = { ...own, memoryIntensity: 0.4, interference: { ...own.interference!, perAverageIntensityS: -2 } };
    const high = { ...task(1), memoryIntensity: 0.9 };
    // low alone: 1 - 2 x 0.4 = 0.2 s; beside high 50 % of the time D is 0.65: -0.3 s. So that moment is one.
    const beside = nodeRates('literal', [one(low, 0.5), one(high, 0.5)], 2, '');
    expect(beside.unphysical.get(low)).toBeCloseTo(-0.3, 12);
    // Never together on one core: alone 0.2 s; averaged D = (0.1 x 0.4 + 0.9 x 0.9) / 1 = 0.85 gives -0.7 s.
    const slices = [
      { task: low, fraction: 0.1 },
      { task: high, fraction: 0.9 },
    ];
    const apart = nodeRates('literal', [{ count: 1, slices }], 2, '');
    expect(apart.averaged[0]).toBe(0);
    expectClose([apart.timeSliced[0]!], [0.1 / 0.2]);
    expect(apart.unphysical.size).toBe(0);
  });

  it('is exact for 12 cores that share 6 task types, and for 12 cores that all differ', () => {
    // x = 0: CET = B + u A, with A of the 11 others. Alike cores: A is binomial.
    const tasks = [0, 1, 2, 3, 4, 5].map((type) => task(type, 0, { perAverageIntensityS: 0 }));
    const mixed = tasks.map((own, i) => ({ task: own, fraction: 0.02 * (i + 1) }));
    const busy = 0.42;
    let binomial = 0;
    let choose = 1;
    for (let a = 0; a <= 11; a += 1) {
      binomial += (choose * busy ** a * (1 - busy) ** (11 - a)) / (tasks[3]!.timeAloneS + 4 * a);
      choose = (choose * (11 - a)) / (a + 1);
    }
    expectClose([nodeRates('anchored', [{ count: 12, slices: mixed }], 6, '').timeSliced[3]!], [12 * 0.08 * binomial]);

    // Different cores: A is Poisson-binomial, its law built here by convolution.
    const shares = Array.from({ length: 12 }, (_, core) => ({
      count: 1,
      slices: tasks.map((own, i) => ({ task: own, fraction: (0.01 * (core + 1) * (i + 1)) / 3 })),
    }));
    const busyOf = shares.map((share) => share.slices.reduce((sum, { fraction }) => sum + fraction, 0));
    let wanted = 0;
    shares.forEach((share, own) => {
      let law = [1];
      busyOf.toSpliced(own, 1).forEach((p) => {
        law = [...law, 0].map((stay, a) => stay * (1 - p) + (law[a - 1] ?? 0) * p);
      });
      law.forEach((p, a) => (wanted += (share.slices[3]!.fraction * p) / (tasks[3]!.timeAloneS + 4 * a)));
    });
    expectClose([nodeRates('anchored', shares, 6, '').timeSliced[3]!], [wanted]);
  });

  it('never rates the anchored form faster than alone', () => {
    fc.assert(
      fc.property(nodes, (shares) => {
        const { timeSliced, averaged, naive } = nodeRates('anchored', shares, 3, '');
        naive.forEach((rate, i) => {
          expect(timeSliced[i]!).toBeLessThanOrEqual(rate * (1 + 1e-12));
          expect(averaged[i]!).toBeLessThanOrEqual(rate * (1 + 1e-12));
        });
      }),
      { seed: SEED, numRuns: fuzzCount(100) },
    );
  });
});

function one(own: RunningTask, fraction: number): ResolvedShare {
  return { count: 1, slices: [{ task: own, fraction }] };
}

function expectClose(actual: readonly number[], wanted: readonly number[], tolerance = 1e-12): void {
  expect(actual).toHaveLength(wanted.length);
  wanted.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value), `entry ${i}: ${actual[i]!} against ${value}`).toBeLessThan(tolerance);
  });
}
