import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openProfileDatabase } from '../../../src/families/jobs/runs/database/open.js';
import { forged, threeTypes } from '../../support/profile-databases.js';
import { solve, type SolveOptions } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import type { Json } from '../../support/run-cli.js';
import { lastingDirectory } from '../../support/small-instance.js';
import { tinyDatabase } from '../../support/tiny-database.js';

const folder = lastingDirectory();
const instance = join(folder, 'instance.json');
const database = join(folder, 'profiles.sqlite');

beforeAll(async () => {
  writeFileSync(instance, JSON.stringify(threeTypes()));
  await ownAnswer('profiles build', [instance], { out: database, workers: 1 });
});

/** Plan of the month, and what was said on the way. */
async function solved(options: SolveOptions = {}) {
  const { plan, record } = accepted(await solve(instance, options));
  return { plan, warnings: record.warnings };
}

/** What a command of a family's own, or a solve, is refused for, as JSON. */
async function refused(answer: Promise<Parameters<typeof faultsOf>[0]>): Promise<string> {
  const faults = faultsOf(await answer);
  expect(faults).not.toEqual([]);
  return JSON.stringify(faults);
}

describe('solve with profiles', () => {
  it('plans the same month as without, and makes what the database lacks', async () => {
    const { plan } = await solved();
    expect(await solved({ profiles: database })).toEqual({ plan, warnings: [] });
    const { jobTypes } = threeTypes();
    if (jobTypes.source !== 'table') throw new Error('a table');
    const some = join(folder, 'some.json');
    const few = { source: 'table' as const, jobs: [{ name: 'j', jobType: 'bag', arrivalS: 0 }] };
    writeFileSync(
      some,
      JSON.stringify(threeTypes({ jobTypes: { ...jobTypes, types: jobTypes.types.slice(2) }, arrivals: few })),
    );
    const less = join(folder, 'less.sqlite');
    await ownAnswer('profiles build', [some], { out: less, workers: 1 });
    expect(await solved({ profiles: less })).toEqual({
      plan,
      warnings: [expect.stringContaining('no profiles of 2 of 3 job types')],
    });
  });

  it('refuses methods that take no profiles, a limit beside it, and another facility', async () => {
    for (const [file, options, said] of [
      [
        instance,
        { profiles: database, method: 'val-opt', bound: false },
        /profiles[^]*val-en-join-opt or val-en-adapt-opt or price/,
      ],
      [instance, { profiles: database, profileNodes: 5 }, /profileNodes[^]*without profiles/],
      [instance, { profiles: join(folder, 'none.sqlite') }, /no such file[^]*plenum profiles build/],
      [instance, { profiles: instance }, /JSON[^]*a jobs instance/],
      ['tiny-fork-join', { profiles: database }, /node type \\"node\\"[^]*wide, narrow/],
    ] as const) {
      expect(await refused(solve(file, options))).toMatch(said);
    }
    const room = join(folder, 'room.sqlite');
    writeFileSync(room, await tinyDatabase());
    expect(await refused(solve(instance, { profiles: room }))).toContain('a template database');
    expect(await refused(ownCommand('templates info', [database]))).toContain('SQLite database of something else');
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
    await ownAnswer('profiles export', [database], { format: 'csv', out: csv });
    await ownAnswer('profiles export', [database], { out: json });
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
    writeFileSync(json, 'mine');
    expect(await refused(ownCommand('profiles export', [database], { out: json }))).toContain('--force');
  });

  it('answers for a job type, and refuses names and cores that the database does not have', async () => {
    const best = await ownAnswer('profiles query', [database], { type: 'diamond', least: 'time' });
    expect([best.ended, best.record['objectiveUnit'], best.record['gap']]).toEqual(['done', 's', 0]);
    for (const [words, said] of [
      [{ type: 'diamnd' }, /--type[^]*one, diamond, bag[^]*nearest in spelling is \\"diamond\\"/],
      [{ type: 'bag', nodeType: 'wdie' }, /--node-type[^]*wide, narrow/],
      [{ type: 'bag', nodeType: 'narrow', cores: 3 }, /--cores[^]*1 to 2/],
    ] as const) {
      expect(await refused(ownCommand('profiles query', [database], words))).toMatch(said);
    }
    const none = await ownAnswer('profiles query', [database], { type: 'bag', within: 1 });
    expect([none.ended, none.text]).toEqual(['notFeasible', expect.stringContaining('NONE within the limits')]);
  });

  it('checks a forged database and says what is broken, and what no check tells', async () => {
    const file = join(folder, 'forged.sqlite');
    const statement = 'UPDATE points SET energy_j = energy_j * 0.9 WHERE job_type = 1 AND cores = 2 AND point = 0';
    writeFileSync(file, await forged(readFileSync(database), statement));
    await refused(ownCommand('profiles info', [file]));
    const { ended, text } = await ownAnswer('profiles check', [file]);
    expect(ended).toBe('notFeasible');
    expect(text).toMatch(/BROKEN[^]*energy at "diamond" on "wide", 2 cores, point 0/);
    const sound = await ownAnswer('profiles check', [database], { instance });
    expect([sound.ended, sound.text]).toEqual(['done', expect.stringContaining('not judged here')]);
    const other = ownCommand('profiles check', [database], { instance: 'instances/jobs/tiny-fork-join.json' });
    expect(await refused(other)).toContain('Name the instance it was built from');
  });
});

describe('plenum profiles build', () => {
  it('overwrites nothing that is there, the instance above all', async () => {
    const before = readFileSync(instance);
    await refused(ownCommand('profiles build', [instance], { out: instance }));
    await refused(ownCommand('profiles build', [instance], { out: instance, force: true }));
    expect(readFileSync(instance).equals(before)).toBe(true);
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'a thesis');
    await refused(ownCommand('profiles build', [instance], { out: other }));
    expect(readFileSync(other, 'utf8')).toBe('a thesis');
    expect(existsSync(`${other}.journal.jsonl`)).toBe(false);
  });
});
