import { expect, test } from 'vitest';
import type { TaskType } from '../../../../../../models/families/reward-rate/instance.js';
import { readLimitWords } from '../../../../../../src/families/reward-rate/runs/explain/limit-words.js';
import { movableDemands } from '../../../../../../src/families/reward-rate/runs/explain/demand.js';
import { readDemands } from '../../../../../../src/families/reward-rate/runs/explain/serve-words.js';
import { smallInstance } from '../../../../../support/small-instance.js';

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
