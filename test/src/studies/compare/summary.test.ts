import { describe, expect, test } from 'vitest';
import { ON_OBJECTIVE, type RunFrame } from '../../../../src/studies/compare/certificates.js';
import {
  convergenceOf as convergence,
  methodDifferences as differences,
  methodSummaries as summaries,
  profilesOf,
  wholeTrials,
} from '../../../../src/studies/compare/summary.js';

const rules = { figures: [], certificates: [ON_OBJECTIVE] as const, better: 'more' as const };
const methodSummaries = (methods: readonly string[], runs: readonly RunFrame[]) => summaries(rules, methods, runs);
const methodDifferences = (methods: readonly string[], reference: string, runs: readonly RunFrame[]) =>
  differences(rules, methods, reference, runs);
const convergenceOf = (runs: readonly RunFrame[], axis: 'steps' | 'seconds' = 'seconds') =>
  convergence(rules, runs, axis);
function run(method: string, trial: number, objective: number | null, more: Partial<RunFrame> = {}): RunFrame {
  return {
    trial,
    seed: trial + 1,
    method,
    termination: 'finished',
    feasible: objective !== null,
    objective,
    bound: 10,
    gap: objective === null ? null : (10 - objective) / 10,
    planObjective: objective,
    broken: [],
    timeS: 2,
    cpuS: null,
    steps: 1,
    trajectory: [],
    ...more,
  };
}

/** Three trials; B has no plan in the last. */
const RUNS = [run('A', 0, 8), run('A', 1, 9), run('A', 2, 7), run('B', 0, 6), run('B', 1, 9), run('B', 2, null)];

describe('means of a method', () => {
  test('leave out trials without a plan, and count them', () => {
    const [a, b] = methodSummaries(['A', 'B'], RUNS);
    expect(a).toMatchObject({ plans: 3, withoutPlan: 0, best: 3, objective: { n: 3, mean: 8, sd: 1 } });
    // t(0.975, 2) = 4.302653: 8 -+ 4.302653 / sqrt 3.
    expect(a!.objective!.interval!.low).toBeCloseTo(5.515862, 5);
    expect(a!.objective!.interval!.high).toBeCloseTo(10.484138, 5);
    expect(a!.gap!.mean).toBeCloseTo(0.2, 12);
    expect(b).toMatchObject({ plans: 2, withoutPlan: 1, best: 1, objective: { n: 2, mean: 7.5 } });
  });

  test('count the best of whole trials alone', () => {
    const cut = [run('A', 0, 5), run('B', 0, 9), run('A', 1, 5)];
    expect(wholeTrials(['A', 'B'], cut)).toEqual(new Set([0]));
    expect(methodSummaries(['A', 'B'], cut)).toMatchObject([
      { best: 0, plans: 2, objective: { mean: 5 } },
      { best: 1, plans: 1 },
    ]);
    const unbound = cut.map((one) => ({ ...one, bound: null, objective: null }));
    expect(wholeTrials(['A', 'B'], unbound).size).toBe(1);
  });

  test('count the least value as best where less is better', () => {
    const cheapest = summaries({ ...rules, better: 'less' }, ['A', 'B'], RUNS);
    expect(cheapest.map(({ best }) => best)).toEqual([2, 2]);
  });

  test('count the best by the rules of their plans, which may differ between trials of one method', () => {
    const [time, whole] = [{ rules: 'time shared' }, { rules: 'whole nodes' }];
    const runs = [
      ...[0, 1].map((trial) => run('A', trial, 8, time)),
      run('A', 2, 5, whole),
      ...[0, 1, 2].map((trial) => run('B', trial, 7, whole)),
    ];
    expect(methodSummaries(['A', 'B'], runs)).toMatchObject([
      { best: 2, bestByRules: { 'time shared': 2 } },
      { best: 3, bestByRules: { 'whole nodes': 3 } },
    ]);
    expect(methodSummaries(['A', 'B'], RUNS)[0]).not.toHaveProperty('bestByRules');
  });

  test('are none where there is no plan at all', () => {
    const [none] = methodSummaries(['C'], [run('C', 0, null)]);
    expect(none).toMatchObject({ plans: 0, withoutPlan: 1, objective: null, gap: null, best: 0 });
  });
});

describe('differences to the reference', () => {
  test('pair the common trials alone', () => {
    const [b] = methodDifferences(['A', 'B'], 'A', RUNS);
    expect(b).toMatchObject({ method: 'B', reference: 'A', unpaired: 1 });
    expect(b!.objective).toMatchObject({ n: 2, mean: -1, wins: 0, losses: 1, ties: 1 });
  });

  test('are none where there is no common trial', () => {
    const [b] = methodDifferences(['A', 'B'], 'A', [run('A', 0, 1), run('B', 1, 1)]);
    expect(b).toMatchObject({ unpaired: 2, objective: null });
  });
});

