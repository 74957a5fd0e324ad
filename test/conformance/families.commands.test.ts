import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { normalCdf } from '../../models/families/robust/normal.js';
import type { Family } from '../../src/families/family.js';
import { FAMILIES } from '../../src/families/registry.js';
import { METHODS as UTILITY_METHODS } from '../../src/families/utility/methods/registry.js';
import { schemaFaults } from '../support/committed-schema.js';
import { expectOneObject, plenumOf } from '../support/run-cli.js';
import { SMALL_REQUESTS, tinyInstances } from '../support/small-requests.js';
import { filesBelow, textOf } from '../architecture/source-files.js';
import { type FamilyCase, familySuite } from './family-suite.js';
import type { Json } from './suite-requests.js';
import { TOY } from './toy-family.js';
import { drawCharts } from '../support/charts-drawn.js';
import { lastingDirectory } from '../support/small-instance.js';

drawCharts();

const ALL: readonly Family[] = [...FAMILIES, TOY];

const folder = lastingDirectory();
const van = join(folder, 'van.json');
writeFileSync(
  van,
  JSON.stringify({
    format: 'test.van',
    name: 'van',
    loadKg: 10,
    // 5 + 5 kg are worth 9; the 6 kg that come first leave no room for both.
    parcels: [
      { massKg: 6, valueUsd: 5 },
      { massKg: 5, valueUsd: 4 },
      { massKg: 5, valueUsd: 5 },
    ],
  }),
);

function known(written: Json, key: string): number | null {
  return (written['knownOptimum'] as Record<string, number | null> | undefined)?.[key] ?? null;
}

/** Methods of the utility family that a room with limits refuses. */
const NOT_IN_ROOMS: readonly string[] = ['conservative', 'easy', 'multi-queue', 'clairvoyant'];

const CASES: Readonly<Record<string, Omit<FamilyCase, 'family'>>> = {
  'reward-rate': {
    // Where the air depends on the plan, compare is refused, and a bound is that of one set of nodes on standby (own-air.commands.test.ts).
    files: tinyInstances('reward-rate').filter((file) => !file.endsWith('/tiny-still.json')),
    sense: 'max',
    optimum: (written) => known(written, 'rewardPerS'),
    spoilt: (plan) => ({
      ...plan,
      setPointsC: Object.fromEntries(Object.keys(plan['setPointsC'] as Json).map((name) => [name, 90])),
    }),
  },
  robust: {
    files: tinyInstances('robust'),
    sense: 'max',
    optimum: (written) => {
      const z = known(written, 'makespanZ');
      return z === null ? null : normalCdf(z);
    },
    // Its tasks are nowhere.
    spoilt: (plan) => ({ ...plan, cores: (plan['cores'] as unknown[]).slice(1) }),
  },
  geo: {
    files: tinyInstances('geo'),
    sense: 'min',
    optimum: (written) => known(written, 'costUsd'),
    // All nodes sleep.
    spoilt: (plan) => ({
      ...plan,
      epochs: (plan['epochs'] as Json[][]).map((row) => row.map((cell) => ({ ...cell, nodes: [] }))),
    }),
  },
  templates: { files: tinyInstances('templates'), sense: 'max', optimum: () => null, spoilt: (plan) => plan },
  utility: {
    files: tinyInstances('utility'),
    sense: 'max',
    optimum: (written) => known(written, 'utility'),
    isOnline: true,
    isFor: (method, written) =>
      UTILITY_METHODS.find(({ name }) => name === method)!.environments.some((one) => one === written['environment']) &&
      !(written['facility'] !== undefined && NOT_IN_ROOMS.includes(method)),
    sweepsWhole: true,
    // Something runs twice, or nothing and its utility is claimed.
    spoilt: (plan) => ({
      ...plan,
      runs: [...(plan['runs'] as unknown[]), ...(plan['runs'] as unknown[]).slice(0, 1)],
      claimed: { ...(plan['claimed'] as Json), utility: 1e6 },
    }),
  },
  jobs: {
    files: tinyInstances('jobs'),
    sense: 'max',
    optimum: (written) => known(written, 'value'),
    isOnline: true,
    sweepsWhole: true,
    // A job runs twice, or nothing and its value is claimed.
    spoilt: (plan) => ({
      ...plan,
      runs: [...(plan['runs'] as unknown[]), ...(plan['runs'] as unknown[]).slice(0, 1)],
      claimed: { ...(plan['claimed'] as Json), value: 1e6 },
    }),
  },
  van: {
    over: ['loadKg=5,10'],
    files: [van],
    sense: 'max',
    optimum: () => 9,
    spoilt: (plan) => ({ ...plan, taken: [0, 1, 2] }),
  },
};

