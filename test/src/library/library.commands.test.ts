import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as plenum from '../../../src/library/index.js';
import type { Plan, Refused, SolveOptions } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const TINY = 'tiny-two-node-types';
/** By hand: 30 W for the cores are best spent on E and F at 1 GHz (18 W, 0.18 tasks/s) and F up to 2 GHz for 12 of its 18 W more. */
const TINY_REWARD_PER_S = 4 * (0.08 + 0.1 + (12 / 18) * 0.1);

/** What JSON says of a record, but for times. */
function timeless(record: object): unknown {
  return { ...jsonOf(record), timeS: null };
}

/** Without whatever is of a clock or a processor, at all depths, and what is told over time. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (/timeS|cpuS|^convergence$|^trajectory$/i.test(key) ? null : inner)),
  );
}

/** Expects that a record is the one which the command line prints, but for times and paths. */
async function expectPrinted(record: object, ...words: readonly string[]): Promise<void> {
  const { json } = await plenumJson(...words);
  expect(withoutTimes({ ...record, files: {} })).toEqual(withoutTimes({ ...json, files: {} }));
}

describe('the library answers as the command line does', () => {
  it.each([
    [TINY, 'reward-rate'],
    ['tiny-two-nodes', 'robust'],
    ['tiny-arbitrage', 'geo'],
  ])('%s: solve, check and bound give the records that --json prints', async (name, family) => {
    const out = join(temporaryDirectory(), 'out');
    const solved = accepted(await plenum.solve(name, { out }));
    expect(solved.record.family).toBe(family);
    await expectPrinted(solved.record, 'solve', name, '--out', join(temporaryDirectory(), 'out'));
    const planFile = join(out, 'plan.json');
    const checked = accepted(await plenum.check(name, planFile));
    await expectPrinted(checked.record, 'check', name, planFile);
    expect(timeless(accepted(await plenum.check(name, solved.plan!)).record)).toEqual(timeless(checked.record));
    await expectPrinted(accepted(await plenum.bound(name)).record, 'bound', name);
  });

  it.each([
    [TINY, ['greedy', 'lp']],
    ['tiny-two-nodes', ['lagrange', 'tabu']],
    ['tiny-arbitrage', ['gld-lp', 'fdld-cl']],
  ])('%s: compare gives the record that --json prints, but for times', async (name, methods) => {
    const limits = { workLimit: 20, trials: 2, seed: 3 };
    const { record, ended } = accepted(await plenum.compare(name, methods, limits));
    expect(ended).toBe('solved');
    const words = ['--methods', methods.join(','), '--work-limit', '20', '--trials', '2', '--seed', '3'];
    await expectPrinted(record, 'compare', name, ...words);
  });

  it('sweep and day give the records that --json prints, but for times', async () => {
    const swept = accepted(await plenum.sweep(TINY, ['powerCapW=x0.9,x1'], { method: 'greedy' }));
    await expectPrinted(swept.record, 'sweep', TINY, '--over', 'powerCapW=x0.9,x1', '--method', 'greedy');
    expect(swept.ended).toBe('solved');
    const ofDay = accepted(await plenum.day(TINY, { profile: 'flat', method: 'greedy', bound: false }));
    await expectPrinted(ofDay.record, 'day', TINY, '--profile', 'flat', '--method', 'greedy', '--no-bound');
  });

  it.each([
    [TINY, { samples: 40, horizonS: 600, timeCov: 0.2 }, ['--samples', '40', '--horizon', '600', '--time-cov', '0.2']],
    ['tiny-two-nodes', { samples: 40, law: 'gamma' }, ['--samples', '40', '--law', 'gamma']],
  ])('%s: simulate gives the record that --json prints, but for times', async (name, options, words) => {
    const out = join(temporaryDirectory(), 'out');
    accepted(await plenum.solve(name, { out, bound: false }));
    const plan = join(out, 'plan.json');
    const { record } = accepted(await plenum.simulate(name, [plan, plan], { ...options, seed: 3 }));
    await expectPrinted(record, 'simulate', name, plan, plan, ...words, '--seed', '3');
  });

  it('explain gives the record that --json prints, of an instance and of a plan given as itself or by its file', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { plan } = accepted(await plenum.solve(TINY, { out }));
    const file = join(out, 'plan.json');
    const explained = accepted(await plenum.explain(TINY, { plan: plan!, wantedReward: 1.1 })).record;
    await expectPrinted(explained, 'explain', TINY, file, '--wanted-reward', '1.1');
    const [byFile, byItself] = [
      await plenum.explain(TINY, { plan: file }),
      await plenum.explain(TINY, { plan: plan! }),
    ];
    expect(timeless(accepted(byFile).record)).toEqual(timeless(accepted(byItself).record));
  });

  it('a study writes where out says, and takes up what it wrote', async () => {
    const out = join(temporaryDirectory(), 'swept');
    const { record } = accepted(await plenum.sweep(TINY, ['powerCapW=x1'], { method: 'greedy', out }));
    expect(Object.values(record.files).every((file) => existsSync(file))).toBe(true);
    expect(JSON.parse(readFileSync(join(out, 'sweep.json'), 'utf8'))).toEqual(jsonOf(record));
    expect((await plenum.sweep(TINY, ['powerCapW=x1'], { method: 'greedy', out })).ok).toBe(true);
  });

  it('list and validate give the records that --json prints', async () => {
    const listing = await plenum.list();
    const { ok, ...listed } = { ...listing, instances: listing.instances.map(({ record }) => record) };
    expect(ok).toBe(true);
    await expectPrinted(listed, 'list');
    const { instances } = accepted(await plenum.validate([TINY, 'tiny-two-nodes']));
    const records = instances.map(({ record }) => record);
    await expectPrinted({ envelopeVersion: 1, valid: true, instances: records }, 'validate', TINY, 'tiny-two-nodes');
  });

  it('the smallest instance earns what is worked out by hand', async () => {
    const { record, ended } = accepted(await plenum.solve(TINY));
    expect(ended).toBe('solved');
    expect(record.objective).toBeCloseTo(TINY_REWARD_PER_S, 9);
    expect(record.bound).toBeCloseTo(TINY_REWARD_PER_S, 9);
  });
});

