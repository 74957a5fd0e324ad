import { describe, expect, it } from 'vitest';
import { readRelativeTimes } from '../../../../../../src/families/robust/studies/simulation/relative-times.js';
import { tinyRobust } from '../../../../../support/robust.js';
import { oneNode, planFor, simulate, task, tasksAlike } from './cases.js';

const CASE = oneNode({
  cores: 3,
  overheadPowerW: 10,
  dynamicPowerW: [10, 3],
  tasks: [task('a', 100, 10), task('b', 60, 20), task('c', 60, 5), task('d', 55, 5)],
  limits: { deadlineS: 125, energyBudgetJ: 5000 },
});
const PLAN = planFor([
  [['a']],
  [
    ['b', 'd', 'c'],
    [0, 0, 0],
  ],
]);
const LAWS = [{ kind: 'gamma' }, { kind: 'lognormal' }, { kind: 'empirical', relativeTimes: [0.8, 1, 1.3] }] as const;

describe('simulateRobustPlan', () => {
  it('gives the same bytes for the same seed, and others for another', async () => {
    const [once, again, other] = await Promise.all(
      [5, 5, 6].map((seed) => simulate(CASE, PLAN, { laws: LAWS, samples: 25_000, seed })),
    );
    expect(JSON.stringify(again)).toBe(JSON.stringify(once));
    expect(other!.laws.map(({ energyJ }) => energyJ.mean)).not.toEqual(once!.laws.map(({ energyJ }) => energyJ.mean));
    expect(once).toMatchObject({ family: 'robust', seed: 5, samples: 25_000, termination: 'finished' });
  });

  it('one law’s samples do not depend on which others are drawn', async () => {
    const alone = await simulate(CASE, PLAN, { laws: LAWS.slice(0, 1), samples: 1000 });
    const all = await simulate(CASE, PLAN, { laws: LAWS, samples: 1000 });
    expect(all.laws.slice(0, 2)).toEqual(alone.laws);
  });

  it('keeps the blocks that are complete when it is interrupted', async () => {
    let pauses = 0;
    const record = await simulate(CASE, PLAN, { laws: LAWS, pause: () => Promise.resolve(++pauses > 2) });
    expect(record.termination).toBe('interrupted');
    expect(record.laws.map(({ law, samples }) => [law, samples])).toEqual([['gaussian', 40_000]]);
    const nothing = await simulate(CASE, PLAN, { pause: () => Promise.resolve(true) });
    expect(nothing).toMatchObject({ termination: 'interrupted', laws: [] });
  });

  it('draws fewer samples of what takes too many random numbers, and says so', async () => {
    const record = await simulate(CASE, PLAN, { laws: LAWS, drawLimit: 30_000 });
    // 2 cores and the rest of the energy; 1 task and one sum of 3; 4 tasks.
    expect(record.laws.map(({ samples }) => samples)).toEqual([10_000, 15_000, 15_000, 7_500]);
    expect(record.termination).toBe('finished');
  });

  it('refuses plans that cannot be carried out, and fewer than two samples', async () => {
    await expect(simulate(CASE, planFor([[['a']]]))).rejects.toThrow(RangeError);
    const elsewhere = { ...CASE.times, meanS: CASE.times.meanS.map((mean) => 2 * mean) };
    await expect(simulate(CASE, PLAN, { times: elsewhere })).rejects.toThrow('instance');
    await expect(simulate(CASE, PLAN, { samples: 1 })).rejects.toThrow(RangeError);
  });
});

describe('degenerate plans', () => {
  it('where nothing varies shares are 0 or 1, and right', async () => {
    const tasks = tasksAlike('t', 3, 100, 0);
    for (const [deadlineS, energyBudgetJ] of [
      [300, 3300 + 3000],
      [299.9, 3300 + 2999.9],
    ] as const) {
      const still = oneNode({ cores: 2, overheadPowerW: 10, tasks, limits: { deadlineS, energyBudgetJ } });
      const record = await simulate(still, planFor([[['t0', 't1', 't2']]]), { laws: LAWS, samples: 50 });
      expect(record.laws).toHaveLength(4);
      for (const { least, joint, phi, energyJ, coresOutside } of record.laws) {
        const share = deadlineS === 300 ? 1 : 0;
        for (const one of [least, joint, phi])
          expect(one).toMatchObject({ probability: share, analytic: share, inside: true });
        expect(energyJ).toMatchObject({ inside: true, mean: 6300 });
        expect(coresOutside).toBe(0);
      }
    }
  });

  it('one task, and more cores than tasks', async () => {
    const one = oneNode({ cores: 5, overheadPowerW: 7, tasks: [task('a', 100, 10)], limits: { deadlineS: 110 } });
    const record = await simulate(one, planFor([[[]], [['a']]]), { laws: LAWS });
    expect(record.analytic.leastCore).toEqual({ node: 'n', core: 1 });
    for (const { least, worst, coresUsed } of record.laws) {
      expect(coresUsed).toBe(1);
      expect(worst).toMatchObject({ node: 'n', core: 1, probability: least.probability });
    }
    expect(record.laws[0]!.least.inside).toBe(true);
  });

  it('nodes without tasks take no part', async () => {
    const { instance, times, model } = tinyRobust();
    const plan = { ...planFor([[['t1', 't2', 't3', 't4']]]) };
    const cores = plan.cores.map((core) => ({ ...core, node: 'fast' }));
    const record = await simulate({ instance, times, model }, { ...plan, cores }, { samples: 5000, level: 0.9999 });
    expect(record.analytic.overheadJ).toBe(30 * 360);
    expect(record.laws[0]).toMatchObject({ coresUsed: 1, coresOutside: 0, overheadJ: { inside: true } });
  });
});

describe('relative times', () => {
  it.each([
    ['relativeTime\n0.9\n1.1\n'],
    ['0.9\r\n1.1'],
    ['job,relativeTime\nx,0.9\n"y, z",1.1\n'],
    ['measured\n 0.9 \n\n1.1\n'],
  ])('are read from %j', (text) => {
    expect(readRelativeTimes(text, 'r.csv')).toEqual({
      relativeTimes: [0.9, 1.1],
      warnings: ['r.csv: 2 relative times say little about rare ones; 30 or more are better.'],
    });
  });

  it('no warning where there are enough', () => {
    const text = Array.from({ length: 30 }, (_, n) => 1 + n / 100).join('\n');
    expect(readRelativeTimes(text, 'r.csv')).toMatchObject({ warnings: [] });
  });

  it('all bad lines are named at once', () => {
    const found = readRelativeTimes('relativeTime\n0.9\n-1\nx\n0\nInfinity\n1.1,3\n', 'r.csv');
    const faults = 'faults' in found ? found.faults : [];
    expect(faults.map(({ path, value }) => [path, value])).toEqual([
      ['line 3', '-1'],
      ['line 4', 'x'],
      ['line 5', '0'],
      ['line 6', 'Infinity'],
    ]);
  });

  it.each([
    ['', 'at least 2 different times'],
    ['1\n1\n1\n', 'at least 2 different times'],
    ['a,b\n1,2\n', 'a column relativeTime'],
    ['"1\n2', 'CSV'],
  ])('%j is refused', (text, allowed) => {
    const found = readRelativeTimes(text, 'r.csv');
    expect('faults' in found && found.faults[0]).toMatchObject({ file: 'r.csv', allowed });
  });
});
