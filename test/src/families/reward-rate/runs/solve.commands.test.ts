import { expect, test } from 'vitest';
import { type Method, METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { relativeGap } from '../../../../../src/runs/relative-gap.js';
import { type Solved, solveInstance } from '../../../../../src/families/reward-rate/runs/solve.js';
import { NODE_TYPES, TASK_TYPES, writeSmall } from '../../../../support/small-instance.js';

/** Solves with a clock that advances by one second with every look at it. */
async function solveWith(
  file: string,
  timeLimitS: number | null,
  workLimit: number | null,
  method: Method = METHODS[0]!,
): Promise<Solved> {
  let seconds = 0;
  const answer = await solveInstance({
    file,
    method,
    naive: false,
    seed: 1,
    limits: { timeLimitS, workLimit },
    engine: 'highs',
    withBound: true,
    nowS: () => seconds++,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer.solved;
}

test('a run stopped by time at any moment is repeated exactly by its recorded steps', async () => {
  const { file } = writeSmall();
  const stops = new Set<number>();
  for (let timeLimitS = 3; timeLimitS <= 28; timeLimitS++) {
    const timed = await solveWith(file, timeLimitS, null);
    const { steps } = timed.record.result.work;
    if (timed.record.result.termination !== 'timeLimit' || stops.has(steps!)) continue;
    stops.add(steps!);
    const repeated = await solveWith(file, null, steps!);
    expect(repeated.plan).toEqual(timed.plan);
    expect(repeated.record.evaluation).toEqual(timed.record.evaluation);
    const { bound, gap, work } = timed.record.result;
    expect(repeated.record.result).toMatchObject({ termination: 'workLimit', bound, gap, work });
  }
  expect(stops.size).toBeGreaterThanOrEqual(3);
});

test('a plan that the checker cannot judge is written, counts as infeasible and says why', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `t${i}`);
  const cores = 40;
  const { file } = writeSmall({
    facility: {
      nodeTypes: NODE_TYPES.map((type) => ({
        ...type,
        cores,
        tasks: names.map((taskType) => ({ ...type.tasks[0]!, taskType })),
      })),
    },
    taskTypes: names.map((name) => ({ ...TASK_TYPES[0]!, name })),
    limits: { powerCapW: 1e5 },
  });
  const slices = names.map((taskType) => ({ taskType, pState: 0, fraction: 1 / 24 }));
  const assignments = [{ zone: '', nodes: 1, cores: [{ count: cores, slices }] }];
  const mixing: Method = {
    name: 'mixing',
    family: 'reward-rate',
    summary: '',
    solve: ({ model }) =>
      Promise.resolve({
        plan: { setPointsC: [20], assignments: assignments.map((one) => ({ ...one, zone: model.zones[0]!.name })) },
        claimedRewardPerS: 1,
        certificate: null,
        stoppedEarly: false,
        warnings: [],
        work: {},
      }),
  };
  const { plan, record } = await solveWith(file, null, null, mixing);
  expect(plan?.assignments).toHaveLength(1);
  expect(record.evaluation).toBeNull();
  expect(record.result).toMatchObject({ feasible: false, objective: null, gap: null, claimedObjective: 1 });
  expect(record.result.gapReason).toContain('not judged');
  expect(record.result.warnings.join()).toMatch(/not judged.* joint states of its cores/);
  expect(record.result.bound).toBeGreaterThan(0);
});

test.each([
  [2, 2, 0],
  [0, 0, 0],
  [4, 3, 0.25],
  [0, 1, null],
  [1e-300, 1e10, null],
])('the gap between bound %d and objective %d is %s, never NaN or infinite', (bound, objective, gap) => {
  expect(relativeGap(bound, objective)).toBe(gap);
});
