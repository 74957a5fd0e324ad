import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProfiles } from '../../../../../../src/families/jobs/methods/profiles/build-profiles.js';
import { openProfileDatabase } from '../../../../../../src/families/jobs/runs/database/open.js';
import { profileDatabaseBytes } from '../../../../../../src/families/jobs/runs/database/write.js';
import { journalOf } from '../../../../../../src/runs/database/build.js';
import { loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../../../../support/profile-databases.js';

const KILLED = new Error('killed');
const loaded = loadedFrom(threeTypes());
const reference = join(newFolder(), 'reference.sqlite');
await profilesBuilt(loaded, reference);
const expected = readFileSync(reference);

async function opened(bytes: Uint8Array) {
  const file = join(newFolder(), 'profiles.sqlite');
  writeFileSync(file, bytes);
  const database = await openProfileDatabase(file);
  if (!database.ok) throw new Error(JSON.stringify(database.faults));
  return database;
}

describe('a build of profiles', () => {
  it('stores what solve makes of the month itself, every bit', async () => {
    const { content } = await opened(expected);
    const made = buildProfiles(loaded.month, { nodeLimit: 60, seed: 1 });
    expect(content.profiles).toEqual(made.profiles);
    expect(content.effort).toEqual(made.effort);
    const kinds = new Set(made.profiles.flat().flatMap(({ fronts }) => fronts.map(({ proof }) => proof.kind)));
    expect([...kinds].sort()).toEqual(['bounded', 'exact']);
    expect(content.types.map(({ name, tasks, graphs }) => ({ name, tasks, graphs }))).toEqual(
      loaded.month.types.map(({ name, graphs }, t) => ({ name, graphs, tasks: loaded.names.tasks[t] })),
    );
    expect(content.nodeTypes).toMatchObject([
      { name: 'wide', coresPerNode: 4 },
      { name: 'narrow', coresPerNode: 2 },
    ]);
    // As many fronts as cores that a job can use: 1, 4 and 4 of the wide node, 1, 2 and 2 of the narrow one.
    expect(content.profiles.map((row) => row.map(({ fronts }) => fronts.length))).toEqual([
      [1, 1],
      [4, 2],
      [4, 2],
    ]);
  });

  it('ends the same wherever it was killed, and leaves nothing behind', async () => {
    for (const parts of [0, 2, 6]) {
      const directory = newFolder();
      const out = join(directory, 'profiles.sqlite');
      const onPart = ({ done }: { readonly done: number }): void => {
        if (done === parts) throw KILLED;
      };
      await expect(profilesBuilt(loaded, out, { onPart })).rejects.toBe(KILLED);
      expect(readdirSync(directory)).toEqual(['profiles.sqlite.journal.jsonl']);
      let resumed = -1;
      await profilesBuilt(loaded, out, { onPart: (progress) => (resumed = progress.resumed) });
      expect(resumed).toBe(parts);
      expect(readFileSync(out).equals(expected)).toBe(true);
      expect(readdirSync(directory)).toEqual(['profiles.sqlite']);
    }
  });

  it('does a damaged line of its journal again, and no line of another shape', async () => {
    const out = join(newFolder(), 'profiles.sqlite');
    const onPart = ({ done }: { readonly done: number }): void => {
      if (done === 4) throw KILLED;
    };
    await expect(profilesBuilt(loaded, out, { onPart })).rejects.toBe(KILLED);
    const lines = readFileSync(journalOf(out), 'utf8').split('\n');
    lines[2] = lines[2]!.replace('"part":1', '"part":5');
    lines[3] = lines[3]!.slice(0, -30);
    writeFileSync(journalOf(out), lines.join('\n'));
    let resumed = -1;
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    await profilesBuilt(loaded, out, { onPart: (progress) => (resumed = progress.resumed), onWarning });
    expect([resumed, warnings.length]).toEqual([2, 1]);
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  it('ends when asked and goes on with another month of the same types on other numbers of nodes', async () => {
    const out = join(newFolder(), 'profiles.sqlite');
    const interrupted = await profilesBuilt(loaded, out, { interrupted: () => true });
    expect(interrupted).toMatchObject({ outcome: 'interrupted', progress: { done: 1, total: 6 } });
    expect(existsSync(out)).toBe(false);
    const { platform } = threeTypes();
    if (platform.source !== 'nodes') throw new Error('nodes');
    const nodeTypes = platform.nodeTypes.map((one) => ({ ...one, nodes: 7 }));
    const next = loadedFrom(threeTypes({ platform: { ...platform, nodeTypes }, seed: 99 }));
    const answer = await profilesBuilt(next, out);
    expect(answer).toMatchObject({ outcome: 'built', progress: { resumed: 1 } });
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  it('leaves a finished database alone and refuses to overwrite another', async () => {
    const out = join(newFolder(), 'profiles.sqlite');
    writeFileSync(out, expected);
    expect(await profilesBuilt(loaded, out)).toEqual({ ok: true, outcome: 'complete' });
    const other = loadedFrom(
      threeTypes({
        jobTypes: { source: 'table', types: [{ name: 'x', tasks: [{ name: 'a', timeS: 1 }] }] },
        arrivals: { source: 'table', jobs: [{ name: 'j', jobType: 'x', arrivalS: 0 }] },
      }),
    );
    for (const [answer, value] of [
      [await profilesBuilt(other, out), /other job types or nodes, of "three-types"/],
      [await profilesBuilt(loaded, out, { effort: { nodeLimit: 60, seed: 2 } }), /database of seed 1/],
      [await profilesBuilt(loaded, out, { effort: { nodeLimit: 5, seed: 1 } }), /limit of 60 nodes/],
      [await profilesBuilt(loaded, out, { plenumVersion: 'next' }), /Plenum test/],
    ] as const) {
      if (answer.ok) throw new Error('overwritten');
      expect(answer.faults[0]!.value).toMatch(value);
      expect(answer.faults[0]!.remedy).toContain('--force');
    }
    writeFileSync(out, 'a thesis');
    expect(await profilesBuilt(loaded, out)).toMatchObject({ ok: false, faults: [{ file: out }] });
    expect(await profilesBuilt(loaded, out, { force: true })).toMatchObject({ outcome: 'built' });
    expect(readFileSync(out).equals(expected)).toBe(true);
  });

  it('refuses the journal of another seed', async () => {
    const out = join(newFolder(), 'profiles.sqlite');
    await profilesBuilt(loaded, out, { interrupted: () => true });
    const answer = await profilesBuilt(loaded, out, { effort: { nodeLimit: 60, seed: 2 } });
    expect(answer).toMatchObject({ ok: false, faults: [{ file: journalOf(out) }] });
  });
});

describe('a profile database', () => {
  it('keeps fronts without points, and types too large to prove', async () => {
    const many = Array.from({ length: 31 }, (_, n) => ({ name: `t${n}`, timeS: 10 + n }));
    const { platform } = threeTypes();
    if (platform.source !== 'nodes') throw new Error('nodes');
    const one = { ...platform.nodeTypes[1]!, coresPerNode: 1, levels: platform.nodeTypes[1]!.levels.slice(0, 1) };
    const large = loadedFrom(
      threeTypes({
        platform: { ...platform, nodeTypes: [one] },
        jobTypes: { source: 'table', types: [{ name: 'large', tasks: many }] },
        arrivals: { source: 'table', jobs: [{ name: 'j', jobType: 'large', arrivalS: 0 }] },
      }),
    );
    const out = join(newFolder(), 'profiles.sqlite');
    expect(await profilesBuilt(large, out)).toMatchObject({ outcome: 'built' });
    const { content } = await opened(readFileSync(out));
    expect(content.profiles[0]![0]!.fronts[0]!.points[0]!.order).toHaveLength(31);
    const empty = { fronts: [{ cores: 1, points: [], proof: { kind: 'none' as const } }] };
    const again = await opened(await profileDatabaseBytes({ ...content, profiles: [[empty]] }));
    expect(again.content.profiles).toEqual([[empty]]);
  });
});
