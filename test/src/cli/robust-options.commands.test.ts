import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { readJson, robustFile, solveRobust as solve } from './robust-cases.js';

/** Rounding in sums of another order. */
const ROUNDING = 1e-9;

describe('choices of a search', () => {
  const file = robustFile('tiny-fits-one-node');

  test.each(['dynamic', 'static', 'superiority', 'limit'])('--constraint %s is heeded', async (handling) => {
    for (const method of ['tabu', 'ga', 'gals']) {
      const words = ['--method', method, '--constraint', handling, '--work-limit', '3', '--no-bound'];
      const { json } = await solve(file, ...words);
      expect(json).toMatchObject({ constraintHandling: handling, improvements: [] });
    }
  });

  test.each([
    ['none', []],
    ['all', ['z', 'ties', 'keep']],
    ['keep,z', ['z', 'keep']],
    [' ties , z ', ['z', 'ties']],
  ])('--improve "%s" is heeded', async (list, improvements) => {
    const { json } = await solve(file, '--method', 'tabu', '--improve', list, '--work-limit', '2', '--no-bound');
    expect(json.improvements).toEqual(improvements);
  });

  test.each(['lagrange', 'tabu', 'ga', 'gals'])(
    '%s ends with a plan no worse than the one it starts from',
    async (method) => {
      const out = join(temporaryDirectory(), 'out');
      const best = await solve(
        robustFile('tiny-printed-variance'),
        '--method',
        'ga',
        '--work-limit',
        '40',
        '--out',
        out,
      );
      const start = ['--start', join(out, 'plan.json'), '--method', method, '--work-limit', '1'];
      const { json } = await solve(robustFile('tiny-printed-variance'), ...start);
      expect(json.feasible).toBe(true);
      expect(json.psi!.z).toBeGreaterThanOrEqual(best.json.psi!.z - ROUNDING);
    },
  );

  test('--bound-time-limit ends the bound, and --time-limit stands for it', async () => {
    const greedy = [robustFile('tiny-two-nodes'), '--method', 'min-energy', '--work-limit', '1'];
    const stopped = async (...words: readonly string[]): Promise<boolean> =>
      (await solve(...greedy, ...words)).json.warnings.some((text) => text.includes('--bound-time-limit'));
    expect(await stopped()).toBe(false);
    expect(await stopped('--bound-time-limit', '0')).toBe(true);
    expect(await stopped('--time-limit', '0')).toBe(true);
    expect(await stopped('--time-limit', '0', '--bound-time-limit', '100')).toBe(false);
  });

  test('a start that names another instance is refused even where it fits, one for other bytes is used with a warning, a broken one is refused', async () => {
    const out = join(temporaryDirectory(), 'out');
    await solve(file, '--method', 'min-min-pmin', '--no-bound', '--out', out);
    const plan = readJson(join(out, 'plan.json')) as unknown as RobustPlan;
    const renamed = join(out, 'renamed.json');
    writeFileSync(renamed, JSON.stringify({ ...plan, instance: { ...plan.instance, name: 'elsewhere' } }));
    const words = ['solve', file, '--method', 'tabu', '--start', renamed, '--work-limit', '1'];
    const refused = await plenumJson(...words);
    expect(refused).toMatchObject({
      code: 2,
      json: { faults: [{ path: 'instance.name', value: 'elsewhere', allowed: 'a plan for "tiny-fits-one-node"' }] },
    });
    writeFileSync(renamed, JSON.stringify({ ...plan, instance: { ...plan.instance, sha256: '0'.repeat(64) } }));
    const { json } = await solve(file, ...words.slice(2));
    expect(json.warnings[0]).toBe(
      '--start: The plan was made for another version of the instance (its SHA-256 differs).',
    );
    writeFileSync(renamed, JSON.stringify({ ...plan, cores: plan.cores.slice(1) }));
    const broken = await plenumJson('solve', file, '--method', 'tabu', '--start', renamed);
    expect(broken).toMatchObject({ code: 2, json: { error: 'badInput' } });
  });

  test('--out that overwrites the plan to start from is refused', async () => {
    const out = join(temporaryDirectory(), 'out');
    await solve(file, '--method', 'min-min-pmin', '--no-bound', '--out', out);
    const plan = readFileSync(join(out, 'plan.json'));
    const { code } = await plenum('solve', file, '--method', 'tabu', '--start', join(out, 'plan.json'), '--out', out);
    expect(code).toBe(2);
    expect(readFileSync(join(out, 'plan.json'))).toEqual(plan);
  });
});

