import { describe, expect, it } from 'vitest';
import { MAX_FAULTS } from '../../../../src/instances/fault.js';
import { judgeDaySeries } from '../../../../src/instances/day-series/read.js';
import { tasksSha256 } from '../../../../src/instances/day-series/tasks-sha256.js';

type Row = Record<string, unknown>;

const DAY = {
  method: 'greedy+throttling',
  setPointC: 22,
  energyBudgetJ: null,
  stoppedAtS: null,
  nodePowerW: [1, 2, 3],
  cracPowerW: [1, 1, 1],
  hottestInletC: [20, 21, 22],
  rewardSoFar: [0, 1, 1],
};
const FILE = {
  format: 'plenum.day-series',
  formatVersion: 1,
  instance: { name: 'a', sha256: 'ab'.repeat(32) },
  facilitySha256: 'cd'.repeat(32),
  tasks: { count: 1, sha256: 'ef'.repeat(32), reward: 1 },
  taskTypes: [{ name: 'job', reward: 1, deadlineS: 10 }],
  durationS: 150,
  intervalS: 60,
  outletLimitC: 33,
};
const text = (day: Row, file: Row = {}): string => JSON.stringify({ ...FILE, days: [{ ...DAY, ...day }], ...file });
const pathsOf = (written: string): string[] => {
  const judged = judgeDaySeries(written);
  return judged.ok ? [] : judged.faults.map(({ path }) => path);
};

describe('a file of day series', () => {
  it('is taken where everything fits, the last interval shorter', () => {
    expect(pathsOf(text({}))).toEqual([]);
    const stopped = { stoppedAtS: 70, nodePowerW: [1, 1, 0], cracPowerW: [1, 1, 0], hottestInletC: [20, 21, null] };
    expect(pathsOf(text(stopped))).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['no JSON', '{"format": ', ['line 1, column 12']],
    ['a number that is none', text({}).replace('"setPointC":22', '"setPointC":NaN'), ['days[0].setPointC']],
    [
      'a number too large for any',
      text({}).replace('"setPointC":22', '"setPointC":1e999'),
      [expect.any(String) as string],
    ],
    ['another format', text({}, { format: 'plenum.utility' }), ['format']],
    ['a newer version', text({}, { formatVersion: 2 }), ['formatVersion']],
    ['an unknown key', text({}, { extra: 1 }), ['extra']],
    ['a list too short', text({ nodePowerW: [1, 2] }), ['days[0].nodePowerW']],
    ['a list too long', text({ rewardSoFar: [0, 1, 1, 1] }), ['days[0].rewardSoFar']],
    ['power below 0', text({ nodePowerW: [1, -2, 3] }), ['days[0].nodePowerW[1]']],
    ['power in another unit', text({ nodePowerW: [1, 2e12, 3] }), ['days[0].nodePowerW[1]']],
    ['a temperature in kelvin', text({ hottestInletC: [20, 293, 22] }), ['days[0].hottestInletC[1]']],
    ['a missing temperature', text({ hottestInletC: [20, null, 22] }), ['days[0].hottestInletC[1]']],
    [
      'a temperature after the stop',
      text({ stoppedAtS: 70, nodePowerW: [1, 1, 0], cracPowerW: [1, 1, 0] }),
      ['days[0].hottestInletC[2]'],
    ],
    [
      'power after the stop',
      text({ stoppedAtS: 70, hottestInletC: [20, 21, null] }),
      ['days[0].nodePowerW[2]', 'days[0].cracPowerW[2]'],
    ],
    ['a stop after the end', text({ stoppedAtS: 151 }), ['days[0].stoppedAtS']],
    ['a reward that falls', text({ rewardSoFar: [0, 1, 0.5] }), ['days[0].rewardSoFar[2]']],
    ['more than all tasks earn', text({ rewardSoFar: [0, 1, 1.1] }), ['days[0].rewardSoFar[2]']],
    ['a day twice', text({}, { days: [DAY, DAY] }), ['days[1].method']],
    ['a task type twice', text({}, { taskTypes: [FILE.taskTypes[0], FILE.taskTypes[0]] }), ['taskTypes[1].name']],
    ['no day', text({}, { days: [] }), ['days']],
    ['a digest that is none', text({}, { facilitySha256: 'CD' }), ['facilitySha256']],
  ])('is refused with %s', (_, written, paths) => {
    expect(pathsOf(written)).toEqual(paths);
  });

  it('tells at most a few of many faults', () => {
    const short = { nodePowerW: [1], cracPowerW: [1], hottestInletC: [20], rewardSoFar: [0] };
    const days = Array.from({ length: 64 }, (_, n) => ({ ...DAY, ...short, method: `m${n}` }));
    expect(pathsOf(text({}, { days })).length).toBeLessThanOrEqual(MAX_FAULTS + 1);
    expect(MAX_FAULTS + 1).toBeLessThan(4 * days.length);
  });
});

describe('the digest of tasks', () => {
  it('changes with a type, an arrival or a number of cores, and not with the way in which tasks are handed over', () => {
    const tasks = Array.from({ length: 20_001 }, (_, n) => ['job', n / 3, 1] as const);
    const of = (change: (n: number) => readonly [string, number, number]): string => tasksSha256(tasks.length, change);
    const plain = of((n) => tasks[n]!);
    expect(of((n) => [...tasks[n]!])).toBe(plain);
    const last = tasks.length - 1;
    const others = [
      of((n) => (n === last ? ['other', n / 3, 1] : tasks[n]!)),
      of((n) => (n === last ? ['job', n / 3 + 1e-11, 1] : tasks[n]!)),
      of((n) => (n === last ? ['job', n / 3, 2] : tasks[n]!)),
      tasksSha256(last, (n) => tasks[n]!),
    ];
    expect(new Set([plain, ...others]).size).toBe(5);
  });
});
