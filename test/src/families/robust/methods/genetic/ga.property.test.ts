import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import type { RunControl } from '../../../../../../src/methods/control.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import {
  geneticMethod,
  greedySeeds,
  PRINTED_ROBUST_GA,
  PRINTED_ROBUST_GALS,
  type RobustGaOptions,
} from '../../../../../../src/families/robust/methods/genetic/ga.js';
import {
  CONSTRAINT_HANDLING,
  PRINTED,
  type RobustMethodRequest,
  type RobustMethodOutcome,
} from '../../../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { bruteForce, randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const GOALS = ['mo-ec', 'eo-mc'] as const;
const GA: RobustGaOptions = {
  ...PRINTED_ROBUST_GA,
  populationSize: 30,
  mutationPerChromosome: 0.5,
  mutationPerGene: 0.2,
  advancesPerStep: 20,
  foundersPerStep: 15,
  stallGenerations: 100,
};
const GALS: RobustGaOptions = { ...GA, localSearchIterations: 5, stallGenerations: 30 };
const METHODS = [
  ['ga', GA],
  ['gals', GALS],
] as const;

function inputOf(
  model: RobustModel,
  goal: RobustGoal,
  changes: Partial<RobustMethodRequest> = {},
): RobustMethodRequest {
  return {
    model,
    goal,
    handling: 'dynamic',
    improvements: PRINTED,
    control: UNLIMITED,
    random: randomStream(1, 'ga'),
    start: null,
    ...changes,
  };
}

/** The outcome's quantile of the goal, or null where its mapping breaks the limit. Every task is where it can run. */
function reached(model: RobustModel, goal: RobustGoal, { mapping }: RobustMethodOutcome): number | null {
  const { core, pState } = mapping!;
  for (let task = 0; task < model.taskCount; task++) {
    const node = model.nodes[model.nodeOfCore[core[task]!]!]!;
    expect(Number.isFinite(model.meanS[task * model.columnCount + node.column]!)).toBe(true);
    expect(pState[task]!).toBeLessThan(node.pStateCount);
  }
  const { makespanZ, energyZ } = evaluateMapping(model, mapping!);
  if (goal === 'mo-ec') return energyZ >= model.energyZ - 1e-9 ? makespanZ : null;
  return makespanZ >= model.makespanZ - 1e-9 ? energyZ : null;
}

/** A quantile, a rounding error up or down; infinite ones are exact. */
function slack(z: number, sign: 1 | -1): number {
  return Number.isFinite(z) ? z + sign * 1e-9 * Math.max(1, Math.abs(z)) : z;
}

describe.each(METHODS)('%s', (_, options) => {
  it.each(CONSTRAINT_HANDLING)(
    '%s: never beats the best of all plans, often is it, and finds a feasible one where there are',
    async (handling) => {
      let [best, feasible, found] = [0, 0, 0];
      for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
        const { model } = randomRobustModel(seed, { mostPlans: 20_000 });
        for (const goal of GOALS) {
          const improvements = seed % 2 === 0 ? PRINTED : IMPROVED;
          const outcome = await geneticMethod(inputOf(model, goal, { handling, improvements }), options);
          const z = reached(model, goal, outcome);
          const optimum = bruteForce(model, goal).bestZ;
          if (optimum !== null) feasible++;
          if (z === null) continue;
          found++;
          expect([seed, goal, optimum, z, optimum !== null && z <= slack(optimum, 1)]).toEqual([
            seed,
            goal,
            optimum,
            z,
            true,
          ]);
          if (z >= slack(optimum!, -1)) best++;
        }
      }
      expect(feasible).toBeGreaterThan(40);
      expect(found / feasible).toBeGreaterThan(handling === 'limit' ? 0.5 : 0.9);
      expect(best / found).toBeGreaterThan(0.5);
    },
  );

  it('the same seed gives the same bytes, another seed another search', async () => {
    const { model } = randomRobustModel(11, { tasks: 30, nodes: 3, mostPlans: Infinity });
    const short = { ...options, stallGenerations: 10 };
    const bytes = async (seed: number): Promise<string> =>
      JSON.stringify(await geneticMethod(inputOf(model, 'mo-ec', { random: randomStream(seed, 'ga') }), short));
    expect(await bytes(1)).toBe(await bytes(1));
    expect(await bytes(1)).not.toBe(await bytes(2));
  });

  it('loses nothing of the mapping it starts from, and of its greedy seeds', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(12, 12); seed++) {
      const { model } = randomRobustModel(seed, { tasks: 15, mostPlans: Infinity });
      for (const goal of GOALS) {
        const best = bestOf(model, goal, greedySeeds(model, goal, randomStream(1, 'ga')));
        const input = inputOf(model, goal, { improvements: IMPROVED });
        const first = await geneticMethod(input, options);
        const z = reached(model, goal, first);
        if (best !== null) expect(z).toBeGreaterThanOrEqual(best);
        const again = await geneticMethod(
          { ...input, start: first.next!, random: randomStream(2, 'ga') },
          { ...options, populationSize: 6, stallGenerations: 2 },
        );
        if (z === null) continue;
        compared++;
        expect(reached(model, goal, again)).toBeGreaterThanOrEqual(z);
      }
    }
    expect(compared).toBeGreaterThan(8);
  });

  it('survives what is degenerate', async () => {
    const cases = [
      { tasks: 1 },
      { nodes: 1, cores: 1 },
      { nodes: 3, cores: 3, tasks: 3 },
      { zeroVariance: true },
      { zeroVariance: true, deadlineFactor: 0.1 },
      { incompatible: 0.9 },
      { zeroOverhead: true },
      { deadlineFactor: 0.1 },
      { budgetFactor: 0.1 },
      { alike: true },
    ];
    for (const shape of cases) {
      for (let seed = 1; seed <= 3; seed++) {
        const { model } = randomRobustModel(seed, shape);
        for (const goal of GOALS) {
          for (const handling of CONSTRAINT_HANDLING) {
            const improvements = seed % 2 === 0 ? PRINTED : IMPROVED;
            const outcome = await geneticMethod(inputOf(model, goal, { handling, improvements }), options);
            reached(model, goal, outcome);
            expect(outcome.stoppedEarly).toBe(false);
          }
        }
      }
    }
  });
});

