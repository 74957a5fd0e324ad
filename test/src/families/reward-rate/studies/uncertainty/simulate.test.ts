import { describe, expect, test } from 'vitest';
import type {
  SimulatedPlan,
  SimulatedWorkload,
  Uncertainty,
} from '../../../../../../src/families/reward-rate/studies/uncertainty/model.js';
import type { SimulationRecord } from '../../../../../../src/families/reward-rate/studies/uncertainty/record.js';
import { simulatePlans } from '../../../../../../src/families/reward-rate/studies/uncertainty/simulate.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const CERTAIN: Uncertainty = {
  timeFactorCov: 0,
  arrivalFactorCov: 0,
  taskTimeCov: 0,
  horizonS: 4,
  deadlines: false,
  idleCores: 'keep',
};

const WORKLOAD: SimulatedWorkload = {
  taskNames: ['a'],
  rewardPerTask: [2],
  arrivalRatePerS: [4.5],
  deadlineS: [1.5],
  nodeTypeCount: 1,
};

/** `cores` cores that take 1 s per task. */
function plan(cores: number, name = 'plan', meanTimeS = 1): SimulatedPlan {
  return {
    name,
    method: 'by hand',
    feasible: true,
    nominalRewardPerS: 2 * Math.min(cores / meanTimeS, 4.5),
    totalW: 100,
    coreMeterW: [40],
    classes: [
      { taskType: 0, nodeType: 0, groups: [{ cores, fraction: 1, meanTimeS }], cores, ratePerS: cores / meanTimeS },
    ],
  };
}

function simulated(
  plans: readonly SimulatedPlan[],
  uncertainty: Partial<Uncertainty>,
  { samples = 4000, seed = 1, workload = WORKLOAD } = {},
): Promise<SimulationRecord> {
  return simulatePlans({
    instance: 'by hand',
    workload,
    plans,
    uncertainty: { ...CERTAIN, ...uncertainty },
    samples,
    seed,
    share: 0.9,
    pause: () => Promise.resolve(false),
  });
}

/** E[min(N, c)] for N Poisson, by its series. */
function meanOfMinimum(mean: number, limit: number): number {
  let term = Math.exp(-mean);
  let sum = 0;
  let below = 0;
  for (let n = 0; n < limit; n++) {
    sum += n * term;
    below += term;
    term *= mean / (n + 1);
  }
  return sum + limit * (1 - below);
}

