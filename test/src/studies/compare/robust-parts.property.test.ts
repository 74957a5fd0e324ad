import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeOutcome, RobustEvaluation } from '../../../../models/families/robust/outcome.js';
import { ROBUST_METHODS } from '../../../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../support/robust-improvements.js';
import { deadlineSlackPercent } from '../../../../src/families/robust/runs/result-of.js';
import { commonBound } from '../../../../src/families/robust/studies/compare/comparison.js';
import { parseRobustContestants } from '../../../../src/families/robust/studies/compare/contestants.js';
import { finishLines, slackPercent } from '../../../../src/families/robust/studies/compare/finish-lines.js';
import { refuted as refutedBy } from '../../../../src/studies/compare/compare.js';
import { convergenceOf } from '../../../../src/studies/compare/convergence.js';
import type {
  RobustCompareRun,
  RobustTrialBound,
  RobustComparisonRecord,
} from '../../../../src/families/robust/studies/compare/comparison.js';
import { methodDifferences, methodSummaries } from '../../../../src/studies/compare/summary.js';
import { improvements } from '../../../../src/studies/compare/trajectory.js';
import { robustRun, rulesOf } from '../../../fixtures/report/robust-comparison.js';
import { fuzzCount } from '../../../support/fuzz.js';

const FORM = { handling: 'dynamic', improvements: PRINTED } as const;
const parsed = (text: string): ReturnType<typeof parseRobustContestants> =>
  parseRobustContestants(
    text.split(',').map((label) => label.trim()),
    ROBUST_METHODS,
    FORM,
  );

describe('the cores kept for the deadline slack', () => {
  const lines = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1e4, noNaN: true }), fc.constantFrom(0, 0, 1, 2, 3.5, 40, 900)),
    { minLength: 1, maxLength: 12 },
  );
  const evaluationOf = (cores: readonly (readonly [number, number])[]): RobustEvaluation =>
    ({
      nodes: [
        { finishMeanS: cores.map(([mean]) => mean), finishSdS: cores.map(([, sd]) => sd) } as unknown as NodeOutcome,
      ],
    }) as unknown as RobustEvaluation;

  test('give the slack at every bound that all cores give', () => {
    fc.assert(
      fc.property(
        lines,
        fc.oneof(fc.double({ min: -40, max: 40, noNaN: true }), fc.constantFrom(1e308, -1e308)),
        (cores, z) => {
          const evaluation = evaluationOf(cores);
          const kept = finishLines(evaluation);
          const whole = deadlineSlackPercent({ deadlineS: 1000 }, evaluation, z);
          const own = slackPercent(kept, 1000, z);
          if (whole === null) expect(own).toBeNull();
          else expect(own).toBeCloseTo(whole, 6);
        },
      ),
      { seed: 39, numRuns: fuzzCount(2000) },
    );
  });

  test('are only those that decide', () => {
    const cores = Array.from({ length: 50 }, (_, n): [number, number] => [1000 - n, 1 + n / 10]);
    // One for quantiles below 0, one for those above.
    expect(finishLines(evaluationOf([...cores, [1000, 30]]))).toEqual([
      [1000, 1],
      [1000, 30],
    ]);
    expect(
      finishLines(
        evaluationOf([
          [5, 0],
          [5, 0],
          [3, 1],
          [1, 1],
        ]),
      ),
    ).toEqual([
      [5, 0],
      [3, 1],
    ]);
  });
});

describe('a list of robust methods', () => {
  test('is read as it is written', () => {
    const { contestants, faults } = parsed(
      ' tabu , tabu:static,ga:z+ties:limit,gals:all,lagrange,tabu:none:superiority',
    );
    expect(faults).toEqual([]);
    expect(contestants.map(({ label, method, handling }) => [label, method.name, handling])).toEqual([
      ['tabu', 'tabu', 'dynamic'],
      ['tabu:static', 'tabu', 'static'],
      ['ga:z+ties:limit', 'ga', 'limit'],
      ['gals:all', 'gals', 'dynamic'],
      ['lagrange', 'lagrange', 'dynamic'],
      ['tabu:none:superiority', 'tabu', 'superiority'],
    ]);
    expect(contestants.map(({ improvements }) => improvements)).toEqual([
      PRINTED,
      PRINTED,
      { zSpace: true, ties: true, keepFeasible: false },
      IMPROVED,
      PRINTED,
      PRINTED,
    ]);
    expect(contestants.map(({ takesHandling, takesImprovements }) => [takesHandling, takesImprovements])).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [true, false],
      [false, false],
      [false, false],
    ]);
  });

  test.each([
    ['tabuu', 'lagrange, tabu'],
    ['tabu:', 'tabu, or with a ":"'],
    ['tabu:statick', 'superiority'],
    ['tabu:z+keeps', 'keep'],
    ['tabu:static:limit', 'static'],
    ['tabu:z:ties', 'ties'],
    ['lagrange:static', 'lagrange alone'],
    ['min-energy:all', 'min-energy alone'],
    ['', 'lagrange, tabu'],
  ])('"%s" is refused', (label, allowed) => {
    const { faults } = parsed(label);
    expect(faults).toHaveLength(1);
    expect(faults[0]!.allowed).toContain(allowed);
  });

  test.each(['tabu,tabu', 'tabu,tabu:dynamic', 'ga:none,ga', 'tabu:z+ties+keep,tabu:all'])(
    '%s is refused, as it names the same form twice',
    (list) => {
      const [first, second] = list.split(',');
      expect(parsed(list).faults).toEqual([
        { label: second, allowed: 'every form of a method once', remedy: `It is the same as "${first!}".` },
      ]);
    },
  );
});

