import { beforeAll, describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import { naiveProblem } from '../../../../../models/problems/reward-rate/naive.js';
import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import { rewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { type RunControl, UNLIMITED } from '../../../../../src/methods/control.js';
import { configurationBound } from '../../../../../src/methods/reward-rate/config-lp.js';
import { greedyPowerNodes } from '../../../../../src/methods/reward-rate/greedy-power.js';
import { idleConflict } from '../../../../../src/methods/reward-rate/infeasibility.js';
import { nlp } from '../../../../../src/methods/reward-rate/nlp/nlp.js';
import type { MethodOutcome } from '../../../../../src/methods/reward-rate/outcome.js';
import type { LpEngine } from '../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { checked } from '../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../support/unseeded.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadHighs();
});

interface Run {
  readonly outcome: MethodOutcome;
  readonly evaluation: PlanEvaluation;
}

async function run(facility: TinyFacility, control: RunControl = UNLIMITED): Promise<Run> {
  const problem = rewardRateProblem(facility.instance, facility.matrix);
  const outcome = await nlp({ problem, engine, control, ...UNSEEDED });
  return { outcome, evaluation: checked(facility, outcome.plan!.setPointsC, outcome.plan!.assignments) };
}

type Workload = RewardRateInstance['workload']['taskTypes'][number];
function withTasks(facility: TinyFacility, change: (task: Workload, i: number) => Workload): TinyFacility {
  const { instance } = facility;
  return {
    ...facility,
    instance: { ...instance, workload: { taskTypes: instance.workload.taskTypes.map(change) } },
  };
}

function withCap(facility: TinyFacility, powerCapW: number): TinyFacility {
  const { instance } = facility;
  return { ...facility, instance: { ...instance, limits: { ...instance.limits, powerCapW } } };
}

const feasibleSeeds = (count: number, options = {}): number[] => {
  const seeds: number[] = [];
  for (let seed = 1; seeds.length < count; seed++) {
    const { instance, matrix } = tinyRandom(seed, options);
    if (idleConflict(rewardRateProblem(instance, matrix)) === null) seeds.push(seed);
  }
  return seeds;
};

describe('nlp', () => {
  it('plans within all limits by the checker, claims what the checker finds, and is never worse than greedy', async () => {
    for (const seed of feasibleSeeds(20)) {
      const facility = tinyRandom(seed);
      const { outcome, evaluation } = await run(facility);
      const greedy = greedyPowerNodes(rewardRateProblem(facility.instance, facility.matrix)).rewardPerS;
      expect([seed, evaluation.violations]).toEqual([seed, []]);
      expect(Math.abs(evaluation.rewardPerS - outcome.claimedRewardPerS!)).toBeLessThan(1e-6 * Math.max(1, greedy));
      expect(evaluation.rewardPerS).toBeGreaterThanOrEqual(greedy * (1 - 1e-9));
    }
  });

  it('never passes the certified bound of the common set-point where there is one CRAC', async () => {
    for (const seed of feasibleSeeds(20)) {
      const facility = tinyRandom(seed);
      const problem = rewardRateProblem(facility.instance, facility.matrix);
      if (problem.cracs.length > 1) continue;
      const { evaluation } = await run(facility);
      const bound = await configurationBound({ problem, engine, control: UNLIMITED, start: null }, null);
      expect(evaluation.rewardPerS).toBeLessThanOrEqual(bound!.boundRewardPerS * (1 + 1e-6) + 1e-9);
    }
  });

  it('reports the KKT residual, small, and says that its point is a local optimum and no bound', async () => {
    let converged = 0;
    const seeds = feasibleSeeds(20, { colocation: 'anchored' });
    for (const seed of seeds) {
      const { outcome } = await run(tinyRandom(seed, { colocation: 'anchored' }));
      const { kktStationarity, kktFeasibility, kktComplementarity } = outcome.work;
      if (Math.max(kktStationarity!, kktFeasibility!, kktComplementarity!) <= 1e-5) converged++;
      expect(outcome.warnings.join()).toMatch(/local optimum.*no.* bound|neither a proven optimum nor a bound/);
      expect(outcome.certificate).toBeNull();
    }
    expect(converged).toBeGreaterThanOrEqual(0.9 * seeds.length);
  });

  it('repeats exactly', async () => {
    const facility = tinyRandom(feasibleSeeds(3)[2]!);
    expect((await run(facility)).outcome).toEqual((await run(facility)).outcome);
  });

  it('has a feasible plan whenever it is stopped', async () => {
    const facility = tinyRandom(feasibleSeeds(1)[0]!);
    for (const steps of [1, 2, 5, 8, 11]) {
      let left = steps;
      const { outcome, evaluation } = await run(facility, { step: () => Promise.resolve(--left <= 0) });
      expect(evaluation.violations).toEqual([]);
      if (left <= 0) expect(outcome.stoppedEarly).toBe(true);
    }
  });

  it('without co-location claims what the checker calls the naive reward of its plan', async () => {
    for (const seed of feasibleSeeds(10, { colocation: 'anchored' })) {
      const facility = tinyRandom(seed, { colocation: 'anchored' });
      const problem = naiveProblem(rewardRateProblem(facility.instance, facility.matrix));
      const outcome = await nlp({ problem, engine, control: UNLIMITED, ...UNSEEDED });
      const { naiveRewardPerS } = checked(facility, outcome.plan!.setPointsC, outcome.plan!.assignments);
      expect(Math.abs(naiveRewardPerS - outcome.claimedRewardPerS!)).toBeLessThan(1e-6 * Math.max(1, naiveRewardPerS));
    }
  });
});

