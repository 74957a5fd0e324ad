import { describe, expect, it } from 'vitest';
import { lastFinish } from '../../../../../models/families/robust/last-finish.js';
import { normalCdf } from '../../../../../models/families/robust/normal.js';
import { energyUntilLastCore } from '../../../../../models/families/robust/until-last-core.js';
import { checkRobustPlan } from '../../../../../src/families/robust/check/check-robust-plan.js';
import { lastCoreMoments } from '../../../../../src/families/robust/check/last-core.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomRobustModel, ROBUST_TASKS, tinyRobust } from '../../../../support/robust.js';
import { planOf, randomMapping } from './random-plan.js';
import { fuzzCount } from '../../../../support/fuzz.js';

function moments(
  cores: readonly (readonly [meanS: number, sdS: number, powerW?: number])[],
): ReturnType<typeof lastCoreMoments> {
  return lastCoreMoments(
    cores.map(([meanS, sdS, powerW = 1]) => ({ meanS, varianceS2: sdS * sdS, energyCovarianceJs: powerW * sdS * sdS })),
  );
}

function expectNear(value: number, known: number, allowed: number): void {
  expect(Math.abs(value - known)).toBeLessThanOrEqual(allowed);
}

describe('the checker’s last core', () => {
  it.each([
    [2, 0.5641895835477563, 0.6816901138162093],
    [3, 0.8462843753216344, 0.559467203797367],
    [4, 1.0293753730039641, 0.4917152368747418],
    [5, 1.1629644736405196, 0.447534069020662],
  ])('of %i standard normals is that of the tables', (count, mean, variance) => {
    const found = moments(Array.from({ length: count }, () => [12_000, 50, 3] as const));
    expectNear((found.meanS - 12_000) / 50, mean, 1e-11);
    expectNear(found.varianceS2 / 2500, variance, 1e-10);
    // Of each core with probability 1 / count.
    expectNear(found.energyCovarianceJs, 3 * 2500, 1e-6);
  });

  it('of two follows Clark 1961', () => {
    for (const [gap, s1, s2] of [
      [0, 3, 4],
      [5, 3, 4],
      [-9, 1, 7],
      [1, 0.01, 2],
      [-3, 2, 1e-5],
    ] as const) {
      const a = Math.hypot(s1, s2);
      const z = gap / a;
      const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
      const found = moments([
        [gap, s1, 10],
        [0, s2, 7],
      ]);
      const first = gap * normalCdf(z) + a * density;
      const second = (gap * gap + s1 * s1) * normalCdf(z) + s2 * s2 * normalCdf(-z) + gap * a * density;
      expectNear(found.meanS, first, 1e-10 * a);
      expectNear(found.varianceS2, second - first * first, 1e-9 * a * a);
      expectNear(
        found.energyCovarianceJs,
        10 * s1 * s1 * normalCdf(z) + 7 * s2 * s2 * normalCdf(-z),
        1e-8 * a * a * 10,
      );
    }
  });

  it('of steady and idle cores is waited for exactly as long as it takes', () => {
    expect(
      moments([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({ meanS: 0, varianceS2: 0, energyCovarianceJs: 0 });
    expect(
      moments([
        [7, 0],
        [12, 0],
      ]),
    ).toEqual({ meanS: 12, varianceS2: 0, energyCovarianceJs: 0 });
    const z = 0.4;
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const found = moments([
      [100, 5],
      [102, 0],
      [0, 0],
    ]);
    expectNear(found.meanS, 102 * normalCdf(z) + 100 * normalCdf(-z) + 5 * density, 1e-9);
    expectNear(found.energyCovarianceJs, 25 * normalCdf(-z), 1e-8);
  });

  it('agrees with the model’s, which is found from the density by another rule', () => {
    const draw = randomStream(2, 'last core').uniform;
    for (let n = 0; n < 1000; n++) {
      const count = 1 + Math.floor(draw(0, 40));
      const spread = 10 ** draw(0, 5);
      const cores = Array.from({ length: count }, () => {
        const sdS = draw() < 0.1 ? 0 : 100 * spread ** -draw();
        return [10_000 + draw(-3, 3) * 100, sdS, draw(1, 50)] as const;
      });
      const found = moments(cores);
      const known = lastFinish(
        Float64Array.from(cores, ([meanS]) => meanS),
        Float64Array.from(cores, ([, sdS]) => sdS * sdS),
      );
      const covariance = cores.reduce(
        (sum, [, sdS, powerW], core) => sum + powerW * sdS * sdS * known.lastProbability[core]!,
        0,
      );
      expectNear(found.meanS, known.meanS, 2e-9);
      expectNear(found.varianceS2, known.varianceS2, 1e-5);
      expectNear(found.energyCovarianceJs, covariance, 1e-4);
    }
  });
});

describe('the checker’s energy until the last core is done', () => {
  it('agrees with the model’s on random plans', () => {
    const seen = { excess: 0, still: 0, printed: 0 };
    for (let seed = 1; seed <= fuzzCount(300, 150); seed++) {
      const { instance, times, model } = randomRobustModel(seed, { mostPlans: Infinity, tasks: 3 + (seed % 40) });
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const known = energyUntilLastCore(model, mapping);
      const found = checkRobustPlan(instance, times, planOf(model, mapping)).energyUntilLastCore;
      const sdJ = Math.sqrt(known.energyVarianceJ2);
      expectNear(found.energyMeanJ, known.energyMeanJ, 1e-11 * known.energyMeanJ);
      expectNear(found.overheadJ, known.overheadJ, 1e-11 * known.energyMeanJ);
      expectNear(found.excessJ, known.excessJ, 1e-11 * known.energyMeanJ);
      expectNear(found.energySdJ, sdJ, 1e-9 * sdJ);
      if (Number.isFinite(known.energyZ)) {
        expectNear(found.energyRobustness.z, known.energyZ, 1e-8 * (1 + known.energyMeanJ / sdJ));
        expectNear(found.energyRobustness.probability, normalCdf(found.energyRobustness.z), 1e-14);
      } else expect(found.energyRobustness.z).toBe(known.energyZ > 0 ? 1e308 : -1e308);
      if (known.excessJ > 0) seen.excess++;
      if (sdJ === 0) seen.still++;
      if (instance.energyVariance === 'printed') seen.printed++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });

  it('does not depend on how the instance reads the variance of Eqs. 6, 8 and 10', () => {
    const cores = [
      { node: 'fast', core: 0, tasks: ['t1'], pStates: [0] },
      { node: 'fast', core: 1, tasks: ['t2', 't4'], pStates: [2, 0] },
      { node: 'slow', core: 0, tasks: ['t3'], pStates: [1] },
    ];
    const found = (['printed', 'correlated'] as const).map((energyVariance) => {
      const { instance, times, model } = tinyRobust({ energyVariance });
      const plan = { ...planOf(model, { core: new Int32Array(4), pState: new Uint8Array(4) }), cores };
      return checkRobustPlan(instance, times, plan);
    });
    expect(found[0]!.energySdJ).not.toBe(found[1]!.energySdJ);
    expect(found[0]!.energyUntilLastCore).toEqual(found[1]!.energyUntilLastCore);
  });

  it('is kept with probability 0 by a plan with faults', () => {
    const { instance, times, model } = tinyRobust();
    const plan = planOf(model, { core: new Int32Array(4), pState: new Uint8Array(4) });
    const { tasks, pStates } = plan.cores[0]!;
    const short = { ...plan, cores: [{ ...plan.cores[0]!, tasks: tasks.slice(1), pStates: pStates.slice(1) }] };
    expect(checkRobustPlan(instance, times, short).energyUntilLastCore.energyRobustness).toEqual({
      z: -1e308,
      probability: 0,
      complement: 1,
    });
  });

  it('where nothing varies is that of Eq. 9, and certain', () => {
    const tasks = ROBUST_TASKS.map(({ name, taskType, meanS }) => ({
      name,
      taskType,
      meanS,
      coefficientOfVariation: 0,
    }));
    const { instance, times, model } = tinyRobust({ tasks, limits: { energyBudgetJ: 40_000 } });
    const plan = planOf(model, { core: Int32Array.of(0, 1, 0, 1), pState: new Uint8Array(4) });
    const { energyMeanJ, energyUntilLastCore: found } = checkRobustPlan(instance, times, plan);
    expect(found).toMatchObject({ energySdJ: 0, excessJ: 0, energyRobustness: { z: 1e308, probability: 1 } });
    expect(found.energyMeanJ).toBeCloseTo(energyMeanJ, 9);
  });
});
