import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../src/studies/analysis/analyse.js';
import type { RunRecord } from '../../../../src/studies/plan/record.js';
import { randomStream } from '../../../../src/random/stream.js';
import { analysedBudget, analysedClass, QUICK, type Said, saidRecord } from '../../../support/analysis-records.js';
import { drawnStudy } from '../../../support/study-records.js';

describe('classes', () => {
  it('never mix families, units, directions, options or instances', () => {
    const said: Said[] = [
      { method: 'a', objective: 1 },
      { method: 'a', objective: 1, unit: 'probability' },
      { method: 'a', objective: 1, better: 'less', scope: 'other' },
      { method: 'a', objective: 1, family: 'geo' },
      { method: 'a', objective: 1, options: { problem: 'mo-ec' } },
      { method: 'a', objective: 1, instance: 'other' },
    ];
    const { classes } = analyse(
      said.map(saidRecord).map((record, n) => ({ ...record, key: `${n}` })),
      QUICK,
    );
    expect(classes.map(({ name }) => name)).toEqual([
      'geo, room',
      'reward-rate, other',
      'reward-rate, room, probability, more is better',
      'reward-rate, room, problem mo-ec, reward/s, more is better',
      'reward-rate, room, reward/s, less is better',
      'reward-rate, room, reward/s, more is better',
    ]);
    for (const { cases } of classes) expect(cases).toHaveLength(1);
  });

  it('hold an instance with its changes and variants, or all of a family if asked to', () => {
    const said: Said[] = [
      { method: 'a', objective: 1, variant: 1, instance: 'room~1' },
      { method: 'a', objective: 1, variant: 2, instance: 'room~2' },
      { method: 'a', objective: 1, variant: 2, instance: 'room~2', changes: { capW: 5 } },
    ];
    expect(analysedClass(said).name).toBe('reward-rate, 2 instances like room~1');
    const two = [...said, { method: 'a', objective: 1, instance: 'hall' }].map(saidRecord);
    expect(analyse(two, QUICK).classes).toHaveLength(2);
    expect(analyse(two, { ...QUICK, classesBy: 'family' }).classes).toHaveLength(1);
  });

  it('count a run that broke down before its unit was known', () => {
    const budget = analysedBudget([
      { method: 'a', objective: 1 },
      { method: 'b', unit: null, failure: 'crashed' },
    ]);
    expect(budget.ranking.map(({ method }) => method)).toEqual(['a', 'b']);
    expect(budget.methods[1]!.feasible).toMatchObject({ successes: 0, trials: 1 });
    expect(budget.methods[1]).toMatchObject({ objective: null, timeS: null, steps: null });
  });
});

describe('plans of different rules', () => {
  const said: Said[] = [1, 2, 3].flatMap((seed): Said[] => [
    { method: 'exact', objective: 90, bound: 100, rules: 'whole nodes', seed },
    { method: 'quick', objective: 80, rules: 'whole nodes', seed },
    { method: 'mixture', objective: 99, rules: 'time shared', seed },
    { method: 'lost', objective: null, seed },
  ]);
  const { classes, warnings } = analyse(said.map(saidRecord), QUICK);

  it('are ranked apart, so that none is best over plans of other rules', () => {
    expect(classes.map(({ name, rules, methods }) => [name, rules, methods])).toEqual([
      ['reward-rate, room, time shared', 'time shared', ['lost', 'mixture']],
      ['reward-rate, room, whole nodes', 'whole nodes', ['exact', 'lost', 'quick']],
    ]);
    expect(classes.map(({ budgets }) => budgets[0]!.ranking.map(({ method }) => method))).toEqual([
      ['mixture', 'lost'],
      ['exact', 'quick', 'lost'],
    ]);
    expect(classes.map(({ cases }) => cases.map(({ best }) => best))).toEqual([
      [99, 99, 99],
      [90, 90, 90],
    ]);
  });

  it('are said to be ranked apart, with the methods of each', () => {
    expect(warnings).toEqual([
      'Plans of different rules are not compared; methods are ranked apart by time shared (mixture) and by whole nodes (exact, quick).',
    ]);
  });

  it('are held against one bound, which covers them all', () => {
    for (const { cases } of classes) expect(cases.map(({ bound }) => bound)).toEqual([100, 100, 100]);
  });

  it('of one method count each among their own', () => {
    const { classes: own } = analyse(
      [
        ...said,
        { method: 'free', objective: 95, rules: 'time shared' },
        { method: 'free', objective: 85, rules: 'whole nodes', seed: 2 },
        { method: 'free', objective: null, seed: 3 },
      ].map(saidRecord),
      QUICK,
    );
    const runs = own.map(({ budgets }) => budgets[0]!.methods.find(({ method }) => method === 'free')!);
    expect(runs.map(({ runs: count, objective }) => [count, objective!.mean])).toEqual([
      [2, 95],
      [2, 85],
    ]);
  });
});