describe('nlp at the edges', () => {
  const facilities = (): TinyFacility[] => feasibleSeeds(12).map((seed) => tinyRandom(seed));

  it('earns nothing and breaks nothing where nothing arrives or nothing is rewarded', async () => {
    for (const facility of facilities()) {
      for (const nothing of [{ arrivalRatePerS: 0 }, { rewardPerTask: 0 }]) {
        const { evaluation } = await run(withTasks(facility, (task) => ({ ...task, ...nothing })));
        expect(evaluation.violations).toEqual([]);
        expect(evaluation.rewardPerS).toBe(0);
      }
    }
  });

  it('leaves a task type without arrivals alone and plans the others', async () => {
    for (const facility of facilities()) {
      const { evaluation } = await run(
        withTasks(facility, (task, i) => (i === 0 ? { ...task, arrivalRatePerS: 0 } : task)),
      );
      expect(evaluation.violations).toEqual([]);
    }
  });

  it('earns as much when a task type is split into two that are identical', async () => {
    for (const facility of facilities().slice(0, 6)) {
      const { instance } = facility;
      const [first] = instance.workload.taskTypes;
      const half = { ...first!, arrivalRatePerS: first!.arrivalRatePerS / 2 };
      const twin = { ...half, name: 'twin' };
      const split: TinyFacility = {
        ...facility,
        instance: {
          ...instance,
          workload: { taskTypes: [half, ...instance.workload.taskTypes.slice(1), twin] },
          facility: {
            ...instance.facility,
            nodeTypes: instance.facility.nodeTypes.map((type) => ({
              ...type,
              tasks: type.tasks.flatMap((task) =>
                task.taskType === first!.name ? [task, { ...task, taskType: 'twin' }] : [task],
              ),
            })),
          },
        },
      };
      const [one, two] = [await run(facility), await run(split)];
      expect(two.evaluation.violations).toEqual([]);
      expect(two.evaluation.rewardPerS).toBeGreaterThanOrEqual(0.9 * one.evaluation.rewardPerS);
    }
  });

  it('idles, within all limits, under a cap that idling just meets', async () => {
    for (const facility of facilities()) {
      const problem = rewardRateProblem(facility.instance, facility.matrix);
      const idle = await run(withTasks(facility, (task) => ({ ...task, arrivalRatePerS: 0 })));
      for (const spareW of [1e-6, 0.5]) {
        const tight = withCap(facility, idle.evaluation.power.totalW * (1 + 1e-9) + spareW);
        if (idleConflict(rewardRateProblem(tight.instance, tight.matrix)) !== null) continue;
        const { evaluation } = await run(tight);
        expect([facility.instance.name, evaluation.violations]).toEqual([facility.instance.name, []]);
        expect(problem.taskNames.length).toBeGreaterThan(0);
      }
    }
  });
});
