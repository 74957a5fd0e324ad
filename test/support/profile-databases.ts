import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlDatabase } from 'sql.js';
import { afterEach } from 'vitest';
import type { JobsInstance } from '../../models/families/jobs/instance.js';
import { type LoadedJobs, loadJobsInstance } from '../../src/families/jobs/instances/load.js';
import { buildProfileDatabase, type ProfileBuildRequest } from '../../src/families/jobs/runs/database/build.js';
import { facilityOf } from '../../src/families/jobs/runs/database/content.js';
import { COLUMNS, PROFILE_DATABASE } from '../../src/families/jobs/runs/database/schema.js';
import type { BuildAnswer } from '../../src/runs/database/build.js';
import { contentDigest } from '../../src/runs/database/content-digest.js';
import { DIGEST_KEY } from '../../src/runs/database/kind.js';
import { loosened } from './crafted-databases.js';
import { altered } from './templates-database.js';

const directories: string[] = [];

/** Path of a directory, removed after each test. */
export function newFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plenum-profiles-'));
  directories.push(directory);
  return directory;
}

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** Months of three job types of one to five tasks on two node types: six profiles, 16 fronts. */
export function threeTypes(changes: Partial<JobsInstance> = {}): JobsInstance {
  const node = (name: string, coresPerNode: number, frequencies: readonly number[]) => ({
    name,
    nodes: 2,
    coresPerNode,
    staticPowerW: 0.25,
    levels: frequencies.map((frequencyGHz) => ({ frequencyGHz, dynamicPowerW: 0.4 * frequencyGHz ** 2 })),
  });
  return {
    format: 'plenum.jobs',
    formatVersion: 1,
    name: 'three-types',
    seed: 3,
    period: { durationS: 86_400 },
    platform: {
      source: 'nodes',
      bytesPerS: 1000,
      referenceGHz: 2,
      nodeTypes: [node('wide', 4, [1, 1.5, 2]), node('narrow', 2, [0.8, 1.6])],
    },
    jobTypes: {
      source: 'table',
      types: [
        { name: 'one', tasks: [{ name: 'only', timeS: 90 }] },
        {
          name: 'diamond',
          tasks: ['top', 'left', 'right', 'bottom'].map((name, n) => ({ name, timeS: 60 + 25 * n })),
          edges: [
            { from: 'top', to: 'left', bytes: 4000 },
            { from: 'top', to: 'right', bytes: 9000 },
            { from: 'left', to: 'bottom', bytes: 2500 },
            { from: 'right', to: 'bottom' },
          ],
        },
        {
          name: 'bag',
          tasks: [50, 60, 70, 80, 95].map((timeS, n) => ({ name: `t${n}`, timeS, cpuShare: 0.8 })),
          edges: [{ from: 't0', to: 't4', bytes: 3000 }],
        },
      ],
    },
    value: {
      softDeadlineOverLeastTime: { least: 2, most: 3 },
      fallOverLeastTime: { least: 2, most: 3 },
      worthPerCoreHour: { least: 1, most: 2 },
    },
    arrivals: {
      source: 'table',
      jobs: ['one', 'diamond', 'bag', 'diamond'].map((jobType, n) => ({ name: `j${n}`, jobType, arrivalS: 60 * n })),
    },
    ...changes,
  };
}

export function loadedFrom(instance: JobsInstance, directory = newFolder()): LoadedJobs {
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify(instance));
  const loaded = loadJobsInstance(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded;
}

export function profilesBuilt(
  { month, names, instance }: LoadedJobs,
  out: string,
  more: Partial<ProfileBuildRequest> = {},
): Promise<BuildAnswer> {
  return buildProfileDatabase({
    facility: facilityOf(month, names.tasks),
    instanceName: instance.name,
    out,
    workers: 1,
    force: false,
    effort: { nodeLimit: 60, seed: 1 },
    plenumVersion: 'test',
    interrupted: () => false,
    onPart: () => undefined,
    onWarning: () => undefined,
    ...more,
  });
}

/** The bytes after statements have changed tables without any constraint, with the digest of the rows that then are there. */
export function forged(bytes: Uint8Array, ...statements: readonly string[]): Promise<Uint8Array> {
  return altered(bytes, (database) => {
    for (const statement of [...loosened(VIEWS, COLUMNS), ...statements]) database.run(statement);
    sign(database);
  });
}

/** Names of the views of a profile database. */
const VIEWS = ['named_points', 'products', 'designs'];

function sign(database: SqlDatabase): void {
  const digest = contentDigest();
  try {
    for (const [table, { keys }] of Object.entries(PROFILE_DATABASE.tables)) {
      const order = Array.from({ length: keys }, (_, k) => k + 1).join(', ');
      const statement = database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`);
      while (statement.step()) {
        const row = statement.get();
        if (row[0] !== DIGEST_KEY) digest.add(table, row);
      }
      statement.free();
    }
    database.run(`UPDATE meta SET value = '${digest.result()}' WHERE key = '${DIGEST_KEY}'`);
  } catch {
    // A table or column is missing: there is no digest to be right.
  }
}