describe('a ranking', () => {
  it('gives methods of equal mean rank one place', () => {
    // Ranks 1, 2, 3 and 2, 1, 3: means 1.5, 1.5 and 3.
    const { ranking } = analysedBudget([
      ...[10, 9].map((objective, n): Said => ({ method: 'a', objective, seed: n + 1 })),
      ...[9, 10].map((objective, n): Said => ({ method: 'b', objective, seed: n + 1 })),
      ...[1, 1].map((objective, n): Said => ({ method: 'c', objective, seed: n + 1 })),
    ]);
    expect(ranking.map(({ method, meanRank, place }) => [method, meanRank, place])).toEqual([
      ['a', 1.5, 1],
      ['b', 1.5, 1],
      ['c', 3, 3],
    ]);
  });
});

describe('the bound of a case', () => {
  it('is the best certificate of its runs under all budgets and seeds, and gaps are held against it', () => {
    const { cases, budgets } = analysedClass([
      { method: 'a', objective: 80, bound: 110 },
      { method: 'a', objective: 85, seed: 2 },
      { method: 'b', objective: 90, bound: 100, budget: { timeLimitS: null, workLimit: 99 } },
      { method: 'bound', bound: 105 },
    ]);
    expect(cases.map(({ bound, best }) => [bound, best])).toEqual([
      [100, 90],
      [100, 90],
    ]);
    expect(budgets[0]!.methods).toMatchObject([{ method: 'a', gap: { least: 0.15, greatest: 0.2 } }]);
  });

  it('of certificates with different scopes is the weakest, which holds for the plans of all', () => {
    const rigid = { bound: 100, scope: 'plans that move nothing' };
    const { cases } = analysedClass([
      { method: 'a', objective: 90, ...rigid },
      { method: 'b', objective: 104, bound: 120, scope: 'every plan' },
      { method: 'c', objective: 80, bound: 110, scope: 'every plan' },
    ]);
    expect(cases[0]!.bound).toBe(110);
    const least = { better: 'less' } as const;
    const costs = analysedClass([
      { method: 'a', objective: 12, bound: 10, ...least },
      { method: 'b', objective: 12, bound: 9, scope: 'more', ...least },
      { method: 'c', objective: 11, bound: 8, ...least },
    ]);
    expect(costs.cases[0]).toMatchObject({ bound: 9, best: 11 });
  });

  it('that a plan passes is not used, and a warning asks to report it', () => {
    const records = [
      saidRecord({ method: 'a', objective: 101 }),
      saidRecord({ method: 'b', objective: 90, bound: 100 }),
    ];
    const { classes, warnings } = analyse(records, QUICK);
    expect(warnings).toEqual([expect.stringContaining('a has a plan of 101, beyond the proven bound of 100')]);
    expect(classes[0]!.cases[0]!.bound).toBeNull();
    expect(classes[0]!.budgets[0]!.methods.map(({ gap }) => gap)).toEqual([null, null]);
  });

  it('that a plan passes by more than rounding is refuted as by solve: by 1e-8 of it, not by 1e-10', () => {
    const boundBeside = (objective: number): number | null | undefined =>
      analyse([saidRecord({ method: 'a', objective }), saidRecord({ method: 'b', objective: 90, bound: 100 })], QUICK)
        .classes[0]!.cases[0]!.bound;
    expect(boundBeside(100 + 1e-6)).toBeNull();
    expect(boundBeside(100 + 1e-8)).not.toBeNull();
  });

  it('is not taken from a run that ended as a fault', () => {
    const [sound, refuted] = [
      saidRecord({ method: 'a', objective: 90, bound: 100 }),
      saidRecord({ method: 'b', objective: 80, bound: 95 }),
    ];
    const failed = { ...refuted, outcome: { ...refuted.outcome, termination: 'failed' as const } };
    expect(analyse([sound, failed], QUICK).classes[0]!.cases[0]!.bound).toBe(100);
  });

  it('gives no gap to a plan that its own run says it does not cover', () => {
    const [, b] = analysedBudget([
      { method: 'a', objective: 95, bound: 100 },
      { method: 'b', objective: 90, bound: 100, gap: null },
    ]).methods;
    expect(b).toMatchObject({ gap: null, successes: [], primalIntegral: null, objective: { mean: 90 } });
  });

  it('is shared by seeds where they are the method’s, not where they draw the instance', () => {
    const of = (run: Pick<Said, 'verb' | 'variants'>): (number | null)[] =>
      analysedClass([
        { method: 'a', objective: 90, bound: 100, ...run },
        { method: 'a', objective: 95, seed: 2, ...run },
      ]).cases.map(({ bound }) => bound);
    expect(of({ verb: 'solve' })).toEqual([100, 100]);
    expect(of({ verb: 'compare', variants: false })).toEqual([100, 100]);
    expect(of({ verb: 'compare', variants: true })).toEqual([100, null]);
  });
});

