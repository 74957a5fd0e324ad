import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProfileDatabase } from '../../../../../../src/families/jobs/runs/database/open.js';
import { COLUMNS, type TableName } from '../../../../../../src/families/jobs/runs/database/schema.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { VALUES } from '../../../../../support/crafted-databases.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { forged, loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../../../../support/profile-databases.js';
import { altered } from '../../../../../support/templates-database.js';

const reference = join(newFolder(), 'reference.sqlite');
await profilesBuilt(loadedFrom(threeTypes()), reference);
const bytes = readFileSync(reference);

async function answerOn(malformed: Uint8Array, contents: 'readable' | 'sound' = 'sound') {
  const directory = newFolder();
  const file = join(directory, 'profiles.sqlite');
  writeFileSync(file, malformed);
  const answer = await openProfileDatabase(file, contents);
  // Nothing is overwritten or left behind.
  expect(readFileSync(file).equals(Buffer.from(malformed))).toBe(true);
  expect(readdirSync(directory)).toEqual(['profiles.sqlite']);
  return answer;
}

function changed(change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** What is wrong with a file, and a part of what is found or asked for. */
const MALFORMED: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>, RegExp])[] = [
  ['an empty file', () => Buffer.alloc(0), /an empty file/],
  ['a text', () => Buffer.from('a thesis about profiles\n'.repeat(50)), /no SQLite database/],
  ['an instance', () => Buffer.from('{"format":"plenum.jobs"}'), /JSON.*a jobs instance.*plenum profiles build/s],
  ['all but the last byte', () => bytes.subarray(0, -1), /cut off/],
  [
    'an older schema',
    () => changed((copy) => copy.writeUInt32BE(0, 60)),
    /version 0, an older.*plenum profiles build/s,
  ],
  ['a newer schema', () => changed((copy) => copy.writeUInt32BE(2, 60)), /version 2, a newer.*newer Plenum/s],
  ['a template database', () => changed((copy) => copy.writeUInt32BE(0x504c5444, 68)), /a template database/],
  ['no mark of ours', () => changed((copy) => copy.writeUInt32BE(7, 68)), /SQLite database of something else/],
  ['a page of garbage', () => changed((copy) => copy.fill(255, 8192, 16_384)), /damaged or altered/],
  ['a flipped bit', () => changed((copy) => (copy[copy.length - 100]! ^= 1)), /damaged or altered/],
  [
    'another energy',
    () => altered(bytes, (database) => database.run('UPDATE points SET energy_j = energy_j - 1 WHERE point = 0')),
    /rows that are not those written/,
  ],
];

/** Changes under a right digest, and a part of what is said. */
const FORGED: readonly (readonly [string, string, RegExp])[] = [
  [
    'less energy',
    'UPDATE points SET energy_j = energy_j * 0.99 WHERE job_type = 1 AND cores = 2',
    /energy_j.*as it draws/,
  ],
  ['less time', 'UPDATE points SET time_s = time_s * 0.99 WHERE job_type = 2 AND cores = 1', /time_s.*as it takes/],
  [
    'an order against the edges',
    "UPDATE points SET task_order = '[3,2,1,0]' WHERE job_type = 1 AND point = 0",
    /before its predecessor/,
  ],
  ['a task twice', "UPDATE points SET task_order = '[0,1,1,3]' WHERE job_type = 1 AND point = 0", /there twice/],
  [
    'a level on one core of its own',
    "UPDATE points SET level_of = '[0,1,0,0]' WHERE job_type = 1 AND cores = 1",
    /one level on each core/,
  ],
  ['a level that does not exist', "UPDATE points SET level_of = '[9,9,9,9]' WHERE job_type = 1", /level 9 of 3/],
  [
    'a core that is not used',
    "UPDATE points SET core_of = '[0,0,0,0]' WHERE job_type = 1 AND cores = 2",
    /1 cores in use, 2 said/,
  ],
  ['another mark of domination', 'UPDATE points SET dominated = 1 - dominated WHERE job_type = 1', /dominated/],
  ['no least product', 'UPDATE points SET least_product = 0 WHERE job_type = 2 AND cores = 2', /least_product/],
  [
    'a bound above the product',
    "UPDATE fronts SET proof = 'bounded', product_bound_sj = 1e12",
    /at most the least product/,
  ],
  ['a bound of an exact front', 'UPDATE fronts SET product_bound_sj = 1', /only bounded fronts/],
  ['another proof', "UPDATE fronts SET proof = 'sure'", /exact, bounded or none/],
  [
    'a front less',
    'DELETE FROM fronts WHERE job_type = 1 AND node_type = 0 AND cores = 4',
    /a front for each number of cores/,
  ],
  [
    'a point less',
    'DELETE FROM points WHERE job_type = 1 AND node_type = 0 AND cores = 1 AND point = 0',
    /each point of each front once/,
  ],
  ['a graph less', 'DELETE FROM graphs WHERE job_type = 2', /6 rows: each job type on each node type/],
  ['a job type less', 'DELETE FROM job_types WHERE job_type = 0', /each job type on each node type/],
  ['no node type', 'DELETE FROM node_types', /each job type on each node type/],
  [
    'another time of a task',
    "UPDATE graphs SET time_s = replace(time_s, '[180,', '[181,')",
    /digest of times and edges/,
  ],
  ['another edge', "UPDATE graphs SET edges = replace(edges, '[0,1,', '[0,2,') WHERE job_type = 1", /each edge once/],
  ['a time that rises', "UPDATE graphs SET time_s = '[[1,2,3]]' WHERE job_type = 0 AND node_type = 0", /none rising/],
  ['another power', 'UPDATE node_types SET static_power_w = 0.1', /digest of cores and powers/],
  ['other cores', 'UPDATE node_types SET cores = 3 WHERE node_type = 0', /digest of cores and powers/],
  ['an unknown key', "INSERT INTO meta VALUES ('more', 'x')", /no such key/],
  ['a key twice', "INSERT INTO meta SELECT * FROM meta WHERE key = 'seed'", /each key once/],
  [
    'another digest of what it is for',
    "UPDATE meta SET value = 'f' WHERE key = 'made_for_sha256'",
    /as the tables say/,
  ],
  ['levels of nobody', "UPDATE meta SET value = 'node' WHERE key = 'levels_of'", /core or task/],
];

