import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';
import { type Json, plenumJson, repository, unexpectedNulls } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const FOLDER = join(repository, 'instances/reward-rate');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const TINY = NAMES.filter((name) => name.startsWith('tiny-'));
// One large room is enough here: each takes seconds, and both take the same path.
const ROOMS = NAMES.filter((name) => name.startsWith('room-') && name !== 'room-4320-hybrid-nominal.json');
const METHODS = ['config-lp', 'lp', 'greedy', 'greedy-power'];

interface Outcome {
  readonly objective: number;
  readonly bound: number;
  readonly gap: number;
}

/** Solves, then checks copies of both files in another directory: the files say all there is to say. */
async function expectSolvedAndConfirmed(name: string, method: string): Promise<Outcome> {
  const file = join(FOLDER, name);
  const out = temporaryDirectory();
  const { code, json } = await plenumJson('solve', file, '--method', method, '--out', out);
  expect(code).toBe(0);
  expect(json).toMatchObject({ feasible: true, violations: [] });
  expect(unexpectedNulls(json)).toEqual([]);
  const elsewhere = temporaryDirectory();
  copyFileSync(file, join(elsewhere, 'i.json'));
  copyFileSync(join(out, 'plan.json'), join(elsewhere, 'p.json'));
  const outcome = json as Json & Outcome;
  const checked = await plenumJson('check', join(elsewhere, 'i.json'), join(elsewhere, 'p.json'));
  expect(checked).toMatchObject({ code: 0, json: { feasible: true, objective: outcome.objective, violations: [] } });
  expect(outcome.bound).toBeGreaterThanOrEqual(outcome.objective * (1 - 1e-9));
  return outcome;
}

describe('the bundled instance', () => {
  test.each(TINY)('%s is solved to its known optimum, and its bound is not below that', async (name) => {
    const { knownOptimum } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as RewardRateInstance;
    const { objective, bound } = await expectSolvedAndConfirmed(name, 'config-lp');
    expect(objective).toBeCloseTo(knownOptimum!.rewardPerS, 9);
    expect(bound).toBeGreaterThanOrEqual(knownOptimum!.rewardPerS * (1 - 1e-12));
  });

  test.each(ROOMS)(
    '%s is solved within 2e-4 of its bound (1e-3 with two CRACs) and confirmed elsewhere',
    async (name) => {
      const { gap } = await expectSolvedAndConfirmed(name, 'config-lp');
      expect(gap).toBeLessThan(name.startsWith('room-4320') ? 1e-3 : 2e-4);
    },
  );
});

describe.each(METHODS.filter((method) => method !== 'config-lp'))('method %s', (method) => {
  test.each([...TINY, 'room-1080-hybrid.json'])('gives %s a feasible plan below the bound', async (name) => {
    const { objective } = await expectSolvedAndConfirmed(name, method);
    expect(objective).toBeGreaterThan(0);
  });
});
