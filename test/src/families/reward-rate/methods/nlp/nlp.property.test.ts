import { beforeAll, describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { naiveModel } from '../../../../../../models/families/reward-rate/naive.js';
import type { PlanEvaluation } from '../../../../../../models/families/reward-rate/outcome.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import { configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { greedyPowerNodes } from '../../../../../../src/families/reward-rate/methods/greedy-power.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { better, nlp, type Optimum } from '../../../../../../src/families/reward-rate/methods/nlp/nlp.js';
import type { MethodOutcome } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { checked } from '../../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadHighs();
});

interface Run {
  readonly outcome: MethodOutcome;
  readonly evaluation: PlanEvaluation;
}

async function run(facility: TinyFacility, control: RunControl = UNLIMITED): Promise<Run> {
  const model = rewardRateModel(facility.instance, facility.matrix);
  const outcome = await nlp({ model, engine, control, ...UNSEEDED });
  return { outcome, evaluation: checked(facility, outcome.plan!.setPointsC, outcome.plan!.assignments) };
}

type Workload = RewardRateInstance['workload']['taskTypes'][number];
function withTasks(facility: TinyFacility, change: (task: Workload, i: number) => Workload): TinyFacility {
  const { instance } = facility;
  return { ...facility, instance: { ...instance, workload: { taskTypes: instance.workload.taskTypes.map(change) } } };
}

function withCap(facility: TinyFacility, powerCapW: number): TinyFacility {
  const { instance } = facility;
  return { ...facility, instance: { ...instance, limits: { ...instance.limits, powerCapW } } };
}

const feasibleSeeds = (count: number, options = {}): number[] => {
  const seeds: number[] = [];
  for (let seed = 1; seeds.length < count; seed++) {
    const { instance, matrix } = tinyRandom(seed, options);
    if (idleConflict(rewardRateModel(instance, matrix)) === null) seeds.push(seed);
  }
  return seeds;
};

