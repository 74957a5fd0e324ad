import { expect, it } from 'vitest';
import { ROBUST_METHODS } from '../../../../src/families/robust/methods/registry.js';
import { type RobustMethod } from '../../../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../../../src/families/robust/methods/outcome.js';
import { solveOpenedRobust } from '../../../../src/families/robust/runs/solve.js';
import {
  robustComparison,
  type RobustComparisonRecord,
} from '../../../../src/families/robust/studies/compare/comparison.js';
import { parseRobustContestants } from '../../../../src/families/robust/studies/compare/contestants.js';
import { compare, type Compared, type CompareRequest } from '../../../../src/studies/compare/compare.js';
import { parseRecordsFile } from '../../../../src/studies/records-file.js';
import { memoryRecordStore } from '../../../../src/runs/store/record-store.js';
import { robustComparePage } from '../../../fixtures/report/robust-comparison.js';
import { tinyRobust } from '../../../support/robust.js';
import { timeless } from '../../cli/robust-cases.js';

const { instance, times, model } = tinyRobust({ limits: { energyBudgetJ: 26_000, deadlineS: 260 } });
const OPENED = { ok: true, instance, times, model, sha256: 'of the tiny one', warnings: ['a warning'] } as const;
const FORM = { handling: 'dynamic', improvements: PRINTED } as const;

/** A clock that makes every run take other times. */
function clock(): () => number {
  let nowS = 0;
  return () => (nowS += 0.001);
}

interface RobustRequest extends Omit<CompareRequest, 'surroundings' | 'labels'> {
  readonly labels: readonly string[];
  readonly goal: 'mo-ec' | 'eo-mc';
  readonly methods: readonly RobustMethod[];
  readonly run: CompareRequest['surroundings'];
}

function requestFor(text: string, change: Partial<RobustRequest> = {}): RobustRequest {
  const { goal = 'mo-ec' } = change;
  return {
    family: 'robust',
    labels: text.split(','),
    goal,
    methods: ROBUST_METHODS,
    settings: { problem: goal, constraint: 'dynamic', improve: 'none' },
    variants: false,
    trials: 3,
    seed: 5,
    run: {
      limits: { timeLimitS: null, workLimit: 4 },
      nowS: clock(),
      cpuS: () => 0,
      interrupted: () => false,
      interruptedTwice: () => false,
      onProgress: () => undefined,
    },
    reference: text.split(',')[0]!,
    ...change,
  };
}

type RobustCompared = Compared & { readonly record: RobustComparisonRecord };

function compareRobustMethods(request: RobustRequest): Promise<RobustCompared> {
  const { labels, goal, methods, run: surroundings, variants } = request;
  const comparison = robustComparison({ opened: OPENED, goal, labels, form: FORM, variants, methods });
  return compare(comparison, { ...request, surroundings }) as Promise<RobustCompared>;
}

/** The method and form of a label. */
function contestant(
  request: RobustRequest,
  n: number,
): ReturnType<typeof parseRobustContestants>['contestants'][number] {
  return parseRobustContestants(request.labels, request.methods, FORM).contestants[n]!;
}

/** With one method's search replaced. */
function withSolve(request: RobustRequest, name: string, solve: RobustMethod['solve']): RobustRequest {
  return { ...request, methods: request.methods.map((one) => (one.name === name ? { ...one, solve } : one)) };
}

const textOf = ({ record, records }: RobustCompared): string =>
  `${timeless(JSON.stringify({ ...record, runs: record.runs.map((run) => ({ ...run, trajectory: run.trajectory.map(([steps, , z]) => [steps, z]) })) }))}\n${records!}`;

it.each(['mo-ec', 'eo-mc'] as const)('%s: a run has the figures of the same run by itself', async (goal) => {
  const request = requestFor('tabu,lagrange,min-energy', { goal });
  const { record } = await compareRobustMethods(request);
  expect(record).toMatchObject({ family: 'robust', problem: goal, trials: 3, termination: 'finished' });
  expect(record.warnings[0]).toBe('a warning');
  expect(record.runs).toHaveLength(9);
  const common = record.bounds[0]!;
  for (const { method: label, seed, ...run } of record.runs) {
    const { method } = contestant(request, request.labels.indexOf(label));
    const alone = await solveOpenedRobust({ ...request.run, ...FORM, method, goal, seed, withBound: true }, OPENED);
    const { result } = alone.record;
    expect([label, run.feasible, run.objective]).toEqual([
      label,
      result.feasible,
      result.feasible ? result.objective : null,
    ]);
    expect(run.psi).toBe(result.psi?.probability);
    expect(run.energyMeanJ).toBe(result.energyMeanJ);
    expect(run.steps).toBe(result.work['steps']);
    // The common bound is the best of all: no worse than that of the run alone.
    expect(common.boundZ!).toBeLessThanOrEqual(result.boundZ!);
    expect(common.energyBoundJ!).toBeGreaterThanOrEqual(result.energyBoundJ! * (1 - 1e-12));
    if (result.boundZ === common.boundZ) {
      expect([run.gap, run.psiGap]).toEqual([result.gap, result.psiGap]);
      if (result.deadlineSlackPercent === null) expect(run.deadlineSlackPercent).toBeNull();
      else expect(run.deadlineSlackPercent).toBeCloseTo(result.deadlineSlackPercent, 9);
    }
    if (run.feasible) expect(run.trajectory.at(-1)?.[2]).toBe(run.objectiveZ);
    else expect(run.trajectory).toEqual([]);
  }
});

