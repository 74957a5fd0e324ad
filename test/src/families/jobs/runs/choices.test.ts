import { describe, expect, it } from 'vitest';
import { isRefused } from '../../../../../src/families/family.js';
import { MONTH_METHODS, type MonthMethod } from '../../../../../src/families/jobs/methods/month/policies.js';
import { METHODS } from '../../../../../src/families/jobs/methods/registry.js';
import { FAMILIES } from '../../../../../src/families/registry.js';
import { choicesOn, type JobsRequest } from '../../../../../src/families/jobs/runs/choices.js';
import { needsProfiles } from '../../../../../src/families/jobs/runs/profiles.js';
import { solveOfJobs } from '../../../../../src/families/jobs/solve.js';
import type { Words } from '../../../../../src/families/options.js';
import { judgedWords } from '../../../../../src/workbench/judged-words.js';

const JOBS = FAMILIES.find(({ name }) => name === 'jobs')!;
const readWords = (words: Words) => judgedWords(JOBS, 'solve', words, solveOfJobs);

const INSTANCE = { checkpointIntervalS: 600, overheads: { checkS: 2 } };

function policyOf(words: Record<string, unknown>, instance: Parameters<typeof choicesOn>[0] = INSTANCE) {
  const read = readWords(words);
  if (isRefused(read)) throw new Error(JSON.stringify(read));
  const chosen = choicesOn(instance, read['asked'] as JobsRequest);
  if (!chosen.ok) throw new Error(JSON.stringify(chosen));
  return chosen.choices;
}

function refusalOf(words: Record<string, unknown>, instance: Parameters<typeof choicesOn>[0] = INSTANCE) {
  const read = readWords(words);
  if (isRefused(read)) return read.faults[0]!;
  const chosen = choicesOn(instance, read['asked'] as JobsRequest);
  if (chosen.ok) throw new Error(`${JSON.stringify(words)} is accepted`);
  return chosen.fault;
}

describe('methods', () => {
  it('are those of months, each once, price by default', () => {
    expect(METHODS.map(({ name }) => name).sort()).toEqual([...MONTH_METHODS].sort());
    expect(policyOf({}).method).toBe('price');
  });

  it('draw nothing where they need no profiles: a comparison runs them once', () => {
    const certain = METHODS.filter(({ stochastic }) => stochastic === false).map(({ name }) => name);
    expect(certain).toEqual(METHODS.map(({ name }) => name).filter((name) => !needsProfiles(name)));
    expect(certain).not.toEqual([]);
  });
});

describe('readings', () => {
  it('are ours by default: value at completion, points by value over energy, time left by the pace seen', () => {
    expect(policyOf({ method: 'val-en-adapt-opt' }).policy).toMatchObject({
      valueAt: 'completion',
      cores: 'best',
      adaptation: { remaining: 'repaired', times: 'once', directions: 'deviation', choice: 'best' },
    });
  });

  it('are all those of the paper by one word, and what is said beside it goes before', () => {
    const words = { method: 'val-en-adapt-opt', readings: 'printed' };
    const printed = { valueAt: 'allocation', cores: 'atMostBest', adaptation: { remaining: 'literal' } };
    expect(policyOf(words).policy).toMatchObject(printed);
    expect(policyOf({ ...words, valueAt: 'completion', remaining: 'repaired' }).policy).toMatchObject({
      ...printed,
      valueAt: 'completion',
      adaptation: { remaining: 'repaired' },
    });
  });

  it('reach the policy, each by its option and in its unit', () => {
    const of = (method: MonthMethod, words: object) => policyOf({ method, ...words }).policy;
    expect(of('val-opt', { cores: 'max-bid' }).cores).toBe('maxBid');
    expect(of('val-en-join-opt', { cores: 'at-most-best' }).cores).toBe('atMostBest');
    expect(of('val-en-sep-opt', { valueAt: 'allocation' }).valueAt).toBe('allocation');
    expect(of('price', { energyPrice: 3, priceHorizon: 2, corePrices: 'clearing' }).prices).toMatchObject({
      perJ: 3e-6,
      horizonS: 7200,
      cores: 'clearing',
    });
    expect(of('price', { corePrices: 'none', moves: 'none' })).toMatchObject({
      prices: { cores: 'none' },
      adaptation: null,
    });
    const moved = { moves: 'repeated', directions: 'both', moveChoice: 'gaining', checkpointInterval: 90 };
    expect(of('val-en-adapt-opt', moved).adaptation).toEqual({
      intervalS: 90,
      times: 'repeated',
      remaining: 'repaired',
      directions: 'both',
      choice: 'gaining',
    });
    expect(policyOf({ profileNodes: 0 }).nodeLimit).toBe(0);
  });

  it('take checkpoints from the instance where nobody says, and from the method where it does not either', () => {
    const interval = (method: MonthMethod, instance: Parameters<typeof choicesOn>[0]) =>
      policyOf({ method }, instance).policy.adaptation?.intervalS;
    expect([interval('price', INSTANCE), interval('val-en-adapt-opt', INSTANCE)]).toEqual([600, 600]);
    expect([interval('price', {}), interval('val-en-adapt-opt', {})]).toEqual([3600, 300]);
  });
});

