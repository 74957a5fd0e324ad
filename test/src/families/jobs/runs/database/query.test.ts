import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProfileDatabase } from '../../../../../../src/families/jobs/runs/database/open.js';
import { answerOf, GOALS, type ProfileRequest } from '../../../../../../src/families/jobs/runs/database/query.js';
import { profileDatabaseBytes } from '../../../../../../src/families/jobs/runs/database/write.js';
import { loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../../../../support/profile-databases.js';

const loaded = loadedFrom(threeTypes());
const reference = join(newFolder(), 'reference.sqlite');
await profilesBuilt(loaded, reference, { effort: { nodeLimit: 100_000, seed: 1 } });
const opened = await databaseOf(readFileSync(reference));

async function databaseOf(bytes: Uint8Array) {
  const file = join(newFolder(), 'profiles.sqlite');
  writeFileSync(file, bytes);
  const database = await openProfileDatabase(file);
  if (!database.ok) throw new Error(JSON.stringify(database.faults));
  return database;
}

const ASKED: ProfileRequest = {
  type: 2,
  nodeTypes: [0, 1],
  cores: null,
  goal: 'product',
  withinS: Infinity,
  withinJ: Infinity,
};

/** All points of the type "bag", in plain rows. */
const rows = opened.content.profiles[2]!.flatMap(({ fronts }, nodeType) =>
  fronts.flatMap(({ cores, points }) =>
    points.map(({ timeS, energyJ }) => ({ nodeType, cores, time: timeS, energy: energyJ, product: timeS * energyJ })),
  ),
);

describe('a query of profiles', () => {
  it('gives the least of all points within the limits, proven where all fronts are', () => {
    const times = rows.map(({ time }) => time).sort((a, b) => a - b);
    const energies = rows.map(({ energy }) => energy).sort((a, b) => a - b);
    for (const goal of GOALS) {
      for (const cores of [null, 2]) {
        for (const withinS of [Infinity, times[Math.floor(times.length / 2)]!]) {
          for (const withinJ of [Infinity, energies[Math.floor(energies.length / 2)]!]) {
            const kept = rows.filter(
              (row) => row.time <= withinS && row.energy <= withinJ && (cores === null || row.cores === cores),
            );
            const { design, bound, violations } = answerOf(opened, { ...ASKED, goal, cores, withinS, withinJ });
            const least = Math.min(...kept.map((row) => row[goal]));
            const found =
              design === null
                ? Infinity
                : { time: design.timeS, energy: design.energyJ, product: design.productSJ }[goal];
            expect([goal, cores, withinS, withinJ, found]).toEqual([goal, cores, withinS, withinJ, least]);
            expect(bound).toBe(least === Infinity ? null : least);
            expect(violations.length).toBe(least === Infinity ? 1 : 0);
          }
        }
      }
    }
  });

  it('shows the tasks of a design as they run', () => {
    const { design } = answerOf(opened, { ...ASKED, type: 1, nodeTypes: [0], cores: 2, goal: 'time' });
    expect(design!.tasks.map(({ task }) => task).sort()).toEqual(['bottom', 'left', 'right', 'top']);
    expect(Math.max(...design!.tasks.map(({ endS }) => endS))).toBe(design!.timeS);
    // 60 s at the highest level, the reference.
    expect(design!.tasks.find(({ task }) => task === 'top')).toMatchObject({ level: 2, startS: 0, endS: 60 });
  });

  it('says what comes nearest to limits that no point keeps', () => {
    const fastest = Math.min(...rows.map(({ time }) => time));
    const cheapest = Math.min(...rows.map(({ energy }) => energy));
    expect(answerOf(opened, { ...ASKED, withinS: fastest / 2 })).toMatchObject({
      design: null,
      bound: null,
      violations: [{ constraint: 'responseTime', unit: 's', value: fastest, limit: fastest / 2, amount: fastest / 2 }],
    });
    const { violations } = answerOf(opened, { ...ASKED, withinS: fastest, withinJ: cheapest });
    const ofFastest = Math.min(...rows.filter(({ time }) => time === fastest).map(({ energy }) => energy));
    expect(violations).toMatchObject([{ constraint: 'energy', value: ofFastest, limit: cheapest }]);
  });

  it('claims no more than the proofs do', async () => {
    const { content } = opened;
    const bounded = content.profiles.map((row) =>
      row.map(({ fronts }) => ({
        fronts: fronts.map((front) => ({
          ...front,
          proof: { kind: 'bounded' as const, productBoundSJ: 1000 + front.cores },
        })),
      })),
    );
    const database = await databaseOf(await profileDatabaseBytes({ ...content, profiles: bounded }));
    expect(answerOf(database, ASKED).bound).toBe(1001);
    expect(answerOf(database, { ...ASKED, cores: 2 }).bound).toBe(1002);
    expect(answerOf(database, { ...ASKED, goal: 'time' }).bound).toBeNull();
    const none = content.profiles.map((row) =>
      row.map(({ fronts }) => ({ fronts: fronts.map((front) => ({ ...front, proof: { kind: 'none' as const } })) })),
    );
    const unproven = await databaseOf(await profileDatabaseBytes({ ...content, profiles: none }));
    expect(answerOf(unproven, ASKED)).toMatchObject({ bound: null, design: { proof: 'none' } });
  });
});