it('the same request finds the same plans, and keeps no times among what it found', async () => {
  const first = await compareRobustMethods(requestFor('tabu,ga:limit,lagrange'));
  const second = await compareRobustMethods(requestFor('tabu,ga:limit,lagrange'));
  expect(textOf(second)).toBe(textOf(first));
  expect(first.record.convergence.axis).toBe('steps');
  const { design, records } = parseRecordsFile(first.records!);
  expect(design.settings).toEqual({
    sha256: 'of the tiny one',
    problem: 'mo-ec',
    constraint: 'dynamic',
    improve: 'none',
    variants: 0,
    timeLimitS: null,
    workLimit: 4,
  });
  expect(records).toHaveLength(12);
  expect(first.records).not.toContain('total');
});

it('a method is given the choices, goals and seeds that were asked for', async () => {
  const request = requestFor('min-energy,ga:limit:keep', { goal: 'eo-mc' });
  const heard: unknown[] = [];
  const spied = withSolve(request, 'ga', (input) => {
    const { handling, improvements, goal, start } = input;
    heard.push({ handling, improvements, goal, start, drawn: input.random.fork('a purpose').uniform() });
    return contestant(request, 0).method.solve(input);
  });
  await compareRobustMethods(spied);
  const compared = heard.splice(0);
  const improvements = { zSpace: false, ties: false, keepFeasible: true };
  const { method } = contestant(spied, 1);
  for (const seed of [5, 6, 7]) {
    const alone = { ...request.run, method, goal: 'eo-mc', handling: 'limit', improvements, seed } as const;
    await solveOpenedRobust({ ...alone, withBound: false }, OPENED);
  }
  expect(compared).toEqual(heard);
  expect(new Set(compared.map((one) => JSON.stringify(one))).size).toBe(3);
  expect(compared[0]).toMatchObject({ handling: 'limit', improvements, goal: 'eo-mc', start: null });
});

it('one that breaks down loses no other, is shown, and is not taken up as done', async () => {
  let calls = 0;
  const request = requestFor('min-energy,tabu');
  const store = memoryRecordStore();
  const broken = withSolve({ ...request, store }, 'tabu', (input) => {
    if (++calls === 2) throw new RangeError('broken on <b>purpose</b>');
    return contestant(request, 1).method.solve(input);
  });
  const { record, records } = await compareRobustMethods(broken);
  expect(records).toBeNull();
  expect(record.runs).toHaveLength(6);
  const failed = record.runs.filter(({ failure }) => failure !== undefined);
  expect(failed).toMatchObject([
    { method: 'tabu', trial: 1, seed: 6, termination: 'failed', feasible: false, psi: null },
  ]);
  const said = 'The run of tabu with seed 6 broke down: broken on <b>purpose</b>';
  expect(record.warnings).toContain(said);
  expect(robustComparePage(record)).not.toContain('<b>');
  expect(record.summary[1]).toMatchObject({ timeS: { n: 2 } });
  // Recorded as broken, and made again by the next one, which takes up all others.
  expect([...store.keys()]).toHaveLength(9);
  let later = 0;
  const again = await compareRobustMethods({ ...request, store, onTrial: () => later++ });
  expect(later).toBe(1);
  expect(again.record.runs.every(({ failure }) => failure === undefined)).toBe(true);
});

it('a comparison cut short anywhere is taken up with the same result, and runs nothing again', async () => {
  const whole = textOf(await compareRobustMethods(requestFor('tabu,min-energy')));
  for (const stopAfter of [0, 1, 4, 7, 8]) {
    const store = memoryRecordStore();
    let done = 0;
    const request = requestFor('tabu,min-energy', { store });
    const cut = await compareRobustMethods({
      ...request,
      run: { ...request.run, interrupted: () => done >= stopAfter },
      onTrial: () => done++,
    });
    expect(cut.record.termination).toBe('interrupted');
    expect(cut.records).toBeNull();
    expect([...store.keys()]).toHaveLength(stopAfter);
    expect(robustComparePage(cut.record)).not.toMatch(/NaN|undefined/);
    let later = 0;
    const resumed = await compareRobustMethods({ ...requestFor('tabu,min-energy', { store }), onTrial: () => later++ });
    expect([later, textOf(resumed)]).toEqual([9 - stopAfter, whole]);
  }
});

it('a run that Ctrl-C reached in its middle does not count as one that ended', async () => {
  let asked = false;
  const request = requestFor('min-energy,tabu');
  const cut = withSolve(request, 'tabu', (input) => {
    asked = true;
    return contestant(request, 1).method.solve(input);
  });
  const store = memoryRecordStore();
  const { record } = await compareRobustMethods({ ...cut, store, run: { ...cut.run, interrupted: () => asked } });
  expect(record).toMatchObject({ termination: 'interrupted', trials: 0 });
  expect(record.runs.map(({ method }) => method)).toEqual(['min-energy']);
  expect([...store.keys()]).toHaveLength(2);
});