describe('nlp', () => {
  // Beside the first ones, seeds in which a plan once went out unjudged or judged by its averaged reward.
  it.each([
    ['any', {}, []],
    ['literal', { colocation: 'literal' }, [31, 143, 191]],
    ['anchored', { colocation: 'anchored' }, [138]],
  ] as const)(
    'plans within all limits by the checker, claims what the checker finds, and is never worse than greedy (%s)',
    async (_, options, more) => {
      for (const seed of [...feasibleSeeds(fuzzCount(30), options), ...more]) {
        const facility = tinyRandom(seed, options);
        const { outcome, evaluation } = await run(facility);
        const greedy = greedyPowerNodes(rewardRateModel(facility.instance, facility.matrix)).rewardPerS;
        expect([seed, evaluation.violations]).toEqual([seed, []]);
        const difference = evaluation.rewardPerS - outcome.claimedRewardPerS!;
        expect([seed, Math.abs(difference) < 1e-6 * Math.max(1, greedy)]).toEqual([seed, true]);
        expect([seed, evaluation.rewardPerS >= greedy * (1 - 1e-9)]).toEqual([seed, true]);
      }
    },
  );

  it('takes a start that converged before a greater value of one that did not, and both before a broken limit', () => {
    const ended = (status: string, feasibility: number, rewardPerS: number) =>
      ({ answer: { status, kkt: { feasibility } }, rewardPerS }) as unknown as Optimum;
    const converged = ended('localOptimum', 1e-9, 2);
    expect(better(converged, ended('iterationLimit', 1e-9, 3))).toBe(true);
    expect(better(ended('stalled', 1e-9, 3), converged)).toBe(false);
    expect(better(ended('localOptimum', 1e-9, 2.1), converged)).toBe(true);
    expect(better(ended('iterationLimit', 1e-9, 1), ended('infeasible', 0.1, 5))).toBe(true);
  });

  it('says from which start it converged', async () => {
    for (const seed of [170, 329]) {
      const { outcome } = await run(tinyRandom(seed, { colocation: 'anchored' }));
      expect(outcome.warnings).toHaveLength(1);
      expect([seed, outcome.warnings[0]]).toEqual([
        seed,
        expect.stringMatching(/ is a local optimum \(from the \w+ start/),
      ]);
    }
  });

  it('never passes the certified bound of the common set-point where there is one CRAC', async () => {
    for (const seed of feasibleSeeds(fuzzCount(20))) {
      const facility = tinyRandom(seed);
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (model.cracs.length > 1) continue;
      const { evaluation } = await run(facility);
      const bound = await configurationBound({ model, engine, control: UNLIMITED, start: null }, null);
      expect(evaluation.rewardPerS).toBeLessThanOrEqual(bound!.boundRewardPerS * (1 + 1e-6) + 1e-9);
    }
  });

  it('reports the KKT residual, small, and says that its point is a local optimum and no bound', async () => {
    let converged = 0;
    const seeds = feasibleSeeds(fuzzCount(20), { colocation: 'anchored' });
    for (const seed of seeds) {
      const { outcome } = await run(tinyRandom(seed, { colocation: 'anchored' }));
      const { kktStationarity, kktFeasibility, kktComplementarity } = outcome.work;
      if (Math.max(kktStationarity!, kktFeasibility!, kktComplementarity!) <= 1e-5) converged++;
      const [word] = outcome.warnings;
      expect(word).toMatch(/ is (a local optimum \(from the|no local optimum: the solver ended with) /);
      expect(word).toMatch(/ of 3 starts converged\. It is neither a proven optimum nor a bound\.$/);
      expect(word).toContain(`earns ${outcome.work['relaxationRewardPerS']!.toPrecision(7)} reward/s`);
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
    for (const seed of feasibleSeeds(fuzzCount(10), { colocation: 'anchored' })) {
      const facility = tinyRandom(seed, { colocation: 'anchored' });
      const model = naiveModel(rewardRateModel(facility.instance, facility.matrix));
      const outcome = await nlp({ model, engine, control: UNLIMITED, ...UNSEEDED });
      const { naiveRewardPerS } = checked(facility, outcome.plan!.setPointsC, outcome.plan!.assignments);
      expect(Math.abs(naiveRewardPerS - outcome.claimedRewardPerS!)).toBeLessThan(1e-6 * Math.max(1, naiveRewardPerS));
    }
  });
});

describe('nlp at the edges', () => {
  const facilities = (): TinyFacility[] => feasibleSeeds(fuzzCount(12)).map((seed) => tinyRandom(seed));

  it('earns nothing and breaks nothing where nothing arrives or nothing is rewarded', async () => {
    for (const facility of facilities()) {
      for (const nothing of [{ arrivalRatePerS: 0 }, { rewardPerTask: 0 }]) {
        const { evaluation } = await run(withTasks(facility, (task) => ({ ...task, ...nothing })));
        expect(evaluation.violations).toEqual([]);
        expect(evaluation.rewardPerS).toBe(0);
      }
    }
  });

  it('earns as much beside a task type of great reward that never arrives', async () => {
    for (const seed of feasibleSeeds(fuzzCount(8), { colocation: 'anchored' })) {
      const facility = tinyRandom(seed, { colocation: 'anchored' });
      const { instance } = facility;
      const none = { ...instance.workload.taskTypes[0]!, name: 'none', rewardPerTask: 1e6, arrivalRatePerS: 0 };
      const nodeTypes = instance.facility.nodeTypes.map((type) => ({
        ...type,
        tasks: type.tasks.flatMap((task, k) => (k === 0 ? [task, { ...task, taskType: 'none' }] : [task])),
      }));
      // Once on every node type, and once on none.
      for (const types of [nodeTypes, instance.facility.nodeTypes]) {
        const beside: TinyFacility = {
          ...facility,
          instance: {
            ...instance,
            facility: { ...instance.facility, nodeTypes: types },
            workload: { taskTypes: [...instance.workload.taskTypes, none] },
          },
        };
        const [one, two] = [await run(facility), await run(beside)];
        expect([seed, two.evaluation.violations]).toEqual([seed, []]);
        expect([seed, two.evaluation.rewardPerS >= 0.999 * one.evaluation.rewardPerS]).toEqual([seed, true]);
        expect([seed, two.evaluation.ratePerS.at(-1)]).toEqual([seed, 0]);
        expect([seed, two.outcome.work['interiorPointIterations']! < 1000]).toEqual([seed, true]);
      }
    }
  });

  it('plans a task type that takes next to no time', async () => {
    // 1e-6 s at one task/s: a millionth of a core, and much of the reward.
    for (const seed of feasibleSeeds(fuzzCount(10))) {
      const facility = tinyRandom(seed);
      const { instance } = facility;
      const nodeTypes = instance.facility.nodeTypes.map((type) => ({
        ...type,
        tasks: type.tasks.map((task, k) =>
          k === 0 ? { ...task, timeS: type.pStateFrequenciesGHz.map(() => 1e-6) } : task,
        ),
      }));
      const [first, ...others] = instance.workload.taskTypes;
      const short: TinyFacility = {
        ...facility,
        instance: {
          ...instance,
          facility: { ...instance.facility, nodeTypes },
          workload: { taskTypes: [{ ...first!, arrivalRatePerS: 1, deadlineS: 1 }, ...others] },
        },
      };
      const model = rewardRateModel(short.instance, short.matrix);
      if (model.cracs.length > 1 || idleConflict(model) !== null) continue;
      const { evaluation } = await run(short);
      const bound = await configurationBound({ model, engine, control: UNLIMITED, start: null }, null);
      expect([seed, evaluation.violations]).toEqual([seed, []]);
      expect([seed, evaluation.rewardPerS >= 0.8 * bound!.boundRewardPerS]).toEqual([seed, true]);
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

  it('idles, within all limits, under a cap that idling just meets, and works as far as a little more allows', async () => {
    let worked = 0;
    for (const seed of feasibleSeeds(fuzzCount(9, 9), { cracs: 1 })) {
      const facility = tinyRandom(seed, { cracs: 1 });
      const idle = await run(withTasks(facility, (task) => ({ ...task, arrivalRatePerS: 0 })));
      for (const spareW of [1e-6, 5]) {
        const tight = withCap(facility, idle.evaluation.power.totalW * (1 + 1e-9) + spareW);
        expect(idleConflict(rewardRateModel(tight.instance, tight.matrix))).toBeNull();
        const { evaluation } = await run(tight);
        expect([facility.instance.name, evaluation.violations]).toEqual([facility.instance.name, []]);
        // With one CRAC idling draws least at its warmest set-point, which is what its plan had.
        expect(evaluation.power.coresW).toBeLessThanOrEqual(spareW + 1e-3);
        if (spareW === 5 && evaluation.rewardPerS > 0) worked++;
      }
    }
    expect(worked).toBeGreaterThan(4);
  });
});