const stepsUp = (
  points: Parameters<typeof improvements>[0],
  checked: number | null,
  steps: number,
  timeS: number,
): ReturnType<typeof improvements> => improvements(points, checked, { steps, timeS }, 'more');

describe('the steps of a run', () => {
  const at = (work: number, incumbent: number | null): { timeS: number; work: number; incumbent: number | null } => ({
    timeS: work / 10,
    work,
    incumbent,
  });

  test('never go down, and end where the checker says', () => {
    const trajectory = [at(1, null), at(2, -3), at(3, -4), at(4, 1), at(5, 1)];
    expect(stepsUp(trajectory, 1, 6, 0.6)).toEqual([
      [2, 0.2, -3],
      [4, 0.4, 1],
    ]);
    expect(stepsUp(trajectory, 0.9, 6, 0.6)).toEqual([
      [2, 0.2, -3],
      [4, 0.4, 1],
      [6, 0.6, 0.9],
    ]);
  });

  test('are none for a run whose plan the checker refused', () => {
    expect(stepsUp([at(1, 2)], null, 3, 1)).toEqual([]);
  });

  test('keep the first and the last of too many', () => {
    const many = stepsUp(
      Array.from({ length: 5000 }, (_, n) => at(n + 1, n)),
      4999,
      5000,
      500,
    );
    expect(many.length).toBeLessThanOrEqual(400);
    expect([many[0], many.at(-1)]).toEqual([
      [1, 0.1, 0],
      [5000, 500, 4999],
    ]);
    expect(many.every(([, , z], n) => n === 0 || z > many[n - 1]![2])).toBe(true);
  });
});

const refuted = (
  runs: readonly RobustCompareRun[],
  bounds: readonly RobustTrialBound[],
  variants: boolean,
): readonly string[] =>
  refutedBy(rulesOf([]).proofs, runs, ({ trial }) => bounds.find((one) => !variants || one.trial === trial) ?? null);

describe('the bound of an instance', () => {
  const entry = (method: string, values: object) => ({
    cell: { method },
    trial: 0,
    values: { boundZ: null, energyBoundJ: null, infeasibility: null, ...values },
    times: { total: 2 },
  });

  test('is the tightest of all certificates', () => {
    const entries = [
      entry('bound', { boundZ: 1, energyBoundJ: 5 }),
      entry('lagrange', { boundZ: 0, energyBoundJ: 7 }),
      entry('tabu', {}),
    ];
    expect(commonBound(entries, { trial: 0, seed: 9 }, 'psi')).toEqual({
      trial: 0,
      seed: 9,
      bound: 0.5,
      boundZ: 0,
      source: 'lagrange',
      energyBoundJ: 7,
      timeS: 2,
    });
    expect(commonBound([entry('tabu', {})], { trial: 0, seed: 9 }, 'psi')).toMatchObject({
      bound: null,
      boundZ: null,
      source: null,
    });
  });

  test('is no number where nothing is feasible', () => {
    const infeasibility = 'too short';
    const entries = [entry('bound', { boundZ: -1e308, energyBoundJ: 5, infeasibility })];
    expect(commonBound(entries, { trial: 0, seed: 9 }, 'psi')).toMatchObject({
      bound: null,
      boundZ: null,
      infeasibility,
    });
  });

  test('is said to be wrong where a plan breaks it', () => {
    const bound = commonBound([entry('bound', { boundZ: 1.5 })], { trial: 0, seed: 7 }, 'psi');
    const none = { ...bound, infeasibility: 'too short' };
    expect(refuted([robustRun('A', 0, 1.5 + 1e-10)], [bound], false)).toEqual([]);
    expect(refuted([robustRun('A', 1, 1.6)], [bound], false)[0]).toContain('above the proven bound of z = 1.5');
    expect(refuted([robustRun('A', 1, 1, { energyMeanJ: 1 })], [bound], false)[0]).toContain('below the proven least');
    expect(refuted([robustRun('A', 1, 1)], [none], false)[0]).toContain('where none is proven to exist');
    // With variants the proof is one of another instance.
    expect(refuted([robustRun('A', 1, 1)], [none], true)).toEqual([]);
    expect(refuted([robustRun('A', 0, null)], [none], false)).toEqual([]);
  });
});

