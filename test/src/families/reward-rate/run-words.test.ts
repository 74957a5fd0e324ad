import { describe, expect, it } from 'vitest';
import { compareOf } from '../../../support/comparison.js';
import type { Words } from '../../../../src/families/options.js';
import { judgedSolve } from '../../../support/reward-rate/judged-words.js';

const PRICES = { rewardUsd: 1, energyUsd: 0.1 };

function refusedPath(words: Words): string | null {
  const read = judgedSolve(words, 'sweep');
  return read.ok === false ? (read.faults as { path: string }[])[0]!.path : null;
}

const own = await compareOf('reward-rate');

function comparison(words: Words, methods: readonly string[]) {
  return own.readWords({ words, methods, trials: 1, seed: 1, variants: false });
}

describe('words of series and comparisons', () => {
  it('sweep and day refuse what the method cannot make best, and prices without money, as solve does', () => {
    expect(refusedPath({ method: 'ga', objective: 'reward,power' })).toBe('--objective');
    expect(refusedPath({ objective: 'money', rewardUsd: 1 })).toBe('--energy-usd');
    expect(refusedPath({ energyUsd: 1 })).toBe('--energy-usd');
    expect(refusedPath({ objective: 'reward', rewardTolerance: 0.01 })).toBe('--reward-tolerance');
    expect(refusedPath({ naive: true, rewardTolerance: 0.01 })).toBe('--reward-tolerance');
    expect(refusedPath({ naive: true, sharing: 'always' })).toBe('--sharing');
    expect(refusedPath({ naive: true, objective: 'money', ...PRICES })).toBe('--objective');
    expect(refusedPath({ method: 'lp', sharing: 'never' })).toBe('--sharing');
    expect(refusedPath({ standby: true })).toBe('--standby');
    expect(refusedPath({ population: 'diverse' })).toBe('--population');
    expect(refusedPath({ method: 'ga', population: 'elite' })).toBe('--population');
    for (const words of [
      { objective: 'reward,power', rewardTolerance: 0.01 },
      { objective: 'money', ...PRICES },
      { method: 'lp', standby: true },
      { sharing: 'always' },
      { method: 'ga', population: 'diverse' },
    ])
      expect([words, refusedPath(words)]).toEqual([words, null]);
  });

  it('a comparison refuses what one of its methods cannot heed, and money, by which it does not rank', () => {
    const path = (words: Words, labels: readonly string[]): string | null => {
      const read = comparison(words, labels);
      return read.ok ? null : read.faults[0]!.path;
    };
    expect(path({ objective: 'money', ...PRICES }, ['config-lp'])).toBe('--objective');
    expect(path({ objective: 'reward,power' }, ['config-lp', 'lp'])).toBe('--objective');
    expect(path({ objective: 'reward,power' }, ['config-lp', 'config-lp:naive'])).toBe('--objective');
    expect(path({ sharing: 'never' }, ['config-lp', 'ga'])).toBe('--sharing');
    expect(path({ standby: true }, ['config-lp', 'greedy-power'])).toBe('--standby');
    expect(path({ rewardTolerance: 0.1 }, ['lp', 'ga'])).toBe('--reward-tolerance');
    expect(path({ rewardTolerance: 0.1 }, ['lp', 'config-lp'])).toBeNull();
    expect(path({ standby: true }, ['config-lp', 'lp'])).toBeNull();
    expect(path({ objective: 'reward' }, ['config-lp', 'config-lp:naive', 'ga'])).toBeNull();
    expect(path({}, ['config-lp', 'config-lp:naive', 'ga', 'ga:repaired', 'ga:diverse'])).toBeNull();
    expect(path({}, ['greedy:diverse'])).toBe('--methods');
  });

  it('trials of a comparison are addressed by every choice that was given', () => {
    expect(comparison({ reservePower: 5, standby: true }, ['greedy'])).toMatchObject({
      words: { reservePower: 5, standby: true },
    });
    expect(comparison({ objective: 'reward', engine: 'glpk' }, ['greedy'])).toMatchObject({
      words: { objective: 'reward', engine: 'glpk' },
    });
  });
});