function asked(family: string): Pick<FamilyCase, 'over' | 'sweeping' | 'day'> {
  const { over = [], words = {} } = SMALL_REQUESTS[family] ?? {};
  return { over, sweeping: words['sweep'] ?? {}, day: words['day'] ?? {} };
}

familySuite(
  ALL,
  ALL.map((family) => ({ family, ...asked(family.name), ...CASES[family.name]! })),
);

describe('a family registered through the public interface', () => {
  const run = async (...words: readonly string[]) => plenumOf(ALL, ...words);

  it('is named by no shared file', () => {
    const shared = ['src', 'models', 'docs'].flatMap((room) => filesBelow(room, room === 'docs' ? '.md' : '.ts'));
    const naming = shared.filter((file) => /\btest\.van\b|toy-family|'van'/.test(textOf(file)));
    console.info(`shared files that name the toy family: ${naming.length} of ${shared.length}`);
    expect(naming).toEqual([]);
  });

  it('has every verb of the workbench on the command line', async () => {
    const out = join(folder, 'out');
    const solved = await run('solve', van, '--out', out, '--json');
    expect([solved.code, solved.stderr]).toEqual([0, '']);
    expect(expectOneObject(solved.stdout)).toMatchObject({
      envelopeVersion: 1,
      family: 'van',
      method: 'exhaustive',
      feasible: true,
      objective: 9,
      details: { takenParcels: 2 },
    });
    expect(readdirSync(out).sort()).toEqual(['plan.csv', 'plan.json', 'plenum.sha256', 'report.html', 'result.json']);
    expect(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'))).toMatchObject({ report: { taken: [1, 2] } });
    expect((await run('check', van, join(out, 'plan.json'))).stdout).toBe('Feasible: worth 9 USD.\n');
    // 5 kg at 1 USD/kg, and 5 of the 6 kg worth 5 USD.
    expect((await run('bound', van)).stdout).toMatch(/^No choice is worth more than 9\.1666666\d+ USD\.\n$/);
    expect((await run('explain', van)).stdout).toBe('The van may drive empty.\n');
    expect((await run('validate', van)).stdout).toContain('valid (3 parcels, 10 kg)');
    expect((await run('list')).stdout).toContain('Methods for van instances (--method)\n  exhaustive ');
    // 16 kg of parcels and 1 of the van, where 10 may be loaded.
    const weighed = await run('vans', 'weigh', van, '--tare-kg', '1');
    expect([weighed.code, weighed.stdout]).toEqual([3, '17 kg\n']);
    const record = expectOneObject((await run('vans', 'weigh', van, '--json')).stdout);
    expect(record).toMatchObject({ instance: 'van', family: 'van', feasible: false, details: { massKg: 16 } });
    expect(schemaFaults('own-command', record)).toEqual([]);
    expect((await run('vans', 'weigh', van, '--tare-kg', '-1')).code).toBe(2);
    const part = join(out, 'parcels.csv');
    expect((await run('export', 'parcels', van, '--out', part)).code).toBe(0);
    expect(readFileSync(part, 'utf8')).toBe('mass_kg,value_usd\r\n6,5\r\n5,4\r\n5,5\r\n');
    const made = await run('generate', van, '--seed', '2', '--out', out);
    expect([made.code, made.stdout]).toEqual([0, `${join(out, 'van-2.json')}\n`]);
    const swept = await run('sweep', van, '--over', 'loadKg=5,11', '--out', join(folder, 'swept'), '--json');
    expect(expectOneObject(swept.stdout)).toMatchObject({
      family: 'van',
      method: 'exhaustive',
      files: { sweep: join(folder, 'swept', 'sweep.json') },
      // 5 and 6 kg fit into 11: the heavy one with the better of the others.
      details: {
        points: [
          { loadKg: 5, objective: 5 },
          { loadKg: 11, objective: 10 },
        ],
      },
    });
    expect(JSON.parse(readFileSync(join(folder, 'swept', 'sweep.json'), 'utf8'))).toEqual(JSON.parse(swept.stdout));
    const first = await run('solve', van, '--method', 'first-fit');
    expect([first.code, first.stdout]).toEqual([0, 'van: parcels worth 5 USD\n']);
  });

  it('has its own options on the command line, and they are its alone', async () => {
    const help = async (...words: readonly string[]) => (await run(...words)).stdout.replace(/\s+/g, ' ');
    const leave = '--leave <n> leave this parcel at home, counted from 0';
    const own = await help('help', 'solve', 'van');
    expect(own).toContain(leave);
    expect(own).toContain('default: exhaustive)');
    expect(await help('solve', van, '--help')).toBe(own);
    // Without a family no option of one is shown, but how to see them, of this one too.
    const common = await help('solve', '--help');
    expect(common).toMatch(/plenum help solve <family>, with one of [a-z, -]+, van; or/);
    const others = { geo: 'gld-lp', utility: 'price, or upt --preemption greedy for preemptive tasks', jobs: 'price' };
    for (const [family, method] of Object.entries(others)) {
      const other = await help('help', 'solve', family);
      expect(other).toContain(`default: ${method})`);
      expect(other).not.toContain('--leave');
    }
    expect(common).not.toContain('--leave');
    expect((await run('solve', van, '--leave', '1')).stdout).toBe('van: parcels worth 5 USD\n');
    expect((await run('solve', van, '--leave', '-1')).code).toBe(2);
    const elsewhere = await run('solve', tinyInstances('geo')[0]!, '--leave', '1', '--json');
    expect(expectOneObject(elsewhere.stdout)).toMatchObject({
      faults: [{ path: '--leave', allowed: 'only with van instances' }],
    });
  });

  it('compares its methods from what it says for a single run', async () => {
    const out = join(folder, 'compared');
    const words = ['compare', van, '--methods', 'exhaustive,first-fit', '--trials', '2', '--work-limit', '5'];
    const { code, stdout } = await run(...words, '--out', out, '--json');
    const found = expectOneObject(stdout);
    expect([code, readdirSync(out).sort()]).toEqual([
      0,
      ['compare.csv', 'compare.html', 'compare.json', 'compare.records.jsonl', 'plenum.sha256', 'records'],
    ]);
    expect(found).toMatchObject({ family: 'van', method: 'exhaustive', objective: 9, objectiveUnit: 'USD' });
    // Worth 9 and 5 of at most 9 1/6.
    expect(found['bound']).toBeCloseTo(55 / 6, 9);
    const { summary, differences } = found['details'] as Record<string, Record<string, unknown>[]>;
    expect(summary).toMatchObject([
      { method: 'exhaustive', plans: 2, best: 2, objective: { mean: 9 }, takenParcels: { mean: 2 } },
      { method: 'first-fit', plans: 2, best: 0, objective: { mean: 5 }, takenParcels: { mean: 1 } },
    ]);
    expect(differences).toMatchObject([{ method: 'first-fit', objective: { mean: -4, losses: 2 } }]);
    expect((await run(...words)).stdout).toMatch(/^first-fit +2 +5\.000 /m);
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    expect(page).toContain('data-field="objective.exhaustive" value="9"');
    expect(readFileSync(join(out, 'compare.csv'), 'utf8').split('\r\n')[0]).toContain(
      'objective,plan_objective,bound,gap,taken_parcels',
    );
  });

  it('has a report of its own', async () => {
    const out = join(folder, 'reported');
    expect((await run('solve', van, '--out', out)).code).toBe(0);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    // Worth 9 of at most 9 1/6: 1.82 % below.
    expect(page).toContain(
      'Worth <span class="q"><data data-field="objective" value="9">9.00000</data>\u00a0USD</span>',
    );
    expect(page).toMatch(/data-field="bound" value="9\.16666\d+">9\.16667<[^]*data-field="gap" value="0\.01818/);
  });

  it('refuses what it does not declare, and is refused where it is not registered', async () => {
    for (const words of [
      ['solve', van, '--naive'],
      ['solve', van, '--method', 'config-lp'],
      ['bound', van, '--problem', 'mo-ec'],
      ['day', van],
      ['simulate', van, van],
      ['sweep', van],
      ['sweep', van, '--over', 'massKg=1'],
      ['compare', van, '--methods', 'first-fit,config-lp'],
      ['compare', van, '--methods', 'first-fit', '--vary'],
    ]) {
      expect([words, (await run(...words)).code]).toEqual([words, 2]);
    }
    const unknown = await plenumOf(FAMILIES, 'solve', van, '--json');
    expect(expectOneObject(unknown.stdout)).toMatchObject({ faults: [{ path: 'format', value: 'test.van' }] });
  });
});
