import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import { bound, check, compare, solve, type SolveOptions } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { once } from '../../support/once.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { robustFile, solveRobust } from './robust-cases.js';

/** Rounding in sums of another order. */
const ROUNDING = 1e-9;

const file = robustFile('tiny-fits-one-node');
const twoNodes = robustFile('tiny-two-nodes');
const printed = robustFile('tiny-printed-variance');

/** Plan of the smallest instance, of the simplest method. */
const greedy = once(
  async () => (await solveRobust(file, { method: 'min-min-pmin', bound: false })).plan as unknown as RobustPlan,
);

describe('choices of a search', () => {
  test.each(['dynamic', 'static', 'superiority', 'limit'] as const)('constraint %s is heeded', async (constraint) => {
    for (const method of ['tabu', 'ga', 'gals']) {
      const { record } = await solveRobust(file, { method, constraint, workLimit: 3, bound: false });
      expect(record).toMatchObject({ constraintHandling: constraint, improvements: [] });
    }
  });

  test.each([
    ['none', []],
    ['all', ['z', 'ties', 'keep']],
    ['keep,z', ['z', 'keep']],
    [' ties , z ', ['z', 'ties']],
  ])('improve "%s" is heeded', async (improve, improvements) => {
    const { record } = await solveRobust(file, { method: 'tabu', improve, workLimit: 2, bound: false });
    expect(record.improvements).toEqual(improvements);
  });

  const best = once(async () => {
    const out = temporaryDirectory();
    const { record } = await solveRobust(printed, { method: 'ga', workLimit: 40, out });
    return { z: record.psi!.z, text: readFileSync(join(out, 'plan.json'), 'utf8') };
  });
  test.each(['lagrange', 'tabu', 'ga', 'gals'])(
    '%s ends with a plan no worse than the one it starts from',
    async (method) => {
      const start = join(temporaryDirectory(), 'plan.json');
      const { z, text } = await best();
      writeFileSync(start, text);
      const { record } = await solveRobust(printed, { start, method, workLimit: 1 });
      expect(record.feasible).toBe(true);
      expect(record.psi!.z).toBeGreaterThanOrEqual(z - ROUNDING);
    },
  );

  test('a limit of time of the bound ends it, and that of the run stands for it', async () => {
    const stopped = async (limits: SolveOptions): Promise<boolean> => {
      const { record } = await solveRobust(twoNodes, { method: 'min-energy', workLimit: 1, ...limits });
      return record.warnings.some((text) => text.includes('--bound-time-limit'));
    };
    expect(await stopped({})).toBe(false);
    expect(await stopped({ boundTimeLimitS: 0 })).toBe(true);
    expect(await stopped({ timeLimitS: 0 })).toBe(true);
    expect(await stopped({ timeLimitS: 0, boundTimeLimitS: 100 })).toBe(false);
  });

  test('a start that names another instance is refused even where it fits, one for other bytes is used with a warning, a broken one is refused', async () => {
    const plan = await greedy();
    const start = join(temporaryDirectory(), 'plan.json');
    const from = async (changes: Partial<RobustPlan>): Promise<Awaited<ReturnType<typeof solve>>> => {
      writeFileSync(start, JSON.stringify({ ...plan, ...changes }));
      return solve(file, { method: 'tabu', start, workLimit: 1 });
    };
    expect(faultsOf(await from({ instance: { ...plan.instance, name: 'elsewhere' } }))).toMatchObject([
      { path: 'instance.name', value: 'elsewhere', allowed: 'a plan for "tiny-fits-one-node"' },
    ]);
    const { record } = accepted(await from({ instance: { ...plan.instance, sha256: '0'.repeat(64) } }));
    expect(record.warnings[0]).toMatch(/start: The plan was made for another version of the instance \(its SHA-256 /);
    expect(faultsOf(await from({ cores: plan.cores.slice(1) }))).not.toEqual([]);
  });

  test('a folder whose plan it starts from is not written to', async () => {
    const out = temporaryDirectory();
    const start = join(out, 'plan.json');
    const text = JSON.stringify(await greedy());
    writeFileSync(start, text);
    expect(faultsOf(await solve(file, { method: 'tabu', start, out, overwrite: true }))).toHaveLength(1);
    expect(readFileSync(start, 'utf8')).toBe(text);
  });
});

describe('an objective', () => {
  test('whole-bag is bounded by no more than psi, and says which it is', async () => {
    const ofBag = accepted(await bound(twoNodes, { objective: 'whole-bag' })).record;
    const ofPsi = accepted(await bound(twoNodes)).record;
    expect([ofBag.details, ofPsi.details]).toMatchObject([{ boundOn: 'whole-bag' }, { boundOn: 'psi' }]);
    expect(ofBag.bound).toBeLessThanOrEqual(ofPsi.bound!);
  });

  test('whole-bag is the probability of all cores, of solve and of check', async () => {
    const out = temporaryDirectory();
    const { ended, record, plan } = await solveRobust(twoNodes, { objective: 'whole-bag', workLimit: 60, out });
    expect(['solved', 'stopped']).toContain(ended);
    expect(record).toMatchObject({ boundOn: 'whole-bag', psiGap: null });
    expect(record.objective).toBeCloseTo(10 ** record.jointPsiLog10!, 12);
    expect(record.bound).toBeGreaterThanOrEqual(record.objective!);
    expect(record).toHaveProperty(
      'decadesToBound',
      expect.closeTo(Math.log10(record.bound!) - record.jointPsiLog10!, 6),
    );
    const checked = accepted(await check(twoNodes, plan!, { objective: 'whole-bag' }));
    expect(checked.record.objective).toBe(record.objective);
    expect(accepted(await check(twoNodes, plan!)).record.objective).toBe(record.psi!.probability);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('all cores in time, as rated by the checker');
  });

  test('whole-bag has the other methods rated, and says so', async () => {
    const { record } = await solveRobust(twoNodes, { objective: 'whole-bag', method: 'min-energy' });
    expect(record.warnings).toContainEqual(expect.stringContaining('min-energy searches by Psi'));
    expect(record).toMatchObject({ boundOn: 'whole-bag' });
  });

  test('whole-bag compares methods by the probability of all cores', async () => {
    const out = join(temporaryDirectory(), 'run');
    const asked = { objective: 'whole-bag', trials: 1, workLimit: 40, out } as const;
    const { record } = accepted(await compare(twoNodes, ['lagrange', 'min-energy'], asked));
    expect(record.details).toMatchObject({ boundOn: 'whole-bag' });
    expect(readFileSync(join(out, 'compare.csv'), 'utf8')).toContain('decades_to_bound');
    expect(readFileSync(join(out, 'compare.html'), 'utf8')).toContain('Decades below the bound');
  });
});

describe('options without effect are refused', () => {
  const rewardRate = 'tiny-power-cap';
  /** Options by the file they are refused for, and the one that is named. */
  const REFUSED: readonly (readonly [instance: string, options: object, path: string])[] = [
    [file, { method: 'greedy' }, 'method'],
    [file, { method: 'config-lp' }, 'method'],
    [file, { problem: 'mo' }, 'problem'],
    [file, { constraint: 'strict' }, 'constraint'],
    [file, { improve: 'z,w' }, 'improve'],
    [file, { method: 'lagrange', constraint: 'static' }, 'constraint'],
    [file, { method: 'min-energy', start: 'plan.json' }, 'start'],
    [file, { method: 'min-min-pmax', improve: 'all' }, 'improve'],
    [file, { naive: true }, 'naive'],
    [file, { engine: 'highs' }, 'engine'],
    [file, { constraints: 'own.mjs' }, 'constraints'],
    [file, { workLimit: 0 }, 'workLimit'],
    [file, { seed: -1 }, 'seed'],
    [file, { front: 3 }, 'front'],
    [file, { boundTimeLimitS: 3 }, 'boundTimeLimitS'],
    [file, { boundTimeLimitS: -1, method: 'tabu' }, 'boundTimeLimitS'],
    [file, { boundTimeLimitS: 3, bound: false, method: 'min-energy' }, 'boundTimeLimitS'],
    [twoNodes, { objective: 'everything' }, 'objective'],
    [twoNodes, { objective: 'money' }, 'objective'],
    [twoNodes, { objective: 'whole-bag', problem: 'eo-mc' }, 'objective'],
    [rewardRate, { problem: 'mo-ec' }, 'problem'],
    [rewardRate, { constraint: 'dynamic' }, 'constraint'],
    [rewardRate, { improve: 'none' }, 'improve'],
    [rewardRate, { start: 'plan.json' }, 'start'],
    [rewardRate, { boundTimeLimitS: 3 }, 'boundTimeLimitS'],
    [rewardRate, { method: 'lagrange' }, 'method'],
    [rewardRate, { method: 'tabu' }, 'method'],
  ];

  test.each(REFUSED)('%s %j', async (instance, options, path) => {
    expect(faultsOf(await solve(instance, options))).toMatchObject([{ file: 'call', path }]);
  });

  test.each([{ objective: 'everything' }, { objective: 'whole-bag', problem: 'eo-mc' }])(
    'of a bound %j',
    async (options) => {
      expect(faultsOf(await bound(twoNodes, options as object))).toMatchObject([{ path: 'objective' }]);
    },
  );

  test('an objective of another family, with the measures there are', async () => {
    const [fault] = faultsOf(await solve(twoNodes, { objective: 'money' }));
    expect(fault!.allowed).toContain('psi, whole-bag');
  });
});
