import { describe, expect, it } from 'vitest';
import { compareOf } from '../../support/comparison.js';
import { contestantsOf } from '../../../src/families/contestants.js';
import { isLabelFault, readLabel } from '../../../src/families/labels.js';
import { METHODS as JOBS } from '../../../src/families/jobs/methods/registry.js';
import { JOBS_OPTIONS } from '../../../src/families/jobs/options.js';
import { METHODS } from '../../../src/families/reward-rate/methods/registry.js';
import { REWARD_RATE_OPTIONS } from '../../../src/families/reward-rate/options.js';
import { ROBUST_METHODS } from '../../../src/families/robust/methods/registry.js';
import { ROBUST_OPTIONS } from '../../../src/families/robust/options.js';
import { POLICIES } from '../../../src/families/utility/methods/registry.js';
import { UTILITY_OPTIONS } from '../../../src/families/utility/options.js';

const WORDS = {
  'reward-rate': { names: METHODS.map(({ name }) => name), options: REWARD_RATE_OPTIONS },
  robust: { names: ROBUST_METHODS.map(({ name }) => name), options: ROBUST_OPTIONS },
  utility: { names: POLICIES.map(({ name }) => name), options: UTILITY_OPTIONS },
  jobs: { names: JOBS.map(({ name }) => name), options: JOBS_OPTIONS },
};

const ONE_TRIAL = { trials: 1, seed: 1, variants: false };

/** The refusal of labels with choices that all share; null where there is none. */
async function refusal(family: string, methods: readonly string[], words: object = {}): Promise<object | null> {
  const read = (await compareOf(family)).readWords({ ...ONE_TRIAL, words: { ...words }, methods });
  return read.ok ? null : read.faults[0]!;
}

describe('labels stand for options of solve', () => {
  it.each(Object.entries(WORDS))('%s: the name alone is the method as solve runs it', (_, words) => {
    for (const method of words.names) expect(readLabel(method, words)).toEqual({ method });
  });

  it.each([
    ['reward-rate', 'greedy:naive', { naive: true }],
    ['robust', 'tabu:static', { constraint: 'static' }],
    ['robust', 'ga:z+ties:limit', { improve: 'z,ties', constraint: 'limit' }],
    ['robust', 'gals:all', { improve: 'all' }],
    ['utility', 'upt:task', { filter: 'task' }],
    ['utility', 'upt:task@1.5', { filter: 'task', leniency: 1.5 }],
    ['utility', 'upt:task@online', { filter: 'task', leniency: 'online' }],
    [
      'utility',
      'upr:permanent:early:per-task@0.25',
      { filter: 'per-task', leniency: 0.25, reservations: 'permanent', binding: 'early' },
    ],
    ['utility', 'util:pair', { preemption: 'pair' }],
    ['utility', 'event-based:committed', { goalCounts: 'committed' }],
    ['utility', 'task-based:arrivals', { goalRate: 'arrivals' }],
    ['utility', 'easy:group', { easyScope: 'group' }],
    ['jobs', 'val-opt:max-bid:allocation', { cores: 'max-bid', valueAt: 'allocation' }],
    ['jobs', 'price:energy@2:no-moves', { energyPrice: 2, moves: 'none' }],
    ['jobs', 'val-en-adapt-opt:printed:checkpoints@600', { readings: 'printed', checkpointInterval: 600 }],
    ['jobs', 'price:free-cores:gaining', { corePrices: 'none', moveChoice: 'gaining' }],
  ] as const)('%s: %s', (family, label, choices) => {
    expect(readLabel(label, WORDS[family])).toEqual({ method: label.split(':')[0], ...choices });
  });

  it.each([
    ['utility', 'tabu', 'There is no method "tabu".'],
    ['utility', '', 'There is no method "".'],
    ['utility', 'upt:', 'Correct "".'],
    ['utility', 'upt:none', 'Correct "none".'],
    ['utility', 'upt:Task', 'Correct "Task".'],
    ['utility', 'upt:task@', 'Correct "task@".'],
    ['utility', 'upt:task@0', 'Correct "task@0".'],
    ['utility', 'upt:task@-1', 'Correct "task@-1".'],
    ['utility', 'upt:task@1@2', 'Correct "task@1@2".'],
    ['utility', 'upt:task@Infinity', 'Correct "task@Infinity".'],
    ['utility', 'upt:task@0x10', 'Correct "task@0x10".'],
    ['utility', 'upt:greedy@2', 'Correct "greedy@2".'],
    ['utility', 'upt:constructor', 'Correct "constructor".'],
    ['utility', 'upt:greedy:pair', 'Leave one of two choices out: "pair".'],
    ['utility', 'upt:task:task@2', 'Leave one of two choices out: "task@2".'],
    ['robust', 'tabu:statick', 'Correct "statick".'],
    ['robust', 'tabu:z+keeps', 'Correct "z+keeps".'],
    ['robust', 'tabu:static:limit', 'Leave one of two choices out: "limit".'],
    ['reward-rate', 'lp:naiv', 'Correct "naiv".'],
    ['jobs', 'price:energy@-1', 'Correct "energy@-1".'],
    ['jobs', 'price:checkpoints@0', 'Correct "checkpoints@0".'],
    ['jobs', 'price:once:repeated', 'Leave one of two choices out: "repeated".'],
  ] as const)('%s: "%s" is refused', (family, label, remedy) => {
    const read = readLabel(label, WORDS[family]);
    expect(isLabelFault(read) ? read : null).toMatchObject({ label, remedy });
  });
});

