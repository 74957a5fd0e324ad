import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import { normalQuantile } from '../../../models/families/robust/normal.js';
import { ROBUST_METHODS } from '../../../src/families/robust/methods/registry.js';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { readJson, robustFile, robustInstance, sharedDirectory, TINY } from './robust-cases.js';

const file = robustFile('tiny-fits-one-node');
const REWARD_RATE = join(repository, 'instances/reward-rate/tiny-power-cap.json');
let directory = '';
let planFile = '';
let plan: RobustPlan;

beforeAll(async () => {
  directory = sharedDirectory();
  await plenum('solve', file, '--method', 'min-min-pmin', '--no-bound', '--out', directory);
  planFile = join(directory, 'plan.json');
  plan = readJson(planFile) as unknown as RobustPlan;
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** The plan, changed. */
function changed(name: string, change: Partial<RobustPlan>): string {
  const target = join(directory, name);
  writeFileSync(target, JSON.stringify({ ...plan, ...change }));
  return target;
}

describe('plenum check', () => {
  test('a plan for other bytes of the instance is judged with a note', async () => {
    const other = changed('bytes.json', { instance: { ...plan.instance, sha256: '0'.repeat(64) } });
    const { code, json, stderr } = await plenumJson('check', file, other);
    expect(code).toBe(0);
    expect(stderr).toContain('another version of the instance');
    expect(json['warnings']).toContainEqual(expect.stringContaining('SHA-256'));
  });

  test('a plan for another instance is refused', async () => {
    const other = changed('name.json', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) } });
    const { code, json } = await plenumJson('check', file, other);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ path: 'instance.name', value: 'elsewhere' }] });
  });

  test('a broken plan is refused, with all its faults', async () => {
    const [first, ...rest] = plan.cores;
    const cores = [
      { ...first!, node: 'nowhere' },
      ...rest.map((core) => ({ ...core, pStates: core.pStates.map(() => 99) })),
    ];
    const { code, json } = await plenumJson('check', file, changed('broken.json', { cores }));
    expect(code).toBe(2);
    const paths = (json['faults'] as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['cores[0].node', 'cores[1].pStates[0]']));
    writeFileSync(join(directory, 'text.json'), '{');
    expect((await plenum('check', file, join(directory, 'text.json'))).code).toBe(2);
    expect((await plenum('check', file, join(directory, 'none.json'))).code).toBe(2);
    expect((await plenum('check', join(directory, 'none.json'), planFile)).code).toBe(2);
    expect((await plenum('check', REWARD_RATE, planFile)).code).toBe(2);
  });

  test('--problem changes what the plan is judged by', async () => {
    const slow = join(temporaryDirectory(), 'slow');
    await plenum('solve', file, '--method', 'min-energy', '--problem', 'mo-ec', '--no-bound', '--out', slow);
    const late = join(slow, 'plan.json');
    const own = await plenumJson('check', file, late);
    const other = await plenumJson('check', file, late, '--problem', 'eo-mc');
    interface Measures {
      readonly problem: string;
      readonly psi: { readonly z: number; readonly probability: number };
      readonly phi: Measures['psi'];
    }
    const measures = own.json['details'] as Measures;
    expect(measures.problem).toBe('mo-ec');
    expect(other.json['details']).toMatchObject({ problem: 'eo-mc', psi: measures.psi });
    const { limits } = robustInstance('tiny-fits-one-node');
    const expected = (key: 'psi' | 'phi', limit: number): number => (measures[key].z >= normalQuantile(limit) ? 0 : 3);
    expect(own.code).toBe(expected('phi', limits.energyRobustness));
    expect(other.code).toBe(expected('psi', limits.makespanRobustness));
    expect(own.json['objective']).toBe(measures.psi.probability);
    expect(other.json['objective']).toBe(measures.phi.probability);
    expect((await plenum('check', file, late, '--problem', 'both')).code).toBe(2);
    expect((await plenum('check', file, late, '--constraints', 'own.mjs')).code).toBe(2);
  });

  test('the words hold the probability that all cores are in time', async () => {
    const { stdout, stderr } = await plenum('check', file, planFile);
    expect(stdout).toMatch(/^Feasible for mo-ec/);
    expect(stdout).toMatch(/All cores in time: 0\.99/);
    expect(stderr).toMatch(/^Note: .*plenum simulate/);
  });
});