describe('the library leaves its surroundings alone', () => {
  const written: unknown[] = [];
  beforeEach(() => {
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(chunk) > 0);
    }
  });
  afterEach(() => vi.restoreAllMocks());

  it('without out nothing is written, to a terminal or a disk, and no signal is listened for', async () => {
    const directory = temporaryDirectory();
    const before = process.cwd();
    const exitCode = process.exitCode;
    const listeners = process.eventNames().map((event) => [event, process.listenerCount(event)]);
    process.chdir(directory);
    try {
      const { plan } = accepted(await plenum.solve(TINY));
      accepted(await plenum.check(TINY, plan!));
      await plenum.check(TINY, 'no-such-plan.json');
      accepted(await plenum.bound(TINY));
      await plenum.open('no-such-instance');
    } finally {
      process.chdir(before);
    }
    expect(written).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
    expect(process.exitCode).toBe(exitCode);
    expect(process.eventNames().map((event) => [event, process.listenerCount(event)])).toEqual(listeners);
  });

  it('with out the four files stand there, and what Plenum did not write is overwritten on demand alone', async () => {
    const out = temporaryDirectory();
    const foreign = join(out, 'plan.csv');
    writeFileSync(foreign, 'mine');
    const refused = faultsOf(await plenum.solve(TINY, { out }));
    expect(refused).toMatchObject([{ file: 'call', path: 'out' }]);
    expect(readFileSync(foreign, 'utf8')).toBe('mine');
    const { files } = accepted(await plenum.solve(TINY, { out, overwrite: true })).record;
    expect(Object.values(files).every((file) => existsSync(file))).toBe(true);
    expect(Object.keys(files).sort()).toEqual(['plan', 'planCsv', 'report', 'result']);
  });
});