describe('the simulated reward', () => {
  test('is E[min(Poisson, c)] where completions are certain', async () => {
    // 5 cores x 4 s / 1 s = 20 completions, whatever the phase; 18 arrivals expected.
    const { plans } = await simulated([plan(5)], {}, { samples: 20_000 });
    const exact = (2 * meanOfMinimum(18, 20)) / 4;
    const { mean, sd } = plans[0]!.rewardPerS;
    expect(Math.abs(mean - exact)).toBeLessThan((4 * sd) / Math.sqrt(20_000));
    expect(plans[0]!.taskTypes[0]).toMatchObject({ completablePerS: 5 });
  });

  test('converges to the nominal one as chance is taken away', async () => {
    for (const cores of [3, 7]) {
      const { plans } = await simulated([plan(cores)], { horizonS: 1e9 }, { samples: 50 });
      expect(plans[0]!.rewardPerS.mean).toBeCloseTo(plans[0]!.nominalRewardPerS, 3);
      expect(plans[0]!.ofNominal).toBeCloseTo(1, 4);
    }
  });

  test('has intervals that hold the truth as often as they say', async () => {
    const exact = (2 * meanOfMinimum(18, 20)) / 4;
    let covered = 0;
    const experiments = fuzzCount(300, 300);
    for (let seed = 1; seed <= experiments; seed++) {
      const { plans } = await simulated([plan(5)], {}, { samples: 120, seed });
      const { low, high } = plans[0]!.rewardPerS;
      if (low <= exact && exact <= high) covered++;
    }
    expect(covered / experiments).toBeGreaterThan(0.915);
    expect(covered / experiments).toBeLessThan(0.985);
  });

  test.each([
    [0.6, 1],
    [0.02, 10],
  ])('of many cores drawn together scatters as core by core: c %f, %i tasks', async (cov, tasks) => {
    // 90 completions are drawn core by core, 110 together; arrivals never run short.
    const workload = { ...WORKLOAD, arrivalRatePerS: [1e6] };
    const { plans } = await simulated(
      [plan(90 / tasks, 'exact', 1), plan(110 / tasks, 'normal', 1)],
      { horizonS: tasks, taskTimeCov: cov },
      { samples: 6000, workload },
    );
    const perCore = plans.map(({ rewardPerS }, p) => (rewardPerS.sd / 2) ** 2 / [90, 110][p]!);
    expect(perCore[0]! / perCore[1]!).toBeGreaterThan(0.9);
    expect(perCore[0]! / perCore[1]!).toBeLessThan(1.1);
    expect((plans[0]!.rewardPerS.mean * tasks) / 180).toBeCloseTo(1, 1);
    expect((plans[1]!.rewardPerS.mean * tasks) / 220).toBeCloseTo(1, 1);
  });

  test('with uncertain times is higher, as rates are convex in times', async () => {
    // E[1 / F] = 1 + cov^2 for a lognormal F of mean 1.
    const workload = { ...WORKLOAD, arrivalRatePerS: [1e6] };
    const { plans } = await simulated([plan(500)], { timeFactorCov: 0.3 }, { samples: 8000, workload });
    expect(plans[0]!.rewardPerS.mean / 1000).toBeCloseTo(1.09, 1);
    expect(plans[0]!.rewardPerS.mean / 1000).toBeGreaterThan(1.06);
  });

  test('with deadlines leaves out the tasks that are late', async () => {
    const { plans } = await simulated([plan(5)], { deadlines: true, taskTimeCov: 1, horizonS: 400 }, { samples: 1000 });
    expect(plans[0]!.taskTypes[0]!.onTime).toBeCloseTo(1 - Math.exp(-1.5), 2);
    expect(plans[0]!.rewardPerS.mean / 9).toBeCloseTo(1 - Math.exp(-1.5), 1);
    const certain = await simulated([plan(5)], { deadlines: true }, { samples: 10 });
    expect(certain.plans[0]!.taskTypes[0]!.onTime).toBe(1);
  });

  test('costs no power of cores without work where they are dropped', async () => {
    const none = { ...WORKLOAD, arrivalRatePerS: [0] };
    const kept = await simulated([plan(5)], {}, { samples: 5, workload: none });
    const dropped = await simulated([plan(5)], { idleCores: 'drop' }, { samples: 5, workload: none });
    expect(kept.plans[0]!.energyKWh.mean).toBeCloseTo((100 * 4) / 3.6e6, 12);
    expect(dropped.plans[0]!.energyKWh.mean).toBeCloseTo((60 * 4) / 3.6e6, 12);
    expect(dropped.plans[0]!.rewardPerS).toMatchObject({ mean: 0, low: 0, high: 0 });
  });
});

describe('common random numbers', () => {
  const uncertain = { timeFactorCov: 0.2, arrivalFactorCov: 0.2, taskTimeCov: 0.3 };

  test('make differences less variable than independent draws', async () => {
    const { differences, plans } = await simulated([plan(50), plan(52, 'more')], { ...uncertain, horizonS: 40 });
    const apart = await simulated([plan(52)], { ...uncertain, horizonS: 40 }, { seed: 99 });
    const independent = plans[0]!.rewardPerS.sd ** 2 + apart.plans[0]!.rewardPerS.sd ** 2;
    expect(differences[0]!.rewardPerS.sd ** 2 / independent).toBeLessThan(0.1);
    expect(differences[0]!.varianceRatio).toBeLessThan(0.1);
  });

  test('a plan does not differ from itself', async () => {
    for (const cores of [3, 5000]) {
      const { differences } = await simulated([plan(cores), plan(cores, 'again')], uncertain, { samples: 300 });
      expect(differences[0]).toMatchObject({ wins: 0, losses: 0, ties: 300, rewardPerS: { mean: 0, sd: 0 } });
    }
  });

  test('a plan is drawn the same in other company', async () => {
    const alone = await simulated([plan(5)], uncertain, { samples: 200 });
    const beside = await simulated([plan(5), plan(900, 'other')], uncertain, { samples: 200 });
    expect(beside.plans[0]!.rewardPerS).toEqual(alone.plans[0]!.rewardPerS);
  });

  test('an interrupted simulation keeps the samples it has', async () => {
    const record = await simulatePlans({
      instance: 'by hand',
      workload: WORKLOAD,
      plans: [plan(5)],
      uncertainty: CERTAIN,
      samples: 100_000,
      seed: 1,
      share: 1,
      pause: () => Promise.resolve(true),
    });
    expect(record).toMatchObject({ termination: 'interrupted', samples: 128 });
  });
});