describe('curves', () => {
  it('of performance are ratios of shortfall plus a percent; no plan is never within any factor', () => {
    const { performance } = analysedClass([
      { method: 'a', objective: 99, bound: 100 },
      { method: 'b', objective: 95, bound: 100 },
      { method: 'a', objective: null, instance: 'room', changes: { capW: 1 } },
      { method: 'b', objective: 50, bound: 50, changes: { capW: 1 } },
    ]);
    const points = new Map(performance.map(({ method, points: steps }) => [method, steps]));
    expect(points.get('a')).toEqual([{ x: 1, y: 0.5 }]);
    // (5 % + 1 %) / (1 % + 1 %) = 3.
    expect(points.get('b')).toEqual([
      { x: 1, y: 0.5 },
      { x: expect.closeTo(3, 12) as number, y: 1 },
    ]);
  });

  it('of performance need no ratio of objectives of either sign: without bounds the best plan is the reference', () => {
    const { performance } = analysedClass([
      { method: 'a', objective: -1 },
      { method: 'b', objective: 1 },
    ]);
    expect(performance.map(({ points }) => points.map(({ x }) => x))).toEqual([[expect.closeTo(201, 9)], [1]]);
  });

  it('of data and the primal integral count the checker’s value where the method believed more', () => {
    const { data, budgets, anytime } = analysedClass([
      {
        method: 'a',
        objective: 99.5,
        bound: 100,
        path: [
          [2, 50],
          [3, 40],
          [4, 120],
        ],
      },
    ]);
    expect(data[0]!.points).toEqual([{ x: 4, y: 1 }]);
    // Gap 1 for 2 steps, 0.5 for 2, 0.005 for 6, over 10 steps.
    expect(budgets[0]!.methods[0]!.primalIntegral!.mean).toBeCloseTo((2 + 1 + 0.03) / 10, 12);
    expect(anytime!.axis).toBe('steps');
    const { median } = anytime!.curves[0]!;
    expect([median[0], median.at(-1)]).toEqual([null, expect.closeTo(0.005, 12)]);
  });
});

