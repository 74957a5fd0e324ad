import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../../models/families/jobs/instance.js';
import { buildProfiles } from '../../../../../../src/families/jobs/methods/profiles/build-profiles.js';
import { readProfiles, type ReusedProfiles } from '../../../../../../src/families/jobs/runs/database/reuse.js';
import { loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../../../../support/profile-databases.js';
import { readFileSync } from 'node:fs';

const EFFORT = { nodeLimit: 60, seed: 1 };
const bytes = await database(threeTypes());

async function database(instance: JobsInstance): Promise<Buffer> {
  const out = join(newFolder(), 'reference.sqlite');
  await profilesBuilt(loadedFrom(instance), out);
  return readFileSync(out);
}

type Platform = Extract<JobsInstance['platform'], { readonly source: 'nodes' }>;
type Table = Extract<JobsInstance['jobTypes'], { readonly source: 'table' }>;
const platform = threeTypes().platform as Platform;
const [wide, narrow] = platform.nodeTypes as [Platform['nodeTypes'][number], Platform['nodeTypes'][number]];
const [one, diamond, bag] = (threeTypes().jobTypes as Table).types as [...Table['types']];

async function answerFor(changes: Partial<JobsInstance>, from: Uint8Array = bytes) {
  const file = join(newFolder(), 'profiles.sqlite');
  writeFileSync(file, from);
  return readProfiles(file, loadedFrom(threeTypes(changes)).month);
}

async function reused(changes: Partial<JobsInstance>): Promise<ReusedProfiles> {
  const answer = await answerFor(changes);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

const nodes = (...nodeTypes: Platform['nodeTypes'][number][]): Partial<JobsInstance> => ({
  platform: { ...platform, nodeTypes },
});
const jobs = (...types: (Table['types'][number] | undefined)[]): Partial<JobsInstance> => {
  const known = types.filter((type) => type !== undefined);
  return {
    jobTypes: { source: 'table', types: known },
    arrivals: { source: 'table', jobs: known.map(({ name }, n) => ({ name: `j${n}`, jobType: name, arrivalS: n })) },
  };
};

describe('profiles of a database', () => {
  it('are those that a month makes itself, whatever arrives and on how many nodes', async () => {
    const { profiles, missing, effort } = await reused({
      ...nodes({ ...wide, nodes: 9 }, { ...narrow, nodes: 1 }),
      seed: 77,
      overheads: { checkS: 5 },
      pace: { least: 0.5, most: 2 },
    });
    expect({ profiles, missing, effort }).toEqual({
      missing: [],
      effort: EFFORT,
      profiles: buildProfiles(loadedFrom(threeTypes()).month, EFFORT).profiles,
    });
  });

  it('are found by name, in any order and of some of the job and node types', async () => {
    const { profiles, missing } = await reused({ ...nodes(narrow), ...jobs(bag, one) });
    const all = (await reused({})).profiles;
    expect(profiles).toEqual([[all[2]![1]], [all[0]![1]]]);
    expect(missing).toEqual([]);
  });

  it('lack job types that the database does not have', async () => {
    const other = { name: 'other', tasks: [{ name: 'a', timeS: 5 }] };
    const { profiles, missing } = await reused(jobs(other, diamond));
    expect(missing).toEqual(['other']);
    expect(profiles.map((row) => row.map((profile) => profile === null))).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each<[string, Partial<JobsInstance>, RegExp]>([
    ['other cores', nodes({ ...wide, coresPerNode: 5 }, narrow), /node type "wide", cores.*found 4.*allowed 5, as/],
    ['fewer levels', nodes({ ...wide, levels: wide.levels.slice(1) }, narrow), /node type "wide", levels.*3.*2/],
    [
      'another power of a level',
      nodes(wide, { ...narrow, levels: narrow.levels.map((level) => ({ ...level, dynamicPowerW: 1 })) }),
      /node type "narrow", dynamic power at level 0.*0\.256.* W.*1 W/,
    ],
    [
      'another static power',
      nodes({ ...wide, staticPowerW: 0.5 }, narrow),
      /node type "wide", static power.*0\.25 W.*0\.5 W/,
    ],
    ['another node type', nodes(wide, { ...narrow, name: 'new' }), /node type "new".*wide, narrow/],
    ['levels of tasks', { platform: { ...platform, levelsOf: 'task' } }, /levelsOf.*core.*task/],
    [
      'another frequency: times of every type',
      nodes({ ...wide, levels: [{ frequencyGHz: 0.5, dynamicPowerW: 0.4 }, ...wide.levels.slice(1)] }, narrow),
      /job type "one" on node type "wide", task 0 at level 0.*180 s.*360 s/,
    ],
    [
      'another time',
      jobs(one, { ...diamond!, tasks: diamond!.tasks.map((task) => ({ ...task, timeS: 70 })) }),
      /job type "diamond" on node type "wide", task 0 at level 0/,
    ],
    [
      'a task less',
      jobs(one, { ...bag!, tasks: bag!.tasks.slice(0, 4), edges: [] }),
      /job type "bag" on node type "wide", tasks.*5.*4/,
    ],
    [
      'an edge less',
      jobs(one, { ...diamond!, edges: diamond!.edges!.slice(1) }),
      /job type "diamond" on node type "wide", edges.*4.*3/,
    ],
    [
      'more data',
      jobs({ ...bag!, edges: [{ from: 't0', to: 't4', bytes: 6000 }] }),
      /job type "bag" on node type "wide", edge 0.*in 3 s.*in 6 s/,
    ],
    ['other links', { platform: { ...platform, bytesPerS: 500 } }, /job type "diamond" on node type "wide", edge/],
    ['none of the job types', jobs({ name: 'x', tasks: [{ name: 'a', timeS: 1 }] }), /none of them in the instance/],
  ])('are refused for %s', async (_, changes, said) => {
    const answer = await answerFor(changes);
    if (answer.ok) throw new Error('accepted');
    const text = answer.faults.map(({ path, value, allowed }) => `${path}: found ${String(value)}, allowed ${allowed}`);
    expect(text.join('; ')).toMatch(said);
    expect(answer.faults.every(({ remedy }) => remedy.includes('plenum profiles build'))).toBe(true);
  });

  it('are refused where the file cannot be used', async () => {
    const answer = await answerFor({}, Buffer.from('a thesis'));
    expect(answer).toMatchObject({ ok: false, faults: [{ value: 'a file that is no SQLite database' }] });
  });
});