describe('--objective', () => {
  const robust = robustFile('tiny-two-nodes');

  test('whole-bag is no more than psi, and says which it is', async () => {
    const ofBag = await plenumJson('bound', robust, '--objective', 'whole-bag');
    const ofPsi = await plenumJson('bound', robust);
    expect([ofBag.code, ofPsi.code]).toEqual([0, 0]);
    expect(ofBag.json).toMatchObject({ details: { boundOn: 'whole-bag' } });
    expect(ofPsi.json).toMatchObject({ details: { boundOn: 'psi' } });
    expect(ofBag.json['bound']).toBeLessThanOrEqual(ofPsi.json['bound'] as number);
  });

  test.each([
    ['--objective', 'everything'],
    ['--objective', 'whole-bag', '--problem', 'eo-mc'],
  ])('%s %s %s is refused', async (...words) => {
    const { code, json } = await plenumJson('bound', robust, ...words);
    expect(code).toBe(2);
    expect(json).toMatchObject({ error: 'badInput', faults: [{ path: '--objective' }] });
  });

  test('whole-bag makes the probability of all cores the objective of solve, and of check', async () => {
    const out = join(temporaryDirectory(), 'run');
    const words = ['--objective', 'whole-bag', '--work-limit', '60'];
    const { code, json } = await plenumJson('solve', robust, ...words, '--out', out);
    expect([0, 4]).toContain(code);
    const details = json['details'] as Record<string, unknown>;
    expect(details).toMatchObject({ boundOn: 'whole-bag', psiGap: null });
    expect(json['objective']).toBeCloseTo(10 ** (details['jointPsiLog10'] as number), 12);
    expect(json['bound']).toBeGreaterThanOrEqual(json['objective'] as number);
    const decades = Math.log10(json['bound'] as number) - (details['jointPsiLog10'] as number);
    expect(details['decadesToBound']).toBeCloseTo(decades, 6);
    const plan = join(out, 'plan.json');
    const checked = await plenumJson('check', robust, plan, '--objective', 'whole-bag');
    expect(checked.json['objective']).toBe(json['objective']);
    expect((await plenumJson('check', robust, plan)).json['objective']).toBe(
      (details['psi'] as { probability: number }).probability,
    );
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('all cores in time, as rated by the checker');
  });

  test('whole-bag has the other methods rated, and says so', async () => {
    const { json } = await plenumJson('solve', robust, '--objective', 'whole-bag', '--method', 'min-energy');
    expect(json['warnings']).toContainEqual(expect.stringContaining('min-energy searches by Psi'));
    expect(json['details']).toMatchObject({ boundOn: 'whole-bag' });
  });

  test('whole-bag compares methods by the probability of all cores', async () => {
    const out = join(temporaryDirectory(), 'run');
    const words = ['--methods', 'lagrange,min-energy', '--trials', '1', '--work-limit', '40', '--out', out];
    const { code, json } = await plenumJson('compare', robust, '--objective', 'whole-bag', ...words);
    expect(code).toBe(0);
    expect(json['details']).toMatchObject({ boundOn: 'whole-bag' });
    expect(readFileSync(join(out, 'compare.csv'), 'utf8')).toContain('decades_to_bound');
    expect(readFileSync(join(out, 'compare.html'), 'utf8')).toContain('Decades below the bound');
  });

  test('a list of another family is refused with the measures there are', async () => {
    const { code, json } = await plenumJson('solve', robust, '--objective', 'money');
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ path: '--objective', value: 'money', allowed: 'psi, whole-bag' }] });
  });
});

describe('options without effect are refused', () => {
  const robust = robustFile('tiny-fits-one-node');
  const rewardRate = robust.replace('robust/tiny-fits-one-node', 'reward-rate/tiny-power-cap');

  test.each([
    ['--method', 'greedy'],
    ['--method', 'config-lp'],
    ['--problem', 'mo'],
    ['--constraint', 'strict'],
    ['--improve', 'z,w'],
    ['--method', 'lagrange', '--constraint', 'static'],
    ['--method', 'min-energy', '--start', 'plan.json'],
    ['--method', 'min-min-pmax', '--improve', 'all'],
    ['--naive'],
    ['--engine', 'highs'],
    ['--constraints', 'own.mjs'],
    ['--work-limit', '0'],
    ['--seed', '-1'],
    ['--out', ' '],
    ['--front', '3'],
    ['--bound-time-limit', '3'],
    ['--bound-time-limit', '-1', '--method', 'tabu'],
    ['--bound-time-limit', '3', '--no-bound', '--method', 'min-energy'],
  ])('%s %s %s is refused for a robust instance', async (...words) => {
    const { code, json } = await plenumJson('solve', robust, ...words);
    expect(code).toBe(2);
    expect(json).toMatchObject({
      error: 'badInput',
      faults: [{ file: 'command line', path: expect.stringMatching(/^--/) as string }],
    });
  });

  test.each([
    ['--problem', 'mo-ec'],
    ['--constraint', 'dynamic'],
    ['--improve', 'none'],
    ['--start', 'plan.json'],
    ['--bound-time-limit', '3'],
    ['--method', 'lagrange'],
    ['--method', 'tabu'],
  ])('%s %s is refused for a reward-rate instance', async (...words) => {
    expect((await plenum('solve', rewardRate, ...words)).code).toBe(2);
  });

  test('a file that is not there is blamed before a method of the other family', async () => {
    for (const method of ['tabu', 'config-lp']) {
      const { code, json } = await plenumJson('solve', 'no-such-file.json', '--method', method);
      expect(code).toBe(2);
      expect(json).toMatchObject({ faults: [{ file: 'no-such-file.json' }] });
    }
  });
});
