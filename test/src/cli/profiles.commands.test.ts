import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threeTypes } from '../../support/profile-databases.js';
import { plenum, plenumDetails } from '../../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-profiles-'));
const instance = join(folder, 'instance.json');
const database = join(folder, 'profiles.sqlite');

beforeAll(async () => {
  writeFileSync(instance, JSON.stringify(threeTypes()));
  const { code } = await plenum('profiles', 'build', instance, '--out', database, '--workers', '1');
  expect(code).toBe(0);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Plan of the month, and what was said on the way. */
async function solved(name: string, ...words: readonly string[]) {
  const out = join(folder, name);
  const { json } = await plenumDetails('solve', instance, '--out', out, ...words);
  return { plan: readFileSync(join(out, 'plan.json'), 'utf8'), json };
}

describe('plenum solve --profiles', () => {
  it('plans the same month as without, and makes what the database lacks', async () => {
    const { plan } = await solved('plain');
    const reused = await solved('reused', '--profiles', database);
    expect(reused.plan).toBe(plan);
    expect(reused.json['warnings']).toEqual([]);
    const { jobTypes } = threeTypes();
    if (jobTypes.source !== 'table') throw new Error('a table');
    const some = join(folder, 'some.json');
    const few = { source: 'table' as const, jobs: [{ name: 'j', jobType: 'bag', arrivalS: 0 }] };
    writeFileSync(
      some,
      JSON.stringify(threeTypes({ jobTypes: { ...jobTypes, types: jobTypes.types.slice(2) }, arrivals: few })),
    );
    const less = join(folder, 'less.sqlite');
    expect((await plenum('profiles', 'build', some, '--out', less, '--workers', '1')).code).toBe(0);
    const filled = await solved('filled', '--profiles', less);
    expect(filled.plan).toBe(plan);
    expect(filled.json['warnings']).toEqual([expect.stringContaining('no profiles of 2 of 3 job types')]);
  });

  it('refuses methods that take no profiles, a limit beside it, and another facility', async () => {
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [
        ['--profiles', database, '--method', 'val-opt', '--no-bound'],
        /--profiles[^]*val-en-join-opt or val-en-adapt-opt or price/,
      ],
      [['--profiles', database, '--profile-nodes', '5'], /--profile-nodes[^]*without --profiles/],
      [['--profiles', join(folder, 'none.sqlite')], /no such file[^]*plenum profiles build/],
      [['--profiles', instance], /JSON[^]*a jobs instance/],
    ];
    for (const [words, said] of refusals) {
      const { code, stderr } = await plenum('solve', instance, ...words);
      expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    }
    const { code, stderr } = await plenum('solve', 'tiny-fork-join', '--profiles', database);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/node type "node"[^]*wide, narrow/)]);
    const room = join(folder, 'room.sqlite');
    expect((await plenum('templates', 'build', 'tiny-two-quadrants', '--out', room, '--workers', '1')).code).toBe(0);
    const template = await plenum('solve', instance, '--profiles', room);
    expect([template.code, template.stderr]).toEqual([2, expect.stringContaining('a template database')]);
    const profiles = await plenum('templates', 'info', database);
    expect([profiles.code, profiles.stderr]).toEqual([2, expect.stringContaining('SQLite database of something else')]);
  });
});

describe('plenum profiles build', () => {
  it('overwrites nothing that is there, the instance above all', async () => {
    const before = readFileSync(instance);
    expect((await plenum('profiles', 'build', instance, '--out', instance)).code).toBe(2);
    expect((await plenum('profiles', 'build', instance, '--out', instance, '--force')).code).toBe(2);
    expect(readFileSync(instance).equals(before)).toBe(true);
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'a thesis');
    expect((await plenum('profiles', 'build', instance, '--out', other)).code).toBe(2);
    expect(readFileSync(other, 'utf8')).toBe('a thesis');
    expect(existsSync(`${other}.journal.jsonl`)).toBe(false);
  });
});
