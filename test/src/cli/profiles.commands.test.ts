import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProfileDatabase } from '../../../src/families/jobs/runs/database/open.js';
import { forged, threeTypes } from '../../support/profile-databases.js';
import { type Json, plenum, plenumDetails } from '../../support/run-cli.js';

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

describe('plenum profiles', () => {
  it('exports every point as it is stored, as CSV and as JSON', async () => {
    const opened = await openProfileDatabase(database);
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const { content, marks } = opened;
    const stored = content.profiles.flatMap((row, t) =>
      row.flatMap(({ fronts }, n) =>
        fronts.flatMap(({ cores, points, proof }, k) =>
          points.map((point, p) => {
            const names = [content.types[t]!.name, content.nodeTypes[n]!.name];
            return { names, cores, proof: proof.kind, p, point, ...marks[t]![n]![k]![p]! };
          }),
        ),
      ),
    );
    const [csv, json] = [join(folder, 'all.csv'), join(folder, 'all.json')];
    expect((await plenum('profiles', 'export', database, '--format', 'csv', '--out', csv)).code).toBe(0);
    expect((await plenum('profiles', 'export', database, '--out', json)).code).toBe(0);
    const [header, ...lines] = readFileSync(csv, 'utf8').trimEnd().split(/\r?\n/);
    expect(header).toContain('time_s,energy_j,product_sj');
    expect(lines).toEqual(
      stored.map(({ names, cores, proof, p, point, dominated, leastProduct }) =>
        [
          ...names,
          cores,
          p,
          point.timeS,
          point.energyJ,
          point.timeS * point.energyJ,
          Number(dominated),
          Number(leastProduct),
          proof,
          '',
          ...[point.coreOf, point.levelOf, point.order].map((list) => list.join(' ')),
        ].join(','),
      ),
    );
    const whole = JSON.parse(readFileSync(json, 'utf8')) as { readonly fronts: { readonly points: readonly Json[] }[] };
    expect(whole).toMatchObject({
      format: 'plenum.profiles-export',
      instance: 'three-types',
      seed: 1,
      levelsOf: 'core',
    });
    expect(whole.fronts.flatMap(({ points }) => points)).toEqual(
      stored.map(({ point: { timeS, energyJ, coreOf, levelOf, order }, dominated, leastProduct }) => ({
        timeS,
        energyJ,
        dominated,
        leastProduct,
        coreOf: [...coreOf],
        levelOf: [...levelOf],
        taskOrder: [...order],
      })),
    );
    expect((await plenum('profiles', 'export', database, '--out', json)).code).toBe(2);
  });

  it('answers for a job type, and refuses names and cores that the database does not have', async () => {
    const best = await plenumDetails('profiles', 'query', database, '--type', 'diamond', '--least', 'time');
    expect([best.code, best.json['objectiveUnit'], best.json['gap']]).toEqual([0, 's', 0]);
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [['--type', 'diamnd'], /--type[^]*one, diamond, bag[^]*nearest in spelling is "diamond"/],
      [['--type', 'bag', '--node-type', 'wdie'], /--node-type[^]*wide, narrow/],
      [['--type', 'bag', '--node-type', 'narrow', '--cores', '3'], /--cores[^]*1 to 2/],
    ];
    for (const [words, said] of refusals) {
      const { code, stderr } = await plenum('profiles', 'query', database, ...words);
      expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    }
    const none = await plenum('profiles', 'query', database, '--type', 'bag', '--within', '1');
    expect([none.code, none.stdout]).toEqual([3, expect.stringContaining('NONE within the limits')]);
  });

  it('checks a forged database and says what is broken, and what no check tells', async () => {
    const file = join(folder, 'forged.sqlite');
    const statement = 'UPDATE points SET energy_j = energy_j * 0.9 WHERE job_type = 1 AND cores = 2 AND point = 0';
    writeFileSync(file, await forged(readFileSync(database), statement));
    expect((await plenum('profiles', 'info', file)).code).toBe(2);
    const { code, stdout } = await plenum('profiles', 'check', file);
    expect(code).toBe(3);
    expect(stdout).toMatch(/BROKEN[^]*energy at "diamond" on "wide", 2 cores, point 0/);
    const sound = await plenum('profiles', 'check', database, '--instance', instance);
    expect([sound.code, sound.stdout]).toEqual([0, expect.stringContaining('not judged here')]);
    const other = await plenum('profiles', 'check', database, '--instance', 'instances/jobs/tiny-fork-join.json');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('Name the instance it was built from')]);
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
