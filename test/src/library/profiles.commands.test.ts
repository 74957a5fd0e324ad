import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memory, profiles, solve } from '../../../src/library/index.js';
import { accepted, alteredInstance, bundledFile } from '../../../src/reproduction/library-calls.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** The bundled month with few types of few tasks. */
async function smallMonth(folder: string): Promise<string> {
  const change = (month: { readonly jobTypes: object }) => ({
    ...month,
    jobTypes: { ...month.jobTypes, count: 3, tasks: { least: 4, most: 5 } },
  });
  return alteredInstance(await bundledFile('jobs/month-3x10'), folder, change);
}

const timeless = (record: object): unknown => ({
  ...(JSON.parse(JSON.stringify(record)) as object),
  timeS: null,
  files: {},
});

describe('profiles in the library', () => {
  it('build and query give the records that --json prints, and least products are proven', async () => {
    const folder = temporaryDirectory();
    const month = await smallMonth(folder);
    const own = join(folder, 'own.sqlite');
    const built = accepted(await profiles.build(month, { out: own, workers: 1, goal: 'product' }));
    const { fronts, proofs, provenProducts, types } = built.record.details as {
      fronts: number;
      proofs: { exact: number };
      provenProducts: number;
      types: { name: string; tasks: number }[];
    };
    expect([proofs.exact, provenProducts]).toEqual([0, fronts]);
    expect(types.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(fronts);
    const known = memory();
    const asked = { type: types[0]!.name, cores: 2, memory: known };
    const answer = accepted(await profiles.query(own, asked));
    const { json } = await plenumJson('profiles', 'query', own, '--type', asked.type, '--cores', '2');
    expect(timeless(answer.record)).toEqual(timeless(json));
    const { design } = answer.record.details as {
      design: Record<'scheduled' | 'lowered', { timeS: number; energyJ: number }> & { productSJ: number };
    };
    for (const { timeS, energyJ } of [design.scheduled, design.lowered]) {
      expect(design.productSJ).toBeLessThanOrEqual(timeS * energyJ * (1 + 1e-9));
    }
    expect(design.lowered.energyJ).toBeLessThanOrEqual(design.scheduled.energyJ);
    // What a memory has of a database is not read again.
    writeFileSync(own, 'no database');
    expect(accepted(await profiles.query(own, asked)).record.details['design']).toEqual(design);
    expect((await profiles.query(own, { ...asked, memory: memory() })).ok).toBe(false);
    // A database that is built anew with the same memory is.
    rmSync(own);
    accepted(await profiles.build(month, { out: own, workers: 1, goal: 'product', nodeLimit: 1, memory: known }));
    const anew = accepted(await profiles.query(own, { ...asked, memory: memory() })).record.details;
    expect(accepted(await profiles.query(own, asked)).record.details).toEqual(anew);
  });

  it('solve takes profiles of least products, also on nodes with more cores than a job has tasks for', async () => {
    const folder = temporaryDirectory();
    const month = await smallMonth(folder);
    const out = join(folder, 'own.sqlite');
    accepted(await profiles.build(month, { out, workers: 1, goal: 'product' }));
    const wide = alteredInstance<{ platform: { nodeTypes: object[] } }>(month, folder, (own) => ({
      ...own,
      platform: { ...own.platform, nodeTypes: own.platform.nodeTypes.map((type) => ({ ...type, coresPerNode: 12 })) },
    }));
    for (const file of [month, wide]) {
      const { record } = accepted(await solve(file, { method: 'val-en-join-opt', profiles: out, bound: false }));
      expect(record.details['provenProducts']).toBe(record.details['fronts']);
      expect(record.feasible).toBe(true);
    }
    const narrow = alteredInstance<{ platform: { nodeTypes: object[] } }>(month, folder, (own) => ({
      ...own,
      platform: { ...own.platform, nodeTypes: own.platform.nodeTypes.map((type) => ({ ...type, coresPerNode: 3 })) },
    }));
    const refused = await solve(narrow, { method: 'val-en-join-opt', profiles: out, bound: false });
    expect(refused).toMatchObject({ ok: false, faults: [{ file: out }] });
  });

  it('what is asked amiss is refused', async () => {
    const faults = async (answer: ReturnType<typeof profiles.build>): Promise<unknown> => {
      const told = await answer;
      return told.ok ? [] : told.faults.map(({ file, path }) => `${file}: ${path}`);
    };
    expect(await faults(profiles.build('jobs/month-3x10', {} as { out: string }))).toEqual(['call: out']);
    const odd = { out: 'x', goal: 'time' } as unknown as { out: string };
    expect(await faults(profiles.build('jobs/month-3x10', odd))).toEqual(['call: goal']);
    expect(await faults(profiles.query('nowhere.sqlite', { type: 'a', memory: {} as Map<string, unknown> }))).toEqual([
      'call: memory',
    ]);
  });
});