describe('a file that is no profile database is refused', () => {
  it.each(MALFORMED)('%s', async (_, make, said) => {
    const answer = await answerOn(await make());
    if (answer.ok) throw new Error('accepted');
    const [{ value, allowed, remedy }, ...others] = answer.faults as [(typeof answer.faults)[number]];
    expect(others).toEqual([]);
    expect(`${String(value)}\n${allowed}\n${remedy}`).toMatch(said);
  });

  it('no file, and a directory', async () => {
    const directory = newFolder();
    const none = await openProfileDatabase(join(directory, 'none.sqlite'));
    expect(none).toMatchObject({
      ok: false,
      faults: [{ value: 'no such file', remedy: expect.stringContaining('plenum profiles build') as string }],
    });
    mkdirSync(join(directory, 'folder'));
    const folder = await openProfileDatabase(join(directory, 'folder'));
    expect(folder).toMatchObject({ ok: false, faults: [{ value: 'a directory' }] });
  });
});

describe('rows that somebody made up, digest and all, are refused', () => {
  it.each(FORGED)('%s', async (_, statement, said) => {
    const answer = await answerOn(await forged(bytes, statement));
    if (answer.ok) throw new Error('accepted');
    const text = answer.faults.map(({ path, value, allowed }) => `${path}: ${String(value)}, ${allowed}`);
    expect(text.join('; ')).toMatch(said);
    expect(text.length).toBeLessThanOrEqual(5);
  });

  /** Values that could be right: names, figures that only whoever built the file knows, and what is there already. */
  const COULD_BE =
    /(text|list|object|number|fraction).* in (job_types|node_types)\.name|in meta\.value|null in fronts\.product_bound_sj|an empty list in graphs\.edges/;

  it('with any value in any column, or they are what they could be', async () => {
    const random = randomStream(5, 'crafted profiles');
    const cells = (Object.keys(COLUMNS) as TableName[]).flatMap((table) =>
      COLUMNS[table].flatMap((column) =>
        VALUES.map(([what, value]) => ({ name: `${what} in ${table}.${column}`, table, column, value })),
      ),
    );
    const [accepted, untold]: [string[], string[]] = [[], []];
    for (let n = 0; n < fuzzCount(60); n++) {
      const { name, table, column, value } = cells[random.integer(0, cells.length - 1)]!;
      const row = random.integer(0, 1);
      const key = `(SELECT rowid FROM ${table} LIMIT 1 OFFSET ${row})`;
      const statement = `UPDATE ${table} SET ${column} = ${value} WHERE rowid = ${key}`;
      const crafted = await forged(bytes, statement);
      const answer = await answerOn(crafted);
      await answerOn(crafted, 'readable');
      if (answer.ok) accepted.push(name);
      else if (answer.faults.length > 5 || answer.faults.some(({ allowed, remedy }) => allowed === '' || remedy === ''))
        untold.push(name);
    }
    expect(untold).toEqual([]);
    expect(accepted.filter((name) => !COULD_BE.test(name))).toEqual([]);
  });
});
