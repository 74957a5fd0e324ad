import { expect, it } from 'vitest';
import { type Method, methodNamed } from '../../../../src/families/reward-rate/methods/registry.js';
import { rewardRateCompareReport } from '../../../../src/families/reward-rate/report/compare.js';
import { rewardRateComparePage } from '../../../../src/families/reward-rate/report/html/compare.js';
import { openModel } from '../../../../src/families/reward-rate/runs/open.js';
import {
  rewardRateComparison,
  type RewardRateComparisonRecord,
} from '../../../../src/families/reward-rate/studies/compare/comparison.js';
import { comparePage } from '../../../../src/reports/compare/page.js';
import { compareText } from '../../../../src/reports/compare/text.js';
import { EngineUnavailableError } from '../../../../src/solvers/linear/load-failure.js';
import { compare } from '../../../../src/studies/compare/compare.js';
import { memoryRecordStore } from '../../../../src/runs/store/record-store.js';
import { writeSmall } from '../../../support/small-instance.js';

const CONFIG = methodNamed('config-lp')!;

async function compared(
  second: Method['solve'],
  interrupted = (): boolean => false,
  store = memoryRecordStore(),
): Promise<RewardRateComparisonRecord> {
  const opened = openModel(writeSmall().file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const labels = ['config-lp', 'second'];
  const methods = [CONFIG, { ...CONFIG, name: 'second', solve: second }];
  const comparison = rewardRateComparison({ opened, labels, methods, engine: 'highs', variants: false });
  const { record } = await compare(comparison, {
    family: 'reward-rate',
    labels,
    reference: 'config-lp',
    variants: false,
    trials: 3,
    seed: 1,
    settings: {},
    surroundings: {
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      cpuS: () => 0,
      interrupted,
      interruptedTwice: () => false,
      onProgress: () => undefined,
    },
    store,
  });
  return record as RewardRateComparisonRecord;
}

it('one run that breaks down loses no other, and is named', async () => {
  let calls = 0;
  const record = await compared((input) => {
    if (++calls === 2) throw new RangeError('broken on purpose');
    return CONFIG.solve(input);
  });
  expect(record.runs).toHaveLength(6);
  expect(record.runs.filter(({ feasible }) => feasible)).toHaveLength(5);
  const broken = record.runs.find(({ feasible }) => !feasible);
  expect(broken).toMatchObject({ method: 'second', trial: 1, termination: 'failed', failure: 'broken on purpose' });
  expect(record).toMatchObject({ termination: 'finished', trials: 3 });
  expect(record.summary[1]).toMatchObject({ plans: 2, withoutPlan: 1, best: 2, timeS: { n: 2 } });
  // It has no plan from beginning to end.
  expect(record.convergence.methods[1]).toMatchObject({ method: 'second', trials: 3 });
  expect(record.convergence.methods[1]!.greatest.at(-1)).toBe(1);
  const said = 'The run of second with seed 2 broke down: broken on purpose';
  expect(record.warnings).toEqual([said]);
  const page = comparePage(record, rewardRateCompareReport(record), rewardRateComparePage(record));
  for (const text of [page, compareText(record, rewardRateCompareReport(record))]) expect(text).toContain(said);
  expect(page).toContain('<td>broke down: broken on purpose</td>');
});

it('an engine that is not there is a fault of every run', async () => {
  const missing = compared(() => {
    throw new EngineUnavailableError('The LP engine is not installed');
  });
  await expect(missing).rejects.toThrow('not installed');
});

it('one that was cut short is taken up with the same runs, and solves nothing again', async () => {
  const store = memoryRecordStore();
  let calls = 0;
  const counted: Method['solve'] = (input) => {
    calls++;
    return CONFIG.solve(input);
  };
  const whole = await compared(counted);
  const cut = await compared(counted, () => store.keys().size >= 4, store);
  expect([cut.termination, cut.runs.length, calls]).toEqual(['interrupted', 2, 4]);
  const resumed = await compared(counted, undefined, store);
  expect(calls).toBe(6);
  expect(resumed.runs).toEqual(whole.runs);
});
