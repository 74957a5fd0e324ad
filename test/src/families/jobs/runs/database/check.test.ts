import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DesignPoint } from '../../../../../../models/families/jobs/design-point.js';
import type { Profile } from '../../../../../../models/families/jobs/profile.js';
import { checkedTypes } from '../../../../../../src/families/jobs/check/checked-types.js';
import { checkProfiles, typesOfDatabase } from '../../../../../../src/families/jobs/runs/database/check.js';
import type { ProfileContent } from '../../../../../../src/families/jobs/runs/database/content.js';
import { openProfileDatabase } from '../../../../../../src/families/jobs/runs/database/open.js';
import { profileDatabaseBytes } from '../../../../../../src/families/jobs/runs/database/write.js';
import { forged, loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../../../../support/profile-databases.js';

const loaded = loadedFrom(threeTypes());
const ofInstance = checkedTypes(loaded.instance, loaded.workload);
const reference = join(newFolder(), 'reference.sqlite');
await profilesBuilt(loaded, reference);
const bytes = readFileSync(reference);

async function readable(changed: Uint8Array) {
  const file = join(newFolder(), 'profiles.sqlite');
  writeFileSync(file, changed);
  const opened = await openProfileDatabase(file, 'readable');
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened;
}

/** Kinds of violations, each once, by the tables of the database and by the instance. */
async function kindsOn(changed: Uint8Array): Promise<string[][]> {
  const opened = await readable(changed);
  return [typesOfDatabase(opened.content), ofInstance].map((types) => [
    ...new Set(checkProfiles(opened, types).violations.map(({ constraint }) => constraint)),
  ]);
}

describe('the check of a profile database', () => {
  it('finds nothing in one that was built, by its own tables and by the instance', async () => {
    const opened = await readable(bytes);
    for (const types of [typesOfDatabase(opened.content), ofInstance]) {
      const { violations, checked, skipped, claimed } = checkProfiles(opened, types);
      const points = opened.marks.flat(3).length;
      expect({ violations, checked, skipped }).toEqual({
        violations: [],
        skipped: 0,
        checked: { profiles: 6, fronts: 14, points },
      });
      expect(claimed.exact + claimed.bounded).toBe(14);
    }
  });

  it.each<[string, string, readonly string[]]>([
    [
      'another energy',
      'UPDATE points SET energy_j = energy_j * 0.999 WHERE job_type = 2 AND cores = 1 AND point = 0',
      ['energy'],
    ],
    [
      'another time',
      'UPDATE points SET time_s = time_s * 1.0001 WHERE job_type = 0 AND cores = 1 AND point = 0',
      ['responseTime'],
    ],
    [
      'an order against the edges',
      "UPDATE points SET task_order = '[3,2,1,0]' WHERE job_type = 1 AND cores = 1",
      ['precedence'],
    ],
    [
      'a task that does not exist',
      "UPDATE points SET task_order = '[0,1,2,7]' WHERE job_type = 1 AND cores = 1",
      ['plan', 'taskMissing'],
    ],
    [
      'a level of its own',
      "UPDATE points SET level_of = '[0,1,1,1]' WHERE job_type = 1 AND cores = 1 AND point = 0",
      ['level'],
    ],
    [
      'a core that is not used',
      "UPDATE points SET core_of = '[0,0,0,0]' WHERE job_type = 1 AND cores = 2",
      ['coreUnused'],
    ],
    [
      'a mark of domination too many or too few',
      'UPDATE points SET dominated = 1 - dominated WHERE job_type = 2 AND cores = 2',
      ['dominatedMark'],
    ],
    [
      'the wrong least product',
      'UPDATE points SET least_product = 1 - least_product WHERE job_type = 1 AND cores = 1',
      ['productMark'],
    ],
    [
      'a bound above the least product',
      "UPDATE fronts SET proof = 'bounded', product_bound_sj = 1e9 WHERE job_type = 0",
      ['productBound'],
    ],
  ])('finds %s', async (_, statement, expected) => {
    for (const kinds of await kindsOn(await forged(bytes, statement))) {
      expect(kinds).toEqual(expect.arrayContaining([...expected]));
    }
  });

  it('finds points out of order, and an exact front without any', async () => {
    const { content } = await readable(bytes);
    const at = (change: (points: readonly DesignPoint[]) => DesignPoint[]): ProfileContent => {
      const fronts = content.profiles[2]![0]!.fronts.map((front, k): Profile['fronts'][number] => {
        return k === 1 ? { ...front, points: change(front.points), proof: { kind: 'exact' } } : front;
      });
      return { ...content, profiles: [...content.profiles.slice(0, 2), [{ fronts }, content.profiles[2]![1]!]] };
    };
    const reversed = await profileDatabaseBytes(at((points) => points.toReversed()));
    const emptied = await profileDatabaseBytes(at(() => []));
    expect(await kindsOn(reversed)).toEqual([['front'], ['front']]);
    expect(await kindsOn(emptied)).toEqual([['proof'], ['proof']]);
  });

  it('by the instance finds a database whose times are another facility’s, which by its own tables is sound', async () => {
    const slower = loadedFrom({ ...threeTypes(), platform: { ...threeTypes().platform, referenceGHz: 2.1 } });
    const out = join(newFolder(), 'slower.sqlite');
    await profilesBuilt(slower, out);
    const [own, instance] = await kindsOn(readFileSync(out));
    expect(own).toEqual([]);
    expect(instance).toEqual(expect.arrayContaining(['responseTime', 'energy']));
  });

  it('by an instance of fewer types leaves the others out, and says how many', async () => {
    const opened = await readable(bytes);
    const { jobTypes } = threeTypes();
    if (jobTypes.source !== 'table') throw new Error('a table');
    const arrivals = { source: 'table' as const, jobs: [{ name: 'j', jobType: 'bag', arrivalS: 0 }] };
    const few = loadedFrom(threeTypes({ jobTypes: { ...jobTypes, types: jobTypes.types.slice(2) }, arrivals }));
    const findings = checkProfiles(opened, checkedTypes(few.instance, few.workload));
    expect(findings).toMatchObject({ violations: [], checked: { profiles: 2, fronts: 6 }, skipped: 4 });
  });
});
