import type { LimitName } from '../../../../../../models/facility/limits.js';
import { describe, expect, it, test } from 'vitest';
import type { TaskType } from '../../../../../../models/families/reward-rate/instance.js';
import { movableDemands } from '../../../../../../src/families/reward-rate/runs/explain/demand.js';
import { readDemands, readLimitWords } from '../../../../../../src/families/reward-rate/runs/explain/option-words.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { byPrice } from '../../../../../../src/families/reward-rate/runs/explain/fix.js';
import { smallInstance } from '../../../../../support/small-instance.js';

const LIMITS = movablesOf(
  smallInstance({
    limits: {
      rackPowerLimits: [
        { rack: 'R1', powerLimitW: 50 },
        { rack: 'R2', powerLimitW: 60 },
      ],
    },
  }),
);

const faultsOf = (words: { hard?: string; prices?: string }): readonly (readonly [string, unknown])[] => {
  const read = readLimitWords(LIMITS, words);
  return 'faults' in read ? read.faults.map(({ path, value }) => [path, value] as const) : [];
};

describe('limits marked hard', () => {
  it('do not move: a kind everywhere, or at the place named', () => {
    const read = readLimitWords(LIMITS, { hard: 'powerCap, rackPower:R1' });
    const left = 'faults' in read ? [] : read.movables.map(({ kind, where }) => `${kind} ${where}`);
    expect(left).toEqual(['redLine ', 'setPointMin CRAC1', 'setPointMax CRAC1', 'rackPower R2']);
  });

  it('are refused where they are all there are, for then nothing may move', () => {
    const read = readLimitWords(LIMITS, { hard: 'powerCap,redLine,setPointMin,setPointMax,rackPower' });
    expect('faults' in read && read.faults).toMatchObject([
      { path: '--hard', remedy: expect.stringContaining('nothing may move') as string },
    ]);
  });

  it('are refused where they are no limits, at places that there are not, or named twice', () => {
    expect(faultsOf({ hard: 'powercap' })).toEqual([['--hard', 'powercap']]);
    expect(faultsOf({ hard: 'rackPower:R9' })).toEqual([['--hard', 'rackPower:R9']]);
    expect(faultsOf({ hard: 'powerCap:R1' })).toEqual([['--hard', 'powerCap:R1']]);
    expect(faultsOf({ hard: 'redLine,redLine' })).toEqual([['--hard', 'redLine']]);
  });
});

describe('prices', () => {
  it('are refused where they are no numbers of at least 0', () => {
    for (const word of ['powerCap', 'powerCap=', 'powerCap=-1', 'powerCap=much', 'powerCap=Infinity', 'cap=1']) {
      expect(faultsOf({ prices: word })).toEqual([['--prices', word === 'cap=1' ? 'cap' : word]]);
    }
  });

  it('are per kW and per K, of a place before its kind, and order fixes: those without a price come last', () => {
    const read = readLimitWords(LIMITS, { prices: 'redLine=7,rackPower=10,rackPower:R2=1000' });
    if ('faults' in read) throw new Error('refused');
    const change = (constraint: LimitName, where: string, unit: string, by: number) => ({
      constraint,
      where,
      unit,
      from: 50,
      to: 50 + by,
    });
    const fix = (...changes: ReturnType<typeof change>[]) => ({ changes, proven: true, message: '' });
    const fixes = [
      fix(change('powerCap', '', 'W', 1)),
      // 2 K at 7, and 500 W at 1000 per kW.
      fix(change('redLine', '', 'C', 2), change('rackPower', 'R2', 'W', 500)),
      // 3 kW at 10 per kW.
      fix(change('rackPower', 'R1', 'W', 3000)),
    ];
    expect(byPrice(fixes, read).map(({ price }) => price)).toEqual([30, 514, null]);
  });
});

const INSTANCE = smallInstance();
const [{ name: A }] = INSTANCE.workload.taskTypes as readonly [TaskType];
const refusals = (words: string): readonly (readonly [string, unknown])[] => {
  const read = readDemands(INSTANCE, words);
  return 'faults' in read ? read.faults.map(({ path, value }) => [path, value] as const) : [];
};

test('demands are all that arrives of all task types, or a percentage of those named', () => {
  const all = INSTANCE.workload.taskTypes.map(({ name: taskType }) => ({ taskType, share: 1 }));
  expect(readDemands(INSTANCE, 'all')).toEqual(all);
  expect(readDemands(INSTANCE, `${A}=90`)).toEqual([{ taskType: A, share: 0.9 }]);
  expect(readDemands(INSTANCE, undefined)).toEqual([]);
});

test('demands of no task type, of more than arrives or nothing, and twice of one are refused, all at once', () => {
  expect(refusals(`zz,${A}=101,${A}=0,${A}=,${A},${A}=5`)).toEqual([
    ['--serve', 'zz'],
    ['--serve', `${A}=101`],
    ['--serve', `${A}=0`],
    ['--serve', `${A}=`],
    ['--serve', A],
  ]);
  expect(refusals('zz=5')).toEqual([['--serve', 'zz']]);
});

test('demands are marked hard and priced by task type, and only where service is demanded', () => {
  const movables = movableDemands([{ taskType: A, share: 1 }]);
  const read = readLimitWords(movables, { prices: `arrivals:${A}=3` });
  expect('priceOf' in read && read.priceOf(movables[0]!)).toBe(3);
  const none = readLimitWords(movables.slice(1), { hard: `arrivals:${A}`, prices: 'arrivals=1' });
  expect('faults' in none && none.faults.map(({ path, allowed }) => [path, allowed])).toEqual([
    ['--hard', 'arrivals with --serve only'],
    ['--prices', 'arrivals with --serve only'],
  ]);
});
