import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { noFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import { makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount, triesAll } from '../../../../support/fuzz.js';
import { randomDay } from '../../../../support/utility/random-days.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';

type Environment = 'serial' | 'parallel';

/** Budgets as shares of what the papers' policy of the environment draws without one; every second one in an everyday run. */
const BUDGETS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2, 5, 10].filter(
  (_, n) => triesAll() || n % 2 === 0,
);
/** The papers' policies of each environment; the first one, without a budget, is the measure of budgets. */
const RIVALS = { serial: ['upt', 'upe'], parallel: ['upr', 'upt', 'upe', 'event-based'] } as const;

/** Days on small clusters where nodes are short as well as energy, with the share of the energy that `upr` draws without a budget. */
const CASES: readonly (readonly [string, UtilityInstance, number])[] = [
  ['three clusters of unlike sizes, two thirds of the energy', cluster([64, 32, 16], [1800, 7200], 800), 0.65],
  ['one cluster of long jobs, three fifths of the energy', cluster([16], [3600, 64_800], 800), 0.6],
];

/** A drawn day with other pools (nodes), times of least and most utility (s), and number of tasks. */
function cluster(nodes: readonly number[], [leastS, mostS]: readonly [number, number], tasks: number): UtilityInstance {
  const day = randomDay('parallel', 43);
  if (day.taskTypes.source !== 'downey' || day.arrivals.source !== 'generated') throw new RangeError('another day');
  const pools = nodes.map((count, j) => ({ name: `c${j}`, nodes: count, coresPerNode: 64 }));
  const group = { ...day.taskTypes.groups[0]!, count: 20, pools: pools.map(({ name }) => name) };
  return {
    ...day,
    period: { durationS: 86_400, measuredFromS: 0 },
    pools,
    taskTypes: { ...day.taskTypes, groups: [group], timeAtLeastUtilityS: leastS, timeAtMostUtilityS: mostS },
    arrivals: { source: 'generated', tasksPerDay: tasks, amplitude: 0.5 },
  };
}

function played(model: UtilityModel, name: string): { readonly utility: number; readonly energyJ: number } {
  const entry = POLICIES.find((one) => one.name === name)!;
  const { schedule } = simulate(model, makePolicy(entry, model, { seed: 1 }), noFilter());
  const { utility, energyJ } = evaluateSchedule(model, schedule);
  return { utility, energyJ: energyJ.at(-1)! };
}

function withBudget(instance: UtilityInstance, energyBudgetJPerDay: number): UtilityModel {
  return utilityModel({ ...instance, energyBudgetJPerDay });
}

/** What `price` earns on a drawn day over the best of the papers' policies, at a budget of 40 to 110 %. */
function ratio(environment: Environment, seed: number): number {
  const day = randomDay(environment, seed);
  const rivals = RIVALS[environment];
  const unlimitedJ = played(utilityModel(day), rivals[0]).energyJ;
  const model = withBudget(day, unlimitedJ * randomStream(seed, 'budget of a day').uniform(0.4, 1.1));
  const best = Math.max(...rivals.map((name) => played(model, name).utility));
  return played(model, 'price').utility / best;
}

describe('the price of energy on small drawn days', () => {
  it.each([
    ['serial', 1.25, 0.95],
    ['parallel', 1.03, 0.95],
  ] as const)('%s: earns %f times the best of the papers in the mean, at least %f', (environment, mean, least) => {
    const ratios = Array.from({ length: fuzzCount(30, 6) }, (_, seed) => ratio(environment, seed));
    for (const [seed, one] of ratios.entries()) {
      expect({ seed, one, isTooLittle: one < least }).toEqual({ seed, one, isTooLittle: false });
    }
    expect(ratios.reduce((sum, one) => sum + one, 0) / ratios.length).toBeGreaterThan(mean);
    expect(ratios.filter((one) => one < 0.98).length).toBeLessThanOrEqual(ratios.length / 5);
  });

  it('earns over 2 % less in at most a tenth of the steps to a larger budget, and never over 10 % less', () => {
    let [steps, falls] = [0, 0];
    for (let seed = 0; seed < fuzzCount(10, 2); seed++) {
      for (const environment of ['serial', 'parallel'] as const) {
        const day = randomDay(environment, seed);
        const unlimitedJ = played(utilityModel(day), RIVALS[environment][0]).energyJ;
        let before = 0;
        for (const share of BUDGETS) {
          const { utility } = played(withBudget(day, share * unlimitedJ), 'price');
          const fallsFar = utility < 0.9 * before;
          expect({ seed, environment, share, fallsFar }).toEqual({ seed, environment, share, fallsFar: false });
          steps++;
          if (utility < 0.98 * before) falls++;
          before = utility;
        }
      }
    }
    expect(falls).toBeLessThanOrEqual(steps / 10);
  });

  it.each(CASES)('%s: earns at least 98 % of the best of the papers', (_, day, share) => {
    const unlimitedJ = played(utilityModel(day), 'upr').energyJ;
    const model = withBudget(day, share * unlimitedJ);
    const best = Math.max(...RIVALS.parallel.map((name) => played(model, name).utility));
    expect(played(model, 'price').utility / best).toBeGreaterThanOrEqual(0.98);
  });
});
