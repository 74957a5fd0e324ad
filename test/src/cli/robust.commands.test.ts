import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import { normalQuantile } from '../../../models/families/robust/normal.js';
import { ROBUST_METHODS } from '../../../src/families/robust/methods/registry.js';
import { bound, check, day, generate, list, type Plan, sweep, validate } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { once } from '../../support/once.js';
import { repository } from '../../support/repository.js';
import { plenum } from '../../support/run-cli.js';
import { lastingDirectory, temporaryDirectory } from '../../support/small-instance.js';
import { readJson, robustFile, robustInstance, solveRobust, TINY } from './robust-cases.js';

const file = robustFile('tiny-fits-one-node');
const REWARD_RATE = join(repository, 'instances/reward-rate/tiny-power-cap.json');
const directory = lastingDirectory();

const solved = once(async () => {
  const { plan } = await solveRobust(file, { method: 'min-min-pmin', bound: false });
  return plan as unknown as RobustPlan;
});

/** The plan, changed. */
async function changed(change: Partial<RobustPlan> = {}): Promise<Plan> {
  return { ...(await solved()), ...change };
}

/** What the checker says of a plan. */
interface Measures {
  readonly problem: string;
  readonly psi: { readonly z: number; readonly probability: number };
  readonly phi: Measures['psi'];
}

describe('plenum check', () => {
  test('a plan for other bytes of the instance is judged with a note', async () => {
    const { instance } = await solved();
    const other = await changed({ instance: { ...instance, sha256: '0'.repeat(64) } });
    const { record } = accepted(await check(file, other));
    expect([record.feasible, record.warnings]).toEqual([
      true,
      expect.arrayContaining([expect.stringMatching(/SHA-2/)]),
    ]);
  });

  test('plans for another instance, broken ones and files that are none are refused, with all their faults', async () => {
    const { cores } = await solved();
    const [first, ...rest] = cores;
    const broken = [
      { ...first!, node: 'nowhere' },
      ...rest.map((core) => ({ ...core, pStates: core.pStates.map(() => 99) })),
    ];
    const [text, none] = [join(directory, 'text.json'), join(directory, 'none.json')];
    writeFileSync(text, '{');
    const whole = await changed();
    const refused = [
      [file, await changed({ instance: { name: 'elsewhere', sha256: '0'.repeat(64) } }), 'instance.name'],
      [file, await changed({ cores: broken }), 'cores[0].node', 'cores[1].pStates[0]'],
      [file, text, ''],
      [file, none, ''],
      [none, whole, ''],
      [REWARD_RATE, whole, 'format'],
    ] as const;
    for (const [instance, plan, ...paths] of refused) {
      expect(faultsOf(await check(instance, plan)).map(({ path }) => path)).toEqual(
        expect.arrayContaining(paths.map((path) => (path === '' ? expect.anything() : path) as string)),
      );
      expect(faultsOf(await check(instance, plan))).not.toEqual([]);
    }
  });

  test('the problem asked for changes what the plan is judged by', async () => {
    const slow = await solveRobust(file, { method: 'min-energy', problem: 'mo-ec', bound: false });
    const own = accepted(await check(file, slow.plan!)).record;
    const other = accepted(await check(file, slow.plan!, { problem: 'eo-mc' })).record;
    const measures = own.details as unknown as Measures;
    expect(measures.problem).toBe('mo-ec');
    expect(other.details).toMatchObject({ problem: 'eo-mc', psi: measures.psi });
    const { limits } = robustInstance('tiny-fits-one-node');
    expect(own.feasible).toBe(measures.phi.z >= normalQuantile(limits.energyRobustness));
    expect(other.feasible).toBe(measures.psi.z >= normalQuantile(limits.makespanRobustness));
    expect(own.objective).toBe(measures.psi.probability);
    expect(other.objective).toBe(measures.phi.probability);
    for (const [options, path] of [
      [{ problem: 'both' }, 'problem'],
      [{ constraints: 'own.mjs' }, 'constraints'],
    ] as const) {
      expect(faultsOf(await check(file, slow.plan!, options as object))).toMatchObject([{ path }]);
    }
  });

  test('the words hold the probability that all cores are in time, and the command notes what can be promised', async () => {
    const plan = join(directory, 'plan.json');
    writeFileSync(plan, JSON.stringify(await solved()));
    const { code, stdout, stderr } = await plenum('check', file, plan);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Feasible for mo-ec/);
    expect(stdout).toMatch(/All cores in time: 0\.99/);
    expect(stderr).toMatch(/^Note: .*plenum simulate/);
  });
});