describe('an option that does nothing', () => {
  it.each<[string, Record<string, unknown>]>([
    ['--method', { method: 'val-best' }],
    ['--cores', { method: 'val-opt', cores: 'maxbid' }],
    ['--cores', { method: 'val-opt', cores: 'best' }],
    ['--cores', { method: 'val-en-join-opt', cores: 'fewest' }],
    ['--cores', { cores: 'best' }],
    ['--readings', { readings: 'printed' }],
    ['--value-at', { valueAt: 'allocation' }],
    ['--remaining', { method: 'val-en-join-opt', remaining: 'literal' }],
    ['--directions', { method: 'val-opt', directions: 'both' }],
    ['--move-choice', { moves: 'none', moveChoice: 'best' }],
    ['--checkpoint-interval', { method: 'val-en-sep-opt', checkpointInterval: 60 }],
    ['--checkpoint-interval', { moves: 'none', checkpointInterval: 60 }],
    ['--moves', { method: 'val-en-adapt-opt', moves: 'none' }],
    ['--energy-price', { method: 'val-opt', energyPrice: 1 }],
    ['--core-prices', { method: 'val-opt', corePrices: 'none' }],
    ['--price-horizon', { corePrices: 'none', priceHorizon: 1 }],
    ['--profile-nodes', { method: 'val-opt', bound: false, profileNodes: 5 }],
    ['--profile-nodes', { profiles: 'some.plpr', profileNodes: 5 }],
  ])('is refused with what to do instead: %s %j', (option, words) => {
    const { path, allowed, remedy } = refusalOf(words);
    expect([path, allowed === '', remedy === '']).toEqual([option, false, false]);
  });

  it('is told by the word that was given', () => {
    expect(refusalOf({ cores: 'max-bid' }).value).toBe('max-bid, with price');
    expect(refusalOf({ cores: 'at-most-best' }).value).toBe('at-most-best, with price');
  });

  it('includes checkpoints that follow each other faster than they take, asked for or of the instance', () => {
    const slow = { overheads: { checkS: 60 } };
    const told = { path: '--checkpoint-interval', allowed: 'above 60 s' };
    expect(refusalOf({ checkpointInterval: 60 }, slow)).toMatchObject({ ...told, value: 60 });
    expect(refusalOf({}, { ...slow, checkpointIntervalS: 30 })).toMatchObject({ ...told, value: 30 });
    expect(policyOf({ moves: 'none' }, { ...slow, checkpointIntervalS: 30 }).policy.adaptation).toBeNull();
  });
});
