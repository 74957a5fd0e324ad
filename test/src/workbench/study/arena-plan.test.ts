import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../../src/families/registry.js';
import { arenaSize, arenaStudy, arenaUncertainty, instanceWord } from '../../../../src/workbench/study/arena-plan.js';
import { readStudy } from '../../../../src/studies/plan/read.js';

const REWARD_RATE = FAMILIES.find(({ name }) => name === 'reward-rate')!;
const RAW = { limits: { powerCapW: 100 }, workload: { taskTypes: [{ arrivalRatePerS: 1, deadlineS: 5 }] } };
const times = (...all: number[]) => all.map((timeLimitS) => ({ timeLimitS, workLimit: null }));
const first = (methods: number, defaultS: number, loadS = 0.1) => {
  return { methods: Array.from({ length: methods }, (_, n) => `m${n}`), defaultS, loadS, boundS: 0, steps: 10 };
};

describe('the uncertainty of an arena', () => {
  it('is the usual one of the family where the instance has the field, with what was asked for beside it', () => {
    expect(arenaUncertainty(REWARD_RATE, RAW, ['powerCapW=±20 %', 'deadlineS=0'])).toEqual({
      'workload.taskTypes[*].arrivalRatePerS': 0.1,
      'limits.powerCapW': 0.2,
    });
  });

  it('is refused with all that is wrong, and where nothing is uncertain', () => {
    const faultsOf = (asked: string[]): unknown[] => {
      const answer = arenaUncertainty(REWARD_RATE, RAW, asked) as { faults?: { value: unknown }[] };
      return (answer.faults ?? []).map(({ value }) => value);
    };
    expect(faultsOf(['powerCapW', 'powerCap=0.1', 'powerCapW=2'])).toEqual([
      'powerCapW',
      'powerCap=0.1',
      'powerCapW=2',
    ]);
    expect(faultsOf(['arrivalRatePerS=0', 'deadlineS=0'])).toHaveLength(1);
  });
});

describe('the size of an arena', () => {
  const none = { budgets: null, variants: null, workers: 1 };

  it('has budgets at a quarter, once and four times the time of the default method, rounded up', () => {
    expect(arenaSize(first(2, 1.9), none)).toMatchObject({ budgets: times(0.5, 2, 10), isCapped: false });
    expect(arenaSize(first(2, 0.01), none).budgets).toEqual(times(0.1));
  });

  it('has as many variants as the tests need and two more, 12 at least', () => {
    expect(arenaSize(first(2, 1.9), none).variants).toBe(12);
    // 21 pairs, 3 budgets: 63 tests need 2^n >= 2520, n = 12.
    expect(arenaSize(first(7, 0.3), none).variants).toBe(14);
  });

  it('is an upper estimate of time, and leaves larger budgets out beyond 10 min', () => {
    const asked = arenaSize(first(3, 1), { budgets: times(2, 8), variants: 10, workers: 2 });
    // 3 methods, 10 variants, (2 + .1) + (8 + .1) s, 2 at a time.
    expect(asked.estimateS).toBeCloseTo(153, 9);
    const capped = arenaSize(first(7, 10), none);
    expect(capped).toMatchObject({ isCapped: true, budgets: times(5) });
    expect(capped.estimateS).toBeLessThanOrEqual(600);
  });
});

describe('the study file of an arena', () => {
  it('is read as a study of variants, each with a seed of its own', async () => {
    const written = arenaStudy({
      name: 'room',
      instance: 'rooms/room.json',
      family: 'reward-rate',
      uncertainty: { 'limits.powerCapW': 0.1 },
      methods: ['lp', 'greedy'],
      size: { budgets: times(2), variants: 3 },
      seed: 4,
      bounds: false,
    });
    const read = await readStudy(JSON.stringify(written), false, FAMILIES);
    expect(read.ok ? read.study : read.faults).toMatchObject({
      instances: [
        { from: 'variants', of: 'rooms/room.json', seeds: [4, 5, 6], uncertainty: { 'limits.powerCapW': 0.1 } },
      ],
      methods: { 'reward-rate': ['lp', 'greedy'] },
      seeds: [4, 5, 6],
      zip: [['instance', 'seed']],
      bounds: false,
    });
  });

  it('calls a bundled instance by its name and another from its own folder', () => {
    expect(instanceWord('/plenum/instances/robust/tiny-one-task.json', '/home/planner/out', '/plenum')).toBe(
      'robust/tiny-one-task',
    );
    expect(instanceWord('/home/planner/rooms/own.json', '/home/planner/out', '/plenum')).toBe('../rooms/own.json');
  });
});