/** The best quantile among mappings that keep the limit. */
function bestOf(model: RobustModel, goal: RobustGoal, mappings: ReturnType<typeof greedySeeds>): number | null {
  const feasible = mappings
    .map((mapping) => evaluateMapping(model, mapping))
    .filter(({ makespanZ, energyZ }) => (goal === 'mo-ec' ? energyZ >= model.energyZ : makespanZ >= model.makespanZ))
    .map(({ makespanZ, energyZ }) => (goal === 'mo-ec' ? makespanZ : energyZ));
  return feasible.length === 0 ? null : Math.max(...feasible);
}

describe('ga', () => {
  const { model } = randomRobustModel(11, { tasks: 40, nodes: 3, mostPlans: Infinity, budgetFactor: 2 });

  it('tells its driver the quantile of the best feasible mapping after every step, and ends when told', async () => {
    for (const steps of [1, 3, 5]) {
      const told: (number | null)[] = [];
      const control: RunControl = {
        step: ({ incumbent, bound }) => {
          expect(bound).toBeNull();
          told.push(incumbent);
          return Promise.resolve(told.length >= steps);
        },
      };
      const outcome = await geneticMethod(inputOf(model, 'mo-ec', { control }), GA);
      expect(told).toHaveLength(steps);
      expect(outcome.stoppedEarly).toBe(true);
      expect(outcome.work['generations']).toBe(Math.max(0, (steps - 2) * GA.advancesPerStep));
      expect(reached(model, 'mo-ec', outcome)).toBeCloseTo(told.at(-1)!, 12);
      // In the same number of steps the same again.
      let left = steps;
      const again = await geneticMethod(
        inputOf(model, 'mo-ec', { control: { step: () => Promise.resolve(--left <= 0) } }),
        GA,
      );
      expect(JSON.stringify(again)).toBe(JSON.stringify(outcome));
    }
  });

  it('four offspring per generation, and the population of the thesis', async () => {
    const { work } = await geneticMethod(inputOf(model, 'mo-ec'), { ...PRINTED_ROBUST_GA, stallGenerations: 100 });
    expect(work['fullEvaluations']).toBe(200);
    expect(work['evaluations']).toBe(200 + 4 * work['generations']!);
    expect(work['localSearchIterations']).toBe(0);
  });

  it('gals: only offspring as good as the worst are searched from, each for 200 iterations', async () => {
    let steps = 52;
    const control: RunControl = { step: () => Promise.resolve(--steps <= 0) };
    const { work } = await geneticMethod(inputOf(model, 'mo-ec', { control }), {
      ...PRINTED_ROBUST_GALS,
      populationSize: 20,
    });
    expect(work['generations']).toBe(100);
    expect(work['localSearchIterations']! % 200).toBe(0);
    expect(work['localSearchIterations']).toBeGreaterThan(0);
    expect(work['localSearchIterations']).toBeLessThan(400 * 200);
  });

  it('limiting the search space starts from founders that keep the limit, and keepFeasible does under any handling', async () => {
    let [admitted, different] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(10, 5); seed++) {
      const { model: roomy } = randomRobustModel(seed, {
        nodes: 3,
        tasks: 30,
        mostPlans: Infinity,
        deadlineFactor: 1.5,
        incompatible: 0,
      });
      const founding: RunControl = { step: () => Promise.resolve(true) };
      const only = { ...GA, foundersPerStep: 60, populationSize: 30 };
      const input = inputOf(roomy, 'eo-mc', { control: founding, handling: 'limit' });
      const { work } = await geneticMethod(input, only);
      // Of random founders hardly any would be admitted: all tries would be used up.
      if (work['fullEvaluations']! < 40) admitted++;
      const bytes = async (keepFeasible: boolean): Promise<string> => {
        const improvements = { ...PRINTED, keepFeasible };
        return JSON.stringify(await geneticMethod({ ...input, handling: 'static', improvements }, only));
      };
      if ((await bytes(true)) !== (await bytes(false))) different++;
    }
    expect(admitted).toBeGreaterThan(4);
    expect(different).toBeGreaterThan(4);
  });

  it('limiting the search space where no founder keeps the limit says so and gives the one closest to it', async () => {
    const { model: hopeless } = randomRobustModel(3, { tasks: 6, budgetFactor: 0.2 });
    const outcome = await geneticMethod(inputOf(hopeless, 'mo-ec', { handling: 'limit' }), GA);
    expect(outcome.warnings.join()).toMatch(/No founder/);
    const seeds = greedySeeds(hopeless, 'mo-ec', randomStream(1, 'ga')).map(
      (mapping) => evaluateMapping(hopeless, mapping).energyZ,
    );
    expect(evaluateMapping(hopeless, outcome.mapping!).energyZ).toBe(Math.max(...seeds));
  });

  it('a task that can run nowhere: no mapping, and its name', async () => {
    const { model: tiny } = tinyRobust();
    const meanS = tiny.meanS.slice();
    meanS.fill(Infinity, 2 * tiny.columnCount, 3 * tiny.columnCount);
    const { mapping, warnings } = await geneticMethod(inputOf({ ...tiny, meanS }, 'eo-mc'), GA);
    expect(mapping).toBeNull();
    expect(warnings.join()).toContain('t3');
  });
});