describe('plenum bound', () => {
  test.each(TINY)('%s is bounded at or above its best plan', async (name) => {
    const { knownOptimum } = robustInstance(name);
    for (const [problem, best] of [
      ['mo-ec', knownOptimum!.makespanZ],
      ['eo-mc', knownOptimum!.energyZ],
    ] as const) {
      const { ended, record } = accepted(await bound(robustFile(name), { problem }));
      expect(record).toMatchObject({ family: 'robust', details: { problem } });
      const { boundZ } = record.details as { boundZ: number | null };
      expect(ended).toBe(boundZ === null ? 'infeasible' : 'proven');
      if (boundZ === null) expect([best, record.infeasibility]).toMatchObject([null, { proven: true }]);
      else if (best !== null) expect(boundZ).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, Math.abs(best)));
    }
  });

  test('says in words that no bound below 1 was proven', async () => {
    const { lines } = accepted(await bound(robustFile('tiny-zero-variance')));
    expect(lines.join('\n')).toContain('No bound on makespan-robustness Psi below 1 was proven');
  });

  test('one stopped before anything was proven says so, one stopped later warns', async () => {
    const nothing = accepted(await bound(robustFile('tiny-zero-variance'), { timeLimitS: 0 }));
    expect([nothing.ended, nothing.record.bound]).toEqual(['stopped', 1]);
    expect(nothing.record.details).toMatchObject({ boundZ: 1e308 });
    const some = accepted(await bound(robustFile('tiny-two-nodes'), { timeLimitS: 0 }));
    expect([some.ended, some.record.warnings]).toEqual(['proven', [expect.stringContaining('more time may lower it')]]);
    expect(accepted(await bound(robustFile('tiny-two-nodes'))).record.warnings).toEqual([]);
  });

  test('options of the LP, and of this family for another one, are refused', async () => {
    expect(faultsOf(await bound(file, { engine: 'highs' }))).toMatchObject([{ path: 'engine' }]);
    expect(faultsOf(await bound(REWARD_RATE, { problem: 'mo-ec' }))).toMatchObject([{ path: 'problem' }]);
    expect((await plenum('bound', file, '--write-model', join(directory, 'x.lp'))).code).toBe(2);
  });
});

describe('plenum validate and list', () => {
  test('instances of both families are judged together', async () => {
    const { instances } = accepted(await validate([file, REWARD_RATE]));
    expect(instances.map(({ record }) => record)).toMatchObject([
      { family: 'robust', details: { tasks: 3, cores: 2 } },
      { family: 'reward-rate', details: { zones: 1 } },
    ]);
    const malformed = ['robust-many-faults', 'text-for-number'].map((name) =>
      join(repository, `instances/malformed/${name}.json`),
    );
    const faults = faultsOf(await validate([file, ...malformed]));
    expect([...new Set(faults.map((fault) => fault.file))]).toEqual(malformed);
  });

  test('a standard deviation given as a variance is warned about', async () => {
    const instance = robustInstance('tiny-two-nodes');
    const { tasks } = instance.workload;
    if (tasks.source !== 'table') throw new Error('no table');
    const [first, ...rest] = tasks.tasks;
    const wide = {
      ...first!,
      varianceS2: Object.fromEntries(Object.entries(first!.meanS).map(([k, s]) => [k, 4 * s * s])),
    };
    const workload = { ...instance.workload, tasks: { ...tasks, tasks: [wide, ...rest] } };
    const target = join(directory, 'wide.json');
    writeFileSync(target, JSON.stringify({ ...instance, workload, knownOptimum: undefined }));
    const { code, stdout, stderr } = await plenum('validate', target);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('variation')]);
    expect(stderr).toContain('coefficient of variation above 1');
    const { record } = await solveRobust(target, { method: 'min-energy' });
    expect(record.warnings[0]).toContain('coefficient of variation');
    expect(accepted(await bound(target)).record.warnings).toHaveLength(1);
  });

  test('the list has every method and every bundled instance', async () => {
    const { methods, instances } = await list();
    const robust = methods.filter(({ family }) => family === 'robust');
    expect(robust.map(({ name }) => name)).toEqual(ROBUST_METHODS.map(({ name }) => name));
    expect(robust.filter((method) => method.default).map(({ name }) => name)).toEqual(['lagrange']);
    const names = instances.flatMap(({ record }) => (record.family === 'robust' ? [record.name] : []));
    expect(names).toEqual(expect.arrayContaining([...TINY, 'spec25-tight', 'spec250-thesis']));
  });
});

describe('plenum generate', () => {
  const thesis = robustFile('spec25-thesis');

  test('trials differ in name and seed alone, and are readable', async () => {
    const { instances } = accepted(await generate(thesis, { count: 2, seed: 5, out: temporaryDirectory() }));
    const withSeedOne = (text: string): unknown => JSON.parse(text.replace(/"seed": ?\d+/, '"seed":1'));
    for (const [n, target] of instances.entries()) {
      const text = readFileSync(target, 'utf8').replace(`-seed${5 + n}`, '');
      expect(text).toContain(`"seed": ${5 + n},`);
      expect(withSeedOne(text)).toEqual(withSeedOne(JSON.stringify(readJson(thesis))));
    }
    expect(faultsOf(await validate(instances))).toEqual([]);
  });

  test('an instance without seed, and a seed too large, are refused', async () => {
    const out = temporaryDirectory();
    expect(faultsOf(await generate(file, { out }))).not.toEqual([]);
    expect(faultsOf(await generate(thesis, { seed: 999_999_999, count: 2, out }))).toMatchObject([{ path: 'seed' }]);
  });
});

test('a sweep and a day of a robust instance are refused with the file and its format', async () => {
  const fault = { file, path: 'format', value: 'a robust bag-of-tasks instance' };
  expect(faultsOf(await sweep(file, ['powerCapW=1,2']))).toMatchObject([fault]);
  expect(faultsOf(await day(file))).toMatchObject([fault]);
});
