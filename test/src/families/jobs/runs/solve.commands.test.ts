import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../../../src/families/jobs/methods/registry.js';
import type { JobsRunResult } from '../../../../../src/families/jobs/runs/result.js';
import { check, solve, type SolveOptions } from '../../../../../src/library/index.js';
import { accepted, faultsOf, solvedAs } from '../../../../support/accepted.js';
import type { Json } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const TINY = readdirSync('instances/jobs')
  .filter((name) => name.startsWith('tiny-'))
  .map((name) => `instances/jobs/${name}`);
const FORK_JOIN = 'instances/jobs/tiny-fork-join.json';

const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;

async function solved(file: string, options: SolveOptions = {}): Promise<Json> {
  const { ended, record } = await solvedAs<JobsRunResult>(file, options);
  expect([options, ended]).toEqual([options, 'solved']);
  return record;
}

/** The instance of two jobs of which one is done, with another optimum than its 8. */
function claiming(value: number): string {
  const file = join(temporaryDirectory(), 'claims.json');
  writeFileSync(file, JSON.stringify({ ...read(FORK_JOIN), knownOptimum: { value, derivation: 'by hand' } }));
  return file;
}

describe.each(TINY)('%s', (file) => {
  it('no method earns more than the optimum by hand', async () => {
    const { value: optimum } = read(file)['knownOptimum'] as { readonly value: number };
    for (const { name } of METHODS) {
      const found = await solved(file, { method: name, bound: false });
      const { feasible, objective, outcomes, jobs, warnings } = found;
      expect([name, feasible, warnings]).toEqual([name, true, []]);
      expect([name, (objective as number) <= optimum * (1 + 1e-9)]).toEqual([name, true]);
      const counts = Object.values(outcomes as Record<string, number>);
      expect([name, counts.reduce((sum, count) => sum + count, 0)]).toEqual([name, jobs]);
    }
  });
});