describe('convergence', () => {
  const climbing = run('A', 0, 9, {
    trajectory: [
      [1, 1, 5],
      [2, 4, 9],
    ],
  });
  /** The median gap of A at the last point up to a time. */
  const gapAt = ({ at, curves }: ReturnType<typeof convergence>, timeS: number): number | null =>
    curves[0]!.median[at.findLastIndex((one) => one <= timeS)]!;

  test('a value holds until the next is found', () => {
    const way = convergenceOf([{ ...climbing, timeS: 10 }]);
    expect([0.5, 1.2, 3.9, 4.8, 10].map((timeS) => gapAt(way, timeS))).toEqual([null, 0.5, 0.5, 0.1, 0.1]);
  });

  test('a value above the bound makes no negative gap', () => {
    expect(gapAt(convergenceOf([{ ...climbing, trajectory: [[1, 0, 11]] }]), 1)).toBe(0);
  });

  test('shows median and quartiles over the trials, to the end of the longest run', () => {
    const runs = [climbing, run('A', 1, 5, { trajectory: [[1, 1, 5]] }), run('A', 2, 8, { trajectory: [[1, 8, 8]] })];
    const { at: timeS, curves } = convergenceOf(runs);
    expect([timeS[0], timeS.at(-1)]).toEqual([0.01, 8]);
    expect(timeS.every((at, n) => n === 0 || at > timeS[n - 1]!)).toBe(true);
    expect(curves).toHaveLength(1);
    const [a] = curves;
    expect([a!.low[0], a!.median[0], a!.high[0]]).toEqual([null, null, null]);
    const second = timeS.findIndex((at) => at >= 1);
    // A run that has no plan yet is the worst: its gap is not known.
    expect([a!.low[second], a!.median[second], a!.high[second]]).toEqual([0.5, 0.5, null]);
    // Of 0.1, 0.2 and 0.5, the quartiles lie halfway to the median.
    expect([a!.low.at(-1), a!.median.at(-1), a!.high.at(-1)]).toEqual(
      [0.15, 0.2, 0.35].map((gap) => expect.closeTo(gap, 12) as number),
    );
  });

  test('counts the trials in which a method finds nothing', () => {
    const lucky = run('A', 0, 9.9, { trajectory: [[1, 1, 9.9]] });
    const runs = [
      lucky,
      ...[1, 2, 3].map((trial) => run('A', trial, null)),
      run('B', 0, 8, { trajectory: [[1, 1, 8]] }),
    ];
    expect(convergenceOf(runs).curves.map(({ method, median }) => [method, median.at(-1)])).toEqual([
      ['A', null],
      ['B', 0.2],
    ]);
  });

  test('stands at whole steps', () => {
    const runs = [
      run('A', 0, 9, {
        steps: 10,
        trajectory: [
          [1, 1, 5],
          [8, 4, 9],
        ],
      }),
    ];
    const { at, curves } = convergenceOf(runs, 'steps');
    expect(at).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(curves[0]!.median[at.indexOf(8)]).toBe(0.1);
    expect(convergenceOf([run('A', 0, 9, { trajectory: [[1, 1, 9]] })], 'steps').at).toEqual([1]);
  });

  test('has no line of methods whose values on the way are not known', () => {
    const runs = [run('A', 0, 8, { trajectory: [[1, 1, 8]] }), run('A:naive', 0, 7)];
    expect(convergenceOf(runs).curves.map(({ method }) => method)).toEqual(['A']);
  });

  test('is to the best plan of the trial where nothing has a bound, and empty where no way is known', () => {
    const free = (method: string, trial: number, objective: number): RunFrame =>
      run(method, trial, objective, { bound: null, gap: null, trajectory: [[1, 1, objective]] });
    const { to, curves } = convergenceOf([free('A', 0, 8), free('B', 0, 10), free('A', 1, 3)]);
    expect([to, curves.map(({ median }) => median.at(-1))]).toEqual(['best plan', [0.1, 0]]);
    expect(convergenceOf([run('A', 0, 1)])).toMatchObject({ at: [], curves: [] });
  });
});

describe('performance profiles', () => {
  const objectives = [
    run('A', 0, 10),
    run('B', 0, 5),
    run('A', 1, 30),
    run('B', 1, 40),
    run('A', 2, null),
    run('B', 2, 4),
  ];

  test('are losses to the best of the same trial, ascending', () => {
    expect(profilesOf(rules, objectives)).toEqual([
      { method: 'A', losses: [0, 0.25], trials: 3 },
      { method: 'B', losses: [0, 0, 0.5], trials: 3 },
    ]);
    expect(profilesOf({ better: 'less' }, objectives)).toEqual([
      { method: 'A', losses: [0, 1], trials: 3 },
      { method: 'B', losses: [0, 0, 1 / 3], trials: 3 },
    ]);
  });

  test('leave out trials in which the best is 0 or nobody has a plan', () => {
    expect(profilesOf(rules, [run('A', 0, 0), run('A', 1, null)])).toEqual([{ method: 'A', losses: [], trials: 0 }]);
  });

  test('have no losses where plans keep different rules', () => {
    const mixed = [run('A', 0, 10, { rules: 'whole nodes' }), run('B', 0, 5, { rules: 'time shared' })];
    expect(profilesOf(rules, mixed).map(({ losses }) => losses)).toEqual([[], []]);
  });
});

describe('plans of different rules', () => {
  const runs = [
    run('A', 0, 8, { rules: 'whole nodes' }),
    run('B', 0, 7, { rules: 'whole nodes' }),
    run('C', 0, 9, { rules: 'time shared' }),
    run('A', 1, 8, { rules: 'whole nodes' }),
    run('B', 1, 8.5, { rules: 'time shared' }),
    run('C', 1, 9, { rules: 'time shared' }),
  ];

  test('have a best each', () => {
    expect(methodSummaries(['A', 'B', 'C'], runs).map(({ best }) => best)).toEqual([2, 0, 2]);
  });

  test('have no difference: their trials are left out and counted', () => {
    const [b, c] = methodDifferences(['A', 'B', 'C'], 'A', runs);
    expect(b).toMatchObject({ unpaired: 1, objective: { n: 1, mean: -1 } });
    expect(c).toMatchObject({ unpaired: 2, objective: null });
  });
});