describe('bad input is told, not thrown', () => {
  const solving = (options: unknown): Promise<Refused['faults']> =>
    plenum.solve(TINY, options as SolveOptions).then(faultsOf);

  it('every unfit option at once, by the name it has in the call', async () => {
    const options = { seed: -1, timeLimitS: '5', timeLimt: 5, bound: 1, engine: 'cplex', front: 1, out: '', signal: 7 };
    const found = await solving(options);
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(options).sort());
    expect(found.every(({ file }) => file === 'call')).toBe(true);
    expect(found.find(({ path }) => path === 'timeLimt')?.remedy).toContain('timeLimitS');
  });

  it.each([
    [{ boundTimeLimitS: 5 }, 'boundTimeLimitS', 'only with robust or geo instances'],
    [{ start: 'plan.json' }, 'start', 'only with robust instances'],
    [{ method: 'tabu' }, 'method', 'config-lp'],
    [{ method: 'config-pl' }, 'method', 'config-lp'],
  ])('%j: a choice of another family, or of none, is refused as %s', async (options, path, allowed) => {
    const found = await solving(options);
    expect(found).toMatchObject([{ file: 'call', path }]);
    expect(found[0]!.allowed).toContain(allowed);
  });

  it.each([null, 5, 'config-lp', ['seed']])('options that are none (%j)', async (options) => {
    expect(await solving(options)).toMatchObject([{ file: 'call', path: 'options' }]);
  });

  it.each([
    [[], {}, 'methods'],
    ['greedy', {}, 'methods'],
    [['greedy'], { trials: 0 }, 'trials'],
    [['greedy', 'tabu'], {}, 'methods'],
    [['greedy'], { reference: 'lp' }, 'reference'],
    [['greedy'], { workers: 2 }, 'workers'],
  ])('a comparison of %j with %j is refused as %s', async (methods, options, path) => {
    const told = faultsOf(await plenum.compare(TINY, methods as readonly string[], options));
    expect(told).toMatchObject([{ file: 'call', path }]);
  });

  it.each([
    ['sweep', [TINY, []], 'over'],
    ['sweep', [TINY, 'powerCapW=1'], 'over'],
    ['sweep', [TINY, ['powerCapW=1'], { workLimit: 0 }], 'workLimit'],
    ['sweep', [TINY, ['powerCapW=1'], { profile: 'flat' }], 'profile'],
    ['sweep', [TINY, ['nothing=1']], 'over'],
    ['day', [TINY, { profile: 'hilly' }], 'profile'],
    ['simulate', [TINY, []], 'plans'],
    ['simulate', [TINY, 'plan.json'], 'plans'],
    ['simulate', [TINY, ['plan.json'], { samples: 1 }], 'samples'],
    ['list', [5], 'directory'],
    ['list', [null], 'directory'],
    ['list', [''], 'directory'],
  ] as const)('%s of %j is refused as %s', async (verb, words, path) => {
    const answer = await (plenum[verb] as (...all: readonly unknown[]) => Promise<{ ok: true } | Refused>)(...words);
    expect(faultsOf(answer)).toMatchObject([{ file: 'call', path }]);
  });

  it('nothing that a verb may be given instead of words makes it throw', async () => {
    const odd = [
      undefined,
      null,
      5,
      NaN,
      5n,
      '',
      '\0',
      true,
      [],
      [5],
      {},
      { seed: {} },
      new Date(0),
      () => 5,
      Symbol('x'),
    ];
    const verbs = [
      ...(['bound', 'check', 'compare', 'day', 'explain', 'open', 'simulate', 'solve', 'sweep', 'validate'] as const),
    ];
    for (const verb of verbs) {
      const call = plenum[verb] as (...all: readonly unknown[]) => Promise<{ ok: boolean }>;
      for (const one of odd) {
        const told = await Promise.all([call(one), call('no-such', one), call('no-such', 'none', one)]);
        // An empty list of instances holds nothing that is wrong.
        const isNone = verb === 'validate' && Array.isArray(one) && one.length === 0;
        expect([verb, one, told.map(({ ok }) => ok)]).toEqual([verb, one, [isNone, false, false]]);
      }
    }
    for (const one of odd.slice(1))
      if (typeof one !== 'string' || one === '') {
        const answer = await (plenum.list as (of: unknown) => Promise<{ ok: boolean }>)(one);
        expect([one, answer.ok]).toEqual([one, false]);
      }
  });

  it('an option is named as the call names it, wherever a problem speaks of it', async () => {
    const foreign = temporaryDirectory();
    writeFileSync(join(foreign, 'plan.csv'), 'mine');
    const outside = join(foreign, 'outside.json');
    const bundled = accepted(await plenum.open(TINY)).file;
    const instance = JSON.parse(readFileSync(bundled, 'utf8')) as { facility: Record<string, unknown> };
    const airflow = { source: 'matrix', file: '../elsewhere.csv', kind: 'influence', rowsPer: 'nodeGroup' };
    const whole = { ...airflow, nodeAirflowFactor: 1, provenance: 'by hand' };
    writeFileSync(outside, JSON.stringify({ ...instance, facility: { ...instance.facility, airflow: whole } }));
    const refusals: readonly (readonly [Promise<{ ok: true } | Refused>, string])[] = [
      [plenum.solve('tiny-two-nodes', { front: 3 }), 'Add out, or leave front out.'],
      [plenum.solve(TINY, { out: foreign }), 'overwrite: true'],
      [plenum.open(outside), 'allowOutside: true'],
      [plenum.solve('tiny-two-nodes', { method: 'tabu', boundTimeLimitS: 1, bound: false }), 'with bound: false'],
      [plenum.compare('tiny-two-nodes', ['lagrange'], { variants: true }), 'Leave variants out'],
      [plenum.compare(TINY, ['greedy'], { workers: 2 }), 'with workLimit and without timeLimitS'],
      [plenum.day(TINY), 'Name a file with arrivals'],
    ];
    for (const [answer, said] of refusals) {
      const text = plenum.formatFaults(faultsOf(await answer));
      expect(text).toContain(said);
      expect(text).not.toMatch(/--[a-z]/);
    }
  });

  it('an option left undefined is one that was not given', async () => {
    const { record } = accepted(
      await plenum.solve(TINY, { seed: undefined, out: undefined } as unknown as SolveOptions),
    );
    expect(record.seed).toBe(1);
  });

  it('an instance that is no name, stands in two families, or is not there', async () => {
    expect(faultsOf(await plenum.open(undefined as unknown as string))).toMatchObject([{ path: 'instance' }]);
    expect(faultsOf(await plenum.open('tiny-colocation'))).toMatchObject([{ file: 'call', path: 'instance' }]);
    expect(faultsOf(await plenum.open('no-such'))).toMatchObject([{ file: 'no-such', value: 'no such file' }]);
    const both = await plenum.validate(['tiny-colocation', '']);
    expect(both).toMatchObject({ ok: false, faults: [{ path: 'instance' }] });
  });

  it('an instance of a family that is not solved this way', async () => {
    expect(faultsOf(await plenum.solve('tiny-two-quadrants'))).toMatchObject([{ path: 'format' }]);
  });

  it('a plan of another instance, of no shape, or that JSON cannot hold', async () => {
    const plan = accepted(await plenum.solve(TINY, { method: 'greedy', bound: false })).plan!;
    expect(faultsOf(await plenum.check('tiny-power-cap', plan))).toMatchObject([{ path: 'instance.name' }]);
    expect(faultsOf(await plenum.check(TINY, { ...plan, assignments: 7 }))).toMatchObject([{ file: 'plan' }]);
    const circular: Record<string, unknown> = { ...plan };
    circular['self'] = circular;
    for (const none of [circular, undefined, 5n]) {
      const answer = await plenum.check(TINY, none as unknown as Plan);
      expect(faultsOf(answer)).toMatchObject([{ file: 'call', path: 'plan' }]);
    }
  });

  it('a file outside the folder of the instance, unless it is allowed', async () => {
    const directory = temporaryDirectory();
    const bundled = accepted(await plenum.open(TINY)).file;
    const instance = JSON.parse(readFileSync(bundled, 'utf8')) as { facility: Record<string, unknown> };
    const file = join(directory, 'outside.json');
    const airflow = { source: 'matrix', file: '../elsewhere.csv', kind: 'influence', rowsPer: 'nodeGroup' };
    const whole = { ...airflow, nodeAirflowFactor: 1, provenance: 'by hand' };
    writeFileSync(file, JSON.stringify({ ...instance, facility: { ...instance.facility, airflow: whole } }));
    const told = faultsOf(await plenum.open(file));
    expect(told).toMatchObject([{ path: 'facility.airflow.file' }]);
    const allowed = faultsOf(await plenum.open(file, { allowOutside: true }));
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed).not.toEqual(told);
  });

  it('a place that cannot be written to', async () => {
    const file = join(temporaryDirectory(), 'a-file');
    writeFileSync(file, '');
    expect(faultsOf(await plenum.solve(TINY, { out: join(file, 'below') }))).toMatchObject([{ path: 'out' }]);
  });
});

describe('a run', () => {
  it('whose signal is aborted ends after its first step', async () => {
    const points: unknown[] = [];
    const answer = await plenum.solve('tiny-more-cores-than-tasks', {
      method: 'ga',
      bound: false,
      signal: AbortSignal.abort(),
      onProgress: (point) => points.push(point),
    });
    expect(accepted(answer).record.termination).toBe('interrupted');
    expect(points.length).toBeGreaterThan(0);
  });

  it('ended by its steps repeats its plan', async () => {
    const options = { method: 'ga', seed: 7, workLimit: 5, bound: false };
    const [one, other] = [await plenum.solve(TINY, options), await plenum.solve(TINY, options)];
    expect(accepted(one).plan).toEqual(accepted(other).plan);
    expect(accepted(one).record.seed).toBe(7);
  });
});

describe('options that are not an object of its own fields', () => {
  it('fields of a prototype do not count, judged or not', async () => {
    const inherited = Object.create({ seed: 'none', timeLimitS: 0 }) as SolveOptions;
    const { record } = accepted(await plenum.solve(TINY, inherited));
    expect(record.seed).toBe(1);
    expect(record.termination).toBe('optimal');
  });
});