describe('labels of a comparison', () => {
  it.each([
    ['reward-rate', 'greedy,lp,greedy', 'greedy'],
    ['robust', 'tabu,tabu:dynamic', 'tabu:dynamic'],
    ['robust', 'ga:none,ga', 'ga'],
    ['robust', 'tabu:z+ties+keep,tabu:all', 'tabu:all'],
    ['utility', 'upr:early:permanent,upr:early:permanent', 'upr:early:permanent'],
  ])('%s: %s name one form twice', async (family, list, value) => {
    expect(await refusal(family, list.split(','))).toMatchObject({
      path: '--methods',
      value,
      allowed: 'every method in every form once',
    });
  });

  it.each([
    ['robust', 'lagrange:static', '--constraint'],
    ['robust', 'min-energy:all', '--improve'],
    ['jobs', 'price:max-bid', '--cores'],
    ['jobs', 'val-opt:energy@1', '--energy-price'],
    ['utility', 'upt:group', '--easy-scope'],
  ])('%s: %s is a choice that the method does not heed', async (family, label, remedy) => {
    expect(await refusal(family, [label])).toMatchObject({
      path: '--methods',
      value: label,
      remedy: expect.stringContaining(remedy) as string,
    });
  });

  it('choices that all share are heeded by those who can; what none heeds, or all say themselves, is refused', async () => {
    expect(await refusal('robust', ['tabu', 'min-energy'], { constraint: 'static' })).toBeNull();
    expect(await refusal('robust', ['lagrange', 'min-energy'], { constraint: 'static' })).toMatchObject({
      path: '--constraint',
    });
    expect(await refusal('robust', ['tabu:z'], { improve: 'all' })).toMatchObject({ path: '--improve' });
    expect(await refusal('robust', ['tabu'], { improve: 'zz' })).toMatchObject({ path: '--improve' });
    expect(await refusal('reward-rate', ['config-lp', 'greedy'], { rewardTolerance: 0.01 })).toBeNull();
    expect(await refusal('reward-rate', ['greedy', 'fcfs'], { rewardTolerance: 0.01 })).toMatchObject({
      path: '--reward-tolerance',
    });
    expect(await refusal('reward-rate', ['config-lp', 'greedy'], { standby: true })).toBeNull();
    expect(await refusal('reward-rate', ['config-lp'], { standby: true })).toMatchObject({ path: '--standby' });
  });

  it('some choices are of no use unless every method heeds them', async () => {
    expect(await refusal('reward-rate', ['config-lp', 'greedy'], { objective: 'reward,power' })).toMatchObject({
      path: '--objective',
    });
    expect(await refusal('reward-rate', ['config-lp'], { objective: 'reward,power' })).toBeNull();
    expect(await refusal('reward-rate', ['config-lp:naive'], { objective: 'reward,power' })).toMatchObject({
      path: '--objective',
    });
    expect(await refusal('reward-rate', ['greedy'], { objective: 'money' })).toMatchObject({
      path: '--objective',
      remedy: expect.stringContaining('compared by reward') as string,
    });
  });

  it('the bound of a comparison is that of the compared methods together', async () => {
    const own = await compareOf('jobs');
    const kindOf = (...methods: string[]): unknown => {
      const read = own.readWords({ ...ONE_TRIAL, words: {}, methods });
      return read.ok ? read.boundWords['kind'] : read;
    };
    expect([kindOf('val-opt', 'price'), kindOf('val-opt', 'price:no-moves')]).toEqual(['malleable', 'rigid']);
  });

  it('contestants take the words that they heed', () => {
    const of = { names: WORDS.robust.names, options: ROBUST_OPTIONS, solve: {} };
    const read = contestantsOf(of, ['tabu', 'ga:limit', 'lagrange'], { constraint: 'static', problem: 'eo-mc' });
    expect(read.ok ? read.contestants.map(({ asked }) => asked) : read).toEqual([
      { method: 'tabu', constraint: 'static', problem: 'eo-mc' },
      { method: 'ga', constraint: 'limit', problem: 'eo-mc' },
      { method: 'lagrange', problem: 'eo-mc' },
    ]);
  });
});
