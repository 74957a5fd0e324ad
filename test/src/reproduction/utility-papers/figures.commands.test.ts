import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { utilityAt } from '../../../../models/families/utility-function.js';
import { cellsOf, type Design, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import {
  BEST_LENIENCY,
  figureDesign,
  LENIENCIES,
  settingNamed,
} from '../../../../src/reproduction/utility-papers/figures.js';
import type { UtilityShape } from '../../../../src/reproduction/utility-papers/instance-shape.js';
import { UTILITY_FIGURES, type UtilityFigure } from '../../../../src/reproduction/utility-papers/names.js';
import { UTILITY_PACE } from '../../../../src/reproduction/utility-papers/pace.js';
import { shareOfPrinted, UNCONSTRAINED } from '../../../../src/reproduction/utility-papers/regimes.js';
import { methodOf, preempting, type PreemptiveWorkload } from '../../../../src/reproduction/utility-papers/settings.js';
import { BUNDLED, instanceFor } from '../../../../src/reproduction/utility-papers/trial.js';
import { withWorkload } from '../../../../src/reproduction/utility-papers/workloads.js';
import { bundledUtilityInstances } from '../../../support/bundled.js';
import { utilityFiles } from '../../../../src/families/utility/instances/load.js';
import { utilityModel } from '../../../support/utility/utility-model.js';
import { POLICIES } from '../../../../src/families/utility/methods/registry.js';
import { estimateS } from '../../../../src/reproduction/estimate.js';

const METHODS = POLICIES.map(({ name }) => name);
const designOf = (figure: UtilityFigure, scale: 'reduced' | 'full' = 'reduced'): Design =>
  figureDesign(figure, { scale });
const bundled = bundledUtilityInstances();
/** An instance as the experiments read it. */
const shapeOf = (instance: UtilityInstance): UtilityShape => instance as unknown as UtilityShape;
const instanceOf = (figure: UtilityFigure, name: string, seed = 1): UtilityInstance => {
  const setting = settingNamed(figure, name);
  const found = bundled.find(({ instance }) => instance.name === BUNDLED[setting.regime])!;
  // A design without an unconstrained energy measures it in each trial.
  const settings = { unconstrainedJ: 2.8e6, ...designOf(figure).settings };
  return instanceFor(shapeOf(found.instance), setting, seed, settings) as unknown as UtilityInstance;
};
/** The preemptive instance with another workload. */
const reworked = (instance: UtilityInstance, workload: PreemptiveWorkload): UtilityInstance =>
  withWorkload(shapeOf(instance), workload) as unknown as UtilityInstance;
const settings = (figure: UtilityFigure, scale: 'reduced' | 'full' = 'reduced'): readonly string[] =>
  designOf(figure, scale).factors[0]!.levels;

describe('designs of the papers on utility', () => {
  it.each(UTILITY_FIGURES)('%s makes sense, and every setting is an instance that is judged valid', (figure) => {
    for (const scale of ['reduced', 'full'] as const) {
      const design = designOf(figure, scale);
      validateDesign(design);
      for (const { method } of cellsOf(design)) expect(METHODS).toContain(methodOf(method!).method);
      for (const setting of settings(figure, scale)) {
        const judged = utilityFiles.judge(JSON.parse(JSON.stringify(instanceOf(figure, setting, 2))));
        expect([setting, judged.ok]).toEqual([setting, true]);
      }
    }
  });

  it.each(UTILITY_FIGURES.filter((figure) => figure !== 'utility-curie'))(
    '%s takes less than 25 minutes on two workers of a slow core',
    (figure) => {
      const seconds = estimateS(UTILITY_PACE, trialsOf(designOf(figure)), [], 2);
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThan(25 * 60);
    },
  );

  it("without Curie's log there is one trial, which takes no time", () => {
    const design = designOf('utility-curie', 'full');
    expect([design.trials, design.settings['log'], estimateS(UTILITY_PACE, trialsOf(design), [], 1)]).toEqual([
      1,
      null,
      0,
    ]);
  });

  it('there are as many full trials as in the papers: 48, of preemption 64', () => {
    const trials = (figure: UtilityFigure): number => designOf(figure, 'full').trials;
    expect(
      ['utility-serial', 'utility-parallel-5000', 'utility-bursts'].map((name) => trials(name as UtilityFigure)),
    ).toEqual([48, 48, 64]);
    expect(designOf('utility-serial').trials).toBe(12);
    expect(figureDesign('utility-serial', { scale: 'full', trials: 3 }).trials).toBe(3);
  });

  it('thirteen leniencies are swept in full, and in reduced figures those that claims compare for a heuristic', () => {
    const swept = (method: string, scale: 'reduced' | 'full'): string[] =>
      cellsOf(designOf('utility-serial', scale))
        .filter((cell) => cell['method'] === method && cell['setting']!.startsWith('leniency'))
        .map(({ setting }) => setting!.replace('leniency ', ''));
    for (const [method, best] of Object.entries(BEST_LENIENCY)) {
      expect(swept(method, 'full')).toEqual(LENIENCIES.map(String));
      expect(swept(method, 'reduced')).toContain(String(best));
    }
    expect(swept('min-min', 'reduced')).toEqual(['0.3', '0.6', '0.75', '1', '1.25', '2', '4']);
    expect(swept('upe', 'reduced')).toEqual(['0.3', '0.6', '1', '1.5', '2', '4']);
  });

  it('the full grids are those of the papers', () => {
    const budgets = settings('utility-budgets', 'full').filter((name) => /^\d+ %$/.test(name));
    expect(budgets).toEqual(['47 %', '53 %', '58 %', '64 %', '70 %', '76 %', '82 %', '88 %', '93 %', '99 %', '105 %']);
    expect(settings('utility-bursts', 'full')).toEqual([1, 16, 32, 64, 128].map((size) => `bursts of ${size}`));
    expect(settings('utility-preemptive', 'full').filter((name) => name.startsWith('flags'))).toHaveLength(5);
  });

  it('levels are read as they were written', () => {
    expect(methodOf(preempting('upt', 'greedy'))).toEqual({ method: 'upt', technique: 'greedy' });
    expect(methodOf(preempting('event-based', 'none'))).toEqual({ method: 'event-based', technique: 'none' });
    expect(() => settingNamed('utility-serial', 'leniency 9')).toThrow('no setting "leniency 9"');
  });
});

describe('budgets of the papers', () => {
  it('are 70 % of what the named heuristic draws without one; 12 GJ of the paper are that share, 18 GJ more than all', () => {
    const { energyJ } = UNCONSTRAINED['parallel-5000'];
    expect(instanceOf('utility-parallel-5000', '70 %').energyBudgetJPerDay).toBeCloseTo(0.7 * energyJ, 3);
    expect(instanceOf('utility-parallel-5000', 'no budget').energyBudgetJPerDay).toBeUndefined();
    expect(instanceOf('utility-parallel-5000', '12 GJ').energyBudgetJPerDay).toBe(12e9);
    expect(instanceOf('utility-budgets', '47 %').energyBudgetJPerDay).toBeCloseTo((0.7 * energyJ * 8) / 12, 3);
    expect([shareOfPrinted(12), shareOfPrinted(18)]).toEqual([0.7, expect.closeTo(1.05, 12)]);
  });

  it('are one number for all trials, whose tasks differ', () => {
    const [first, second] = [1, 2].map((seed) => instanceOf('utility-serial', 'no filter', seed));
    expect(first!.energyBudgetJPerDay).toBe(second!.energyBudgetJPerDay);
    expect(first!.seed).not.toBe(second!.seed);
  });
});

describe('variants of 000', () => {
  it('fifteen P-states lie evenly between full and half power; without dropping nothing else changes', () => {
    const [usual, many, kept] = ['70 %', '70 %, 15 P-states', '70 %, no dropping'].map((name) =>
      instanceOf('utility-parallel-5000', name),
    );
    const types = many!.taskTypes;
    const factors = types.source === 'downey' ? types.powerFactors : [];
    expect([factors.length, factors[0], factors[7], factors[14]]).toEqual([15, 1, 0.75, 0.5]);
    expect({ ...types, powerFactors: 0 }).toEqual({ ...usual!.taskTypes, powerFactors: 0 });
    expect(kept).toEqual({ ...usual!, droppingThreshold: 'none' });
  });

  it('have filters of two leniencies each, and a goal by expected arrivals', () => {
    const named = (name: string): unknown => settingNamed('utility-parallel-5000', name);
    expect(named('70 %, per-task, leniency 4')).toMatchObject({ filter: 'per-task', leniency: 4 });
    expect(named('70 %, per-resource, leniency 2')).toMatchObject({ filter: 'per-resource', leniency: 2 });
    expect(settingNamed('utility-curie', '31 %, goal by arrivals')).toMatchObject({ goalRate: 'arrivals' });
  });
});

describe("days of Curie's log", () => {
  it('are different ones in 46 trials, whole, from eight in the evening', () => {
    const starts = Array.from({ length: 46 }, (_, n) => {
      const { arrivals } = instanceOf('utility-curie', 'no budget, 80 % of the cores', n + 1);
      return arrivals.source === 'swf' ? arrivals.startS : NaN;
    });
    expect(new Set(starts).size).toBe(46);
    // The log of the bundled instance begins at 15:51:50 of its first day; its jobs end in day 573.
    for (const startS of starts) expect((startS + 15 * 3600 + 51 * 60 + 50) % 86_400).toBe(20 * 3600);
    expect([Math.min(...starts), Math.max(...starts)].map((startS) => Math.floor(startS / 86_400))).toEqual([527, 572]);
  });

  it('run on 80 % of the cores, or on the bundled half', () => {
    const cores = (setting: string): number =>
      instanceOf('utility-curie', setting).pools.reduce((sum, pool) => sum + pool.nodes * (pool.coresPerNode ?? 1), 0);
    expect(cores('no budget, 80 % of the cores') / 92_160).toBeCloseTo(0.8, 2);
    expect(cores('no budget, 50 % of the cores') / 92_160).toBeCloseTo(0.5, 2);
  });
});

describe('workloads of 002', () => {
  const bundledTasks = bundledUtilityInstances().find(({ instance }) => instance.name === 'preemptive-64')!.instance;
  /** The same with few tasks. */
  const small: UtilityInstance =
    bundledTasks.arrivals.source === 'generated'
      ? { ...bundledTasks, arrivals: { ...bundledTasks.arrivals, tasksPerDay: 2000, burstSize: 4 } }
      : bundledTasks;
  /** Utility of a critical and of another task at an age of so many mean times of its type and so many seconds, over the starting one. */
  const shares = (instance: UtilityInstance, times: number, seconds: number): number[] => {
    const { tasks, functions, options, pools } = utilityModel(instance);
    return [8, 1].map((starting) => {
      const task = Array.from(tasks.utility).findIndex((f) => utilityAt(functions, f, 0) === starting);
      const [first, end] = [options.first[tasks.kind[task]!]!, options.first[tasks.kind[task]! + 1]!];
      expect(end - first).toBe(pools.length);
      const meanS = options.timeS.slice(first, end).reduce((sum, timeS) => sum + timeS, 0) / pools.length;
      return utilityAt(functions, tasks.utility[task]!, times * meanS + seconds) / starting;
    });
  };

  it('steps last one mean time for critical tasks and ten for others', () => {
    const steps = reworked(small, { classes: 'step' });
    expect([shares(steps, 0.99, 0), shares(steps, 1.01, 0)]).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect([shares(steps, 9.99, 0), shares(steps, 10.01, 0)]).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('the decay begins after a mean time, with an urgency of 0.3 in ten minutes, and is over after 200', () => {
    const decaying = reworked(small, { classes: 'decaying' });
    expect(shares(decaying, 0.99, 0)).toEqual([1, 1]);
    for (const share of shares(decaying, 1, 6000)) expect(share).toBeCloseTo(Math.exp(-3), 9);
    expect(shares(decaying, 1, 12_001)).toEqual([0, 0]);
  });

  it('flags, bursts and times of critical tasks change nothing else', () => {
    const changed = reworked(bundledTasks, { burstSize: 16, flags: 0.4, criticalTimeS: 1800 });
    const { arrivals, preemption, taskTypes } = changed;
    expect(arrivals).toEqual({ ...bundledTasks.arrivals, burstSize: 16 });
    expect(preemption).toEqual({ overheadS: 0, mayPreempt: 0.4, mayBePreempted: 0.4 });
    expect(taskTypes.source === 'two-level' && taskTypes.groups.map(({ meanTimeS }) => meanTimeS)).toEqual([
      1800, 3000,
    ]);
    expect({ ...changed, arrivals: 0, preemption: 0, taskTypes: 0 }).toEqual({
      ...bundledTasks,
      arrivals: 0,
      preemption: 0,
      taskTypes: 0,
    });
    expect(reworked(bundledTasks, {})).toEqual(bundledTasks);
  });

  it('are of the preemptive instance alone', () => {
    const serial = bundledUtilityInstances().find(({ instance }) => instance.name === 'serial-100')!.instance;
    expect(() => reworked(serial, { flags: 0 })).toThrow('serial-100 is no workload');
  });
});