describe('solve of jobs', () => {
  it('writes a plan that the checker passes, the same bytes at the same request', async () => {
    const texts = [];
    for (const out of [temporaryDirectory(), temporaryDirectory()]) {
      await solved(FORK_JOIN, { seed: 5, out });
      expect(accepted(await check(FORK_JOIN, join(out, 'plan.json'))).record.feasible).toBe(true);
      texts.push(['plan.json', 'plan.csv'].map((name) => readFileSync(join(out, name), 'utf8')));
    }
    expect(texts[1]).toEqual(texts[0]);
  });

  it('says what it earned, drew, rejected and proved', async () => {
    const { text } = await solvedAs<JobsRunResult>(FORK_JOIN, { method: 'val-en-join-opt' });
    // By hand: 8 of 14 for 160 s of tasks at 2 W and two cores at .5 W for 105 s; b is dropped. Fronts of 1 and 2 cores, and of 3 and 4 none: the node has 2.
    for (const line of [
      'value           8.000 of all jobs, 57.14 % of the 14.00 that they are worth as they arrive',
      'upper bound     8.000, no schedule earns more, even one that knows all arrivals',
      'energy          425.0 J of the cores while jobs hold them',
      'jobs            2: 1 in time, 0 late, 0 worthless, 1 dropped; 1 rejected, 50.00 %',
      'profiles        2 of 2 fronts of time and energy proven exact',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('holds methods that move jobs against the bound for jobs that move, others against the lower one', async () => {
    for (const [method, field] of [
      ['price', 'malleableBound'],
      ['val-opt', 'rigidBound'],
    ] as const) {
      const { bound, rigidBound, malleableBound } = await solved('instances/jobs/tiny-paces.json', { method });
      expect([method, bound]).toEqual([method, { rigidBound, malleableBound }[field]]);
      // A job that may move can leave its slow node: the two differ here.
      expect((rigidBound as number) < (malleableBound as number)).toBe(true);
    }
  });

  it('bounds value against energy', async () => {
    // By hand: one job earns at most 8 in 425 J, and no job less energy than 160 s of tasks at 2 W and the idle core's .5 W: more than nothing.
    const found = await solved(FORK_JOIN, { method: 'val-en-join-opt' });
    const { objective, energyJ, valueBoundAtEnergy, energyBoundForValueJ } = found as Record<string, number>;
    expect([objective, energyJ]).toEqual([8, 425]);
    expect(valueBoundAtEnergy).toBeGreaterThanOrEqual(8);
    expect(energyBoundForValueJ).toBeGreaterThan(0);
    expect(energyBoundForValueJ).toBeLessThanOrEqual(425 * (1 + 1e-9));
  });

  it('tells a known optimum that a schedule exceeds, or that is above a bound for jobs that may move', async () => {
    const warned = async (value: number) => (await solved(claiming(value)))['warnings'];
    expect(await warned(8)).toEqual([]);
    expect(await warned(7)).toEqual(['knownOptimum.value: 7 is wrong, this schedule keeps every limit and earns 8.']);
    expect(((await warned(15)) as string[])[0]).toMatch(
      /^knownOptimum\.value: 15 is wrong, no schedule earns more than/,
    );
  });

  it('cut short by a number of steps has a plan all the same, the same one each time', async () => {
    const once = () => solved('instances/jobs/tiny-node-types.json', { workLimit: 1, bound: false });
    const found = await once();
    expect(found).toMatchObject({ termination: 'workLimit', feasible: true, bound: null, fronts: 4 });
    expect({ ...(await once()), timeS: null }).toEqual({ ...found, timeS: null });
  });

  it('has no schedule where a month of many moments is stopped, and says so', async () => {
    const long = join(temporaryDirectory(), 'long.json');
    const { knownOptimum, jobTypes, arrivals, ...instance } = read(FORK_JOIN) as Record<string, Json>;
    expect(knownOptimum).toMatchObject({ value: 8 });
    const value = { shape: 'deadlines', worth: 8, softDeadlineS: 1e6, endS: 2e6 };
    const tasks = [{ name: 'long', timeS: 60_000 }];
    writeFileSync(
      long,
      JSON.stringify({
        ...instance,
        jobTypes: { ...jobTypes, types: [{ name: 'long', tasks }] },
        arrivals: { ...arrivals, jobs: [{ name: 'a', jobType: 'long', arrivalS: 0, value }] },
      }),
    );
    const asked = { method: 'val-en-adapt-opt', checkpointIntervalS: 1 };
    const { ended, record } = await solvedAs<JobsRunResult>(long, { ...asked, workLimit: 1 });
    expect(ended).toBe('stopped');
    expect(record).toMatchObject({ termination: 'workLimit', feasible: false, objective: null, outcomes: null });
    expect(record.gapReason).toContain('stopped before its end');
    // One profile, 50,000 moments, and the rest.
    expect(await solved(long, { ...asked, bound: false })).toMatchObject({ objective: 8, work: { steps: 3 } });
  });

  it('makes no profiles for list schedules unless a bound is to be proven', async () => {
    expect(await solved(FORK_JOIN, { method: 'val-opt', bound: false })).toMatchObject({
      fronts: 0,
      exactFronts: 0,
      bound: null,
      gap: null,
    });
    expect(await solved(FORK_JOIN, { method: 'val-opt' })).toMatchObject({ fronts: 2, exactFronts: 2 });
  });

  it('refuses options that do nothing', async () => {
    const moves = faultsOf(await solve(FORK_JOIN, { method: 'val-opt', moves: 'once' }));
    expect(moves).toMatchObject([{ path: 'moves', value: 'once, with val-opt' }]);
    const slow = join(temporaryDirectory(), 'slow.json');
    writeFileSync(slow, JSON.stringify({ ...read(FORK_JOIN), overheads: { checkS: 300 } }));
    const refused = faultsOf(await solve(slow, { method: 'val-en-adapt-opt' }));
    expect(refused).toMatchObject([{ value: 300, allowed: 'above 300 s' }]);
  });
});