describe('the analysis', () => {
  const { records, runs } = drawnStudy({
    seeds: 3,
    powerCapsW: [1e5, 2e5],
    budgets: [{ timeLimitS: 2, workLimit: null }],
  });
  const shuffled = (given: readonly RunRecord[]): RunRecord[] => {
    const { uniform } = randomStream(9, 'order');
    return given
      .map((record) => [uniform(), record] as const)
      .sort(([one], [other]) => one - other)
      .map(([, record]) => record);
  };

  it('is the same in whatever order records come', () => {
    expect(analyse(shuffled(records), QUICK)).toEqual(analyse(records, QUICK));
    expect(analyse(shuffled(records), { ...QUICK, runs })).toEqual(analyse(records, { ...QUICK, runs }));
  });

  it('depends on no time where times are left out', () => {
    const slower = records.map((record) => ({
      ...record,
      machine: {
        ...record.machine,
        timeS: { total: 1234 },
        trajectoryTimeS: record.machine.trajectoryTimeS.map((s) => 7 * s),
      },
    }));
    const options = { ...QUICK, withTimes: false };
    expect(analyse(slower, options)).toEqual(analyse(records, options));
    expect(analyse(slower, QUICK)).not.toEqual(analyse(records, QUICK));
    expect(JSON.stringify(analyse(records, options))).not.toContain('"axis":"seconds"');
  });

  it('counts failures by family, method and reason, runs without a record, and records that belong to no run not at all', () => {
    const said = [
      saidRecord({ method: 'a', failure: 'memory', seed: 1 }),
      saidRecord({ method: 'a', failure: 'memory', seed: 2 }),
      saidRecord({ method: 'a', failure: 'time', seed: 3 }),
      saidRecord({ method: 'a', failure: 'memory', seed: 4, family: 'robust' }),
    ];
    expect(analyse(said, QUICK).failures).toMatchObject([
      { family: 'reward-rate', method: 'a', reason: 'memory', runs: 2, key: said[0]!.key, message: 'memory of room' },
      { family: 'reward-rate', method: 'a', reason: 'time', runs: 1 },
      { family: 'robust', method: 'a', reason: 'memory', runs: 1, key: said[3]!.key },
    ]);
    const partly = analyse([...records.slice(3), ...said], { ...QUICK, runs });
    expect(partly.missing).toBe(3);
    expect(partly.failures.some(({ method }) => method === 'a')).toBe(false);
  });

  it('takes the newest version where two have records of the same run', () => {
    const records = ['1.9.0', '1.10.0'].map((version, n) => saidRecord({ method: 'a', objective: n, version }));
    const { classes, warnings } = analyse(records, QUICK);
    expect(classes[0]!.budgets[0]!.methods[0]!.objective!.mean).toBe(1);
    expect(warnings).toEqual([expect.stringContaining('another version')]);
  });

  it('runs of a comparison are of one instance with the bound of all, or of one for each variant', () => {
    const plans = [4, 5, 6];
    const bounds = [10, 8, 9];
    const said = (variants: boolean): RunRecord[] =>
      [1, 2, 3].flatMap((seed, n) => [
        ...(variants || seed === 1
          ? [saidRecord({ method: 'bound', seed, bound: bounds[n]!, verb: 'compare', variants })]
          : []),
        saidRecord({ method: 'a', seed, objective: plans[n]!, verb: 'compare', variants }),
      ]);
    const gapsOf = (variants: boolean): unknown => {
      const { cases, budgets } = analyse(said(variants), QUICK).classes[0]!;
      return [
        cases.map(({ bound }) => bound),
        budgets[0]!.methods[0]!.gap!.least,
        budgets[0]!.methods[0]!.gap!.greatest,
      ];
    };
    expect(gapsOf(false)).toEqual([[10, 10, 10], 0.4, 0.6]);
    expect(gapsOf(true)).toEqual([[10, 8, 9], 1 / 3, 0.6]);
  });

  it('of no records is empty, and refuses a confidence of 1', () => {
    expect(analyse([])).toMatchObject({ classes: [], failures: [], missing: 0, warnings: [] });
    expect(() => analyse([], { confidence: 1 })).toThrow(RangeError);
  });
});
