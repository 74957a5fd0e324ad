import { describe, expect, it } from 'vitest';
import { solveUtilityInstance } from '../../../../../src/families/utility/runs/solve.js';

/** Options that the run of an instance with these choices refuses; none where it solves it. */
async function refusedOf(instance: string, method: string, filter = 'none', preemption?: 'none' | 'greedy') {
  const answer = await solveUtilityInstance({
    file: `instances/utility/${instance}.json`,
    asked: { method, filter, ...(preemption === undefined ? {} : { preemption }) },
    seed: 1,
    withBound: false,
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  return answer.ok ? [] : answer.faults.map(({ path, allowed }) => ({ path, allowed }));
}

describe('a policy in an environment that is not its own', () => {
  it('is refused, with what there is instead, before anything is simulated', async () => {
    const serial = 'price, upe, upt, util, upr, min-min, fcfs, random';
    expect(await refusedOf('tiny-serial-budget', 'easy')).toEqual([
      { path: '--method', allowed: `for serial tasks: ${serial}` },
    ]);
    expect(await refusedOf('tiny-serial-budget', 'upe', 'per-resource')).toEqual([
      { path: '--filter', allowed: 'for serial tasks: none, task' },
    ]);
    expect(await refusedOf('tiny-parallel-wide', 'easy', 'task', 'greedy')).toEqual([
      { path: '--filter', allowed: 'for parallel tasks: none, per-task, per-resource' },
    ]);
    expect(await refusedOf('tiny-parallel-wide', 'easy', 'none', 'greedy')).toEqual([
      { path: '--preemption', allowed: 'with preemptive tasks' },
    ]);
  });

  it('is solved where it belongs', async () => {
    expect(await refusedOf('tiny-parallel-wide', 'easy')).toEqual([]);
    expect(await refusedOf('tiny-serial-budget', 'upe', 'task')).toEqual([]);
    expect(await refusedOf('tiny-preemptive-burst', 'upt', 'none', 'greedy')).toEqual([]);
  });
});