describe('statistics of robust runs', () => {
  const rules = rulesOf(['tabu:static:z+ties', 'ga', 'min-energy']);
  const robustSummaries = (own: readonly RobustCompareRun[]) =>
    methodSummaries(rules, [A, B, C], own) as unknown as RobustComparisonRecord['summary'];
  const [A, B, C] = ['tabu:static:z+ties', 'ga', 'min-energy'] as const;
  const runs = [
    ...[9, 10, 1e308].map((z, trial) => robustRun(A, trial, z)),
    ...[9.5, 10 - 1e-10, null].map((z, trial) => robustRun(B, trial, z)),
    ...[null, null, null].map((z, trial) => robustRun(C, trial, z)),
  ];

  test('compare quantiles where probabilities saturate, and let no infinite one outweigh all', () => {
    const [a, b, c] = robustSummaries(runs);
    expect(a).toMatchObject({ constraintHandling: 'static', improvements: ['z', 'ties'], plans: 3, withoutPlan: 0 });
    expect(a!.objectiveZ!.mean).toBeCloseTo((9 + 10 + 40) / 3, 9);
    expect([a!.best, b!.best, c!.best]).toEqual([2, 2, 0]);
    expect(b).toMatchObject({ plans: 2, withoutPlan: 1, constraintHandling: 'dynamic', improvements: [] });
    expect(b!.feasibleShare).toMatchObject({ successes: 2, trials: 3 });
    expect(c).toMatchObject({ plans: 0, withoutPlan: 3, constraintHandling: 'none', objective: null, psiGap: null });
    expect(c!.timeS!.n).toBe(3);
  });

  test('keep an interval of probabilities within 0 to 1', () => {
    const two = [robustRun(B, 0, -2), robustRun(B, 1, 2)];
    const [, ga] = robustSummaries(two);
    expect(ga!.objective!.interval).toEqual({ low: 0, high: 1 });
    expect(ga!.objectiveZ!.interval!.low).toBeLessThan(-20);
  });

  test('pair the common trials alone', () => {
    const [b, c] = methodDifferences(
      rules.pairs,
      [A, B, C],
      A,
      runs,
    ) as unknown as RobustComparisonRecord['differences'];
    expect(b).toMatchObject({ method: B, unpaired: 1, objective: { n: 2 }, objectiveZ: { wins: 1, losses: 1 } });
    expect(b!.objectiveZ!.mean).toBeCloseTo(0.25, 6);
    expect(c).toMatchObject({ unpaired: 3, objective: null, objectiveZ: null });
  });

  test('a run that broke down does not count as one that took no time', () => {
    const broken = robustRun(B, 1, null, { failure: 'why', timeS: 0, steps: 0 });
    const [, ga] = robustSummaries([robustRun(B, 0, 1), broken]);
    expect(ga).toMatchObject({ withoutPlan: 1, timeS: { n: 1 }, steps: { n: 1, mean: 40 } });
  });
});

describe('convergence of robust runs', () => {
  const robustConvergence = (
    methods: readonly string[],
    runs: readonly RobustCompareRun[],
    bounds: readonly Pick<RobustTrialBound, 'boundZ'>[],
    axis: 'steps' | 'seconds',
  ) => convergenceOf(rulesOf([]).convergence, methods, runs, bounds as readonly RobustTrialBound[], axis);
  const found = (trial: number, steps: number, z: number) =>
    robustRun('A', trial, z, { trajectory: [[steps, steps / 10, z]], steps: 100, timeS: 10 });

  test('shows a median once half of the runs have a plan, and counts the others as none', () => {
    const runs = [found(0, 1, 1), found(1, 10, 2), robustRun('A', 2, null, { steps: 100 })];
    const { at, methods, axis } = robustConvergence(['A', 'B'], runs, [], 'steps');
    expect([axis, at[0]]).toEqual(['steps', 1]);
    expect(at.at(-1)).toBeCloseTo(110, 9);
    const [a] = methods;
    expect(methods).toHaveLength(1);
    expect(a).toMatchObject({ method: 'A', trials: 3, plans: 2 });
    expect([a!.median[0], a!.greatest[0], a!.least[0]]).toEqual([null, 1, null]);
    expect([a!.median.at(-1), a!.greatest.at(-1), a!.least.at(-1)]).toEqual([1, 2, null]);
    // Half a pair has no mean with the other half missing.
    const pair = robustConvergence(['A'], runs.slice(1), [], 'steps');
    expect(pair.methods[0]!.median.every((z) => z === null)).toBe(true);
  });

  test('is drawn over time where time was asked for', () => {
    const { at } = robustConvergence(['A'], [found(0, 20, 1)], [], 'seconds');
    expect([at[0], at.at(-1)]).toEqual([2, 11]);
  });

  test('shows the median of the bounds there are', () => {
    const bounds = [{ boundZ: 1 }, { boundZ: null }, { boundZ: 3 }, { boundZ: 4 }];
    const { level } = robustConvergence(['A'], [], bounds, 'steps');
    expect(level).toEqual({ median: 3, least: 1, greatest: 4 });
    expect(robustConvergence(['A'], [], [{ boundZ: null }], 'steps')).toEqual({
      axis: 'steps',
      at: [],
      level: null,
      methods: [],
    });
  });
});