describe('plenum bound', () => {
  test.each(TINY)('%s is bounded at or above its best plan', async (name) => {
    const { knownOptimum } = robustInstance(name);
    for (const [goal, best] of [
      ['mo-ec', knownOptimum!.makespanZ],
      ['eo-mc', knownOptimum!.energyZ],
    ] as const) {
      const { code, json } = await plenumJson('bound', robustFile(name), '--problem', goal);
      expect(json).toMatchObject({ family: 'robust', details: { problem: goal } });
      const { boundZ } = json['details'] as { boundZ: number | null };
      expect(code).toBe(boundZ === null ? 3 : 0);
      if (boundZ === null) expect([best, (json['infeasibility'] as { proven: boolean }).proven]).toEqual([null, true]);
      else if (best !== null) expect(boundZ).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, Math.abs(best)));
    }
  });

  test('says in words that no bound below 1 was proven', async () => {
    const { stdout } = await plenum('bound', robustFile('tiny-zero-variance'));
    expect(stdout).toContain('No bound on makespan-robustness Psi below 1 was proven');
  });

  test('a run stopped before anything was proven ends with 4, one stopped later with 0 and a warning', async () => {
    const nothing = await plenumJson('bound', robustFile('tiny-zero-variance'), '--time-limit', '0');
    expect([nothing.code, nothing.json['bound']]).toEqual([4, 1]);
    expect(nothing.json['details']).toMatchObject({ boundZ: 1e308 });
    const some = await plenumJson('bound', robustFile('tiny-two-nodes'), '--time-limit', '0');
    expect(some.code).toBe(0);
    expect(some.json['warnings']).toEqual([expect.stringContaining('more time may lower it')]);
    expect((await plenumJson('bound', robustFile('tiny-two-nodes'))).json['warnings']).toEqual([]);
  });

  test('options of the LP are refused', async () => {
    expect((await plenum('bound', file, '--write-model', join(directory, 'x.lp'))).code).toBe(2);
    expect((await plenum('bound', file, '--engine', 'highs')).code).toBe(2);
    expect((await plenum('bound', REWARD_RATE, '--problem', 'mo-ec')).code).toBe(2);
  });
});

describe('plenum validate and list', () => {
  test('instances of both families are judged together', async () => {
    const { code, json } = await plenumJson('validate', file, REWARD_RATE);
    expect(code).toBe(0);
    expect(json['instances']).toMatchObject([
      { family: 'robust', details: { tasks: 3, cores: 2 } },
      { family: 'reward-rate', details: { zones: 1 } },
    ]);
    const malformed = ['robust-many-faults', 'text-for-number'].map((name) =>
      join(repository, `instances/malformed/${name}.json`),
    );
    const bad = await plenumJson('validate', file, ...malformed);
    expect(bad.code).toBe(2);
    const files = new Set((bad.json['faults'] as { file: string }[]).map((problem) => problem.file));
    expect([...files]).toEqual(malformed);
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
    const solved = await plenumJson('solve', target, '--method', 'min-energy');
    expect((solved.json['warnings'] as string[])[0]).toContain('coefficient of variation');
    expect((await plenumJson('bound', target)).json['warnings']).toHaveLength(1);
  });

  test('the list has every method and every bundled instance', async () => {
    const { json } = await plenumJson('list');
    const methods = json['methods'] as { name: string; family: string; default: boolean }[];
    const robust = methods.filter(({ family }) => family === 'robust');
    expect(robust.map(({ name }) => name)).toEqual(ROBUST_METHODS.map(({ name }) => name));
    expect(robust.filter((method) => method.default).map(({ name }) => name)).toEqual(['lagrange']);
    const instances = json['instances'] as { name: string; family: string }[];
    const names = instances.filter((one) => one.family === 'robust').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...TINY, 'spec25-tight', 'spec250-thesis']));
    const { stdout } = await plenum('list');
    for (const name of names) expect(stdout).toContain(`${name}.json`);
  });
});

describe('plenum generate', () => {
  test('trials differ in name and seed alone, and are readable', async () => {
    const source = robustFile('spec25-thesis');
    const { code, json } = await plenumJson('generate', source, '--count', '2', '--seed', '5', '--out', directory);
    expect(code).toBe(0);
    const files = (json['details'] as { instances: string[] }).instances;
    const original = readJson(source);
    for (const [n, target] of files.entries()) {
      const text = readFileSync(target, 'utf8')
        .replace(`-seed${5 + n}`, '')
        .replace(`"seed": ${5 + n},`, '"seed": SEED,');
      const trial = JSON.parse(text.replace('SEED', '1')) as unknown;
      expect(trial).toEqual(withSeedOne(original));
    }
    expect((await plenum('validate', ...files)).code).toBe(0);
  });

  test('an instance without seed, and a seed too large, are refused', async () => {
    expect((await plenum('generate', file, '--out', directory)).code).toBe(2);
    const large = ['--seed', '999999999', '--count', '2'];
    expect((await plenum('generate', robustFile('spec25-thesis'), ...large, '--out', directory)).code).toBe(2);
  });
});

function withSeedOne(instance: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(instance).replace(/"seed":\d+/, '"seed":1'));
}

describe('studies of the other family', () => {
  test.each([
    ['sweep', '--over', 'powerCapW=1,2'],
    ['day', '--profile', 'flat'],
  ])('%s of a robust instance is refused with the file and its format', async (command, ...words) => {
    const { code, json } = await plenumJson(command, file, ...words);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ file, path: 'format', value: 'a robust bag-of-tasks instance' }] });
  });
});
