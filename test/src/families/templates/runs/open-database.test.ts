import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SqlDatabase } from 'sql.js';
import { describe, expect, it } from 'vitest';
import { nearestState, stateAt, stateCount } from '../../../../../models/families/templates/states.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { chunksOf, solveChunk } from '../../../../../src/families/templates/runs/chunks.js';
import {
  type PriceTable,
  TEMPLATE_DATABASE,
  type TableName,
} from '../../../../../src/families/templates/runs/database-schema.js';
import { DIGEST_KEY } from '../../../../../src/runs/database/kind.js';
import { bytesOfRows, type Row, rowsOfBytes } from '../../../../../src/runs/database/rows.js';
import { openTemplateDatabase } from '../../../../../src/families/templates/runs/open-database.js';
import { altered, built, newDirectory, openedFrom, tinyTemplates } from '../../../../support/templates-database.js';

const opened = openedFrom(tinyTemplates('tiny-two-quadrants'));
const bytes = await reference();

async function reference(): Promise<Buffer> {
  const out = join(newDirectory(), 'reference.sqlite');
  await built(opened, out);
  return readFileSync(out);
}

function changed(change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

const sql =
  (...statements: readonly string[]) =>
  (): Promise<Uint8Array> =>
    altered(bytes, (database: SqlDatabase) => {
      for (const statement of statements) database.run(statement);
    });

/** The templates in a table that does not keep states apart. */
const WITHOUT_KEY = [
  'PRAGMA legacy_alter_table = ON',
  'CREATE TABLE t AS SELECT * FROM templates',
  'DROP TABLE templates',
  'ALTER TABLE t RENAME TO templates',
];

/** What is wrong with a file, and a part of what is found or asked for. */
const MALFORMED: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>, RegExp])[] = [
  ['an empty file', () => Buffer.alloc(0), /an empty file/],
  ['a text', () => Buffer.from('a thesis about templates\n'.repeat(50)), /no SQLite database/],
  ['binary data', () => Buffer.alloc(5000, 7), /no SQLite database/],
  ['an instance', () => Buffer.from('{"format":"plenum.templates"}'), /JSON.*build a database from it/s],
  ['less than a header', () => bytes.subarray(0, 60), /60 bytes: cut off/],
  ['no more than a header', () => bytes.subarray(0, 100), /100 bytes: cut off/],
  ['all but the last byte', () => bytes.subarray(0, -1), /cut off/],
  ['half', () => bytes.subarray(0, bytes.length / 2), /cut off/],
  ['something appended', () => Buffer.concat([bytes, Buffer.from('x')]), /bytes, as its header says/],
  [
    'an older schema',
    () => changed((copy) => copy.writeUInt32BE(0, 60)),
    /schema version 0, an older one.*Build it anew/s,
  ],
  [
    'a newer schema',
    () => changed((copy) => copy.writeUInt32BE(4, 60)),
    /schema version 4, a newer one.*newer Plenum/s,
  ],
  ['no mark of ours', () => changed((copy) => copy.writeUInt32BE(0, 68)), /SQLite database of something else/],
  ['a page of garbage', () => changed((copy) => copy.fill(255, 16_384, 32_768)), /damaged or altered/],
  ['a directory of tables that is garbage', () => changed((copy) => copy.fill(255, 100, 16_384)), /damaged or altered/],
  ['a flipped bit', () => changed((copy) => (copy[copy.length - 100]! ^= 1)), /damaged or altered/],
  ['no table of templates', sql('DROP TABLE templates'), /damaged or altered/],
  ['no meta', sql('DELETE FROM meta'), /damaged or altered/],
  ['no digest', sql("DELETE FROM meta WHERE key = 'content_sha256'"), /damaged or altered/],
  ['a column less', sql('ALTER TABLE templates DROP COLUMN utilisation'), /damaged or altered/],
  [
    'another set-point',
    sql('UPDATE templates SET set_point_c = set_point_c + 0.5 WHERE state = 3'),
    /damaged or altered/,
  ],
  ['another opening', sql('UPDATE vents SET opening = 0 WHERE vents = 0'), /damaged or altered/],
  ['another block', sql("UPDATE blocks SET rack = 'R9'"), /damaged or altered/],
  [
    'another instance inside',
    sql("UPDATE meta SET value = replace(value, '4000', '5000') WHERE key = 'instance_json'"),
    /damaged/,
  ],
  ['no first state', sql('DELETE FROM templates WHERE state = 0'), /no state 0/],
  ['a state less', sql('DELETE FROM templates WHERE state = 7'), /no state 7.*each of the 24 states/s],
  ['no last state', sql('DELETE FROM templates WHERE state = 23'), /no state 23/],
  ['a state more', sql('UPDATE templates SET state = 24 WHERE state = 23'), /no state 23/],
  ['no template', sql('DELETE FROM templates'), /no state 0/],
  ['a state twice', sql(...WITHOUT_KEY, 'UPDATE templates SET state = 7 WHERE state = 8'), /state 7 twice/],
  ['a state that is none', sql(...WITHOUT_KEY, 'UPDATE templates SET state = 7.5 WHERE state = 8'), /a state 7.5/],
  [
    'one too many',
    sql(...WITHOUT_KEY, 'INSERT INTO templates SELECT * FROM templates WHERE state = 23'),
    /state 23 twice/,
  ],
];

describe('a file that is no template database is refused', () => {
  it.each(MALFORMED)('%s', async (_, make, said) => {
    const directory = newDirectory();
    const file = join(directory, 'room.sqlite');
    const malformed = Buffer.from(await make());
    writeFileSync(file, malformed);
    const answer = await openTemplateDatabase(file);
    if (answer.ok) throw new Error('accepted');
    expect(answer.faults).toHaveLength(1);
    const [{ file: named, value, allowed, remedy } = { file: '', value: '', allowed: '', remedy: '' }] = answer.faults;
    expect(named).toBe(file);
    expect(`${String(value)}\n${allowed}\n${remedy}`).toMatch(said);
    expect(remedy).not.toBe('');
    // Nothing is overwritten or left behind.
    expect(readFileSync(file).equals(malformed)).toBe(true);
    expect(readdirSync(directory)).toEqual(['room.sqlite']);
  });

  it('no file, and a directory', async () => {
    const directory = newDirectory();
    expect(await openTemplateDatabase(join(directory, 'none.sqlite'))).toMatchObject({
      ok: false,
      faults: [{ value: 'no such file' }],
    });
    mkdirSync(join(directory, 'folder'));
    expect(await openTemplateDatabase(join(directory, 'folder'))).toMatchObject({
      ok: false,
      faults: [{ value: 'a directory' }],
    });
    expect(readdirSync(directory)).toEqual(['folder']);
  });

  it('one of an instance that changed, and one of another', async () => {
    const file = join(newDirectory(), 'room.sqlite');
    writeFileSync(file, bytes);
    const { sha256, instance } = opened;
    expect(await openTemplateDatabase(file, { name: instance.name, sha256 })).toMatchObject({ ok: true });
    const changedSince = await openTemplateDatabase(file, { name: instance.name, sha256: 'f'.repeat(64) });
    expect(changedSince).toMatchObject({
      ok: false,
      faults: [{ value: 'templates of another version of "tiny-two-quadrants"' }],
    });
    const other = await openTemplateDatabase(file, { name: 'another', sha256: 'f'.repeat(64) });
    expect(other).toMatchObject({ ok: false, faults: [{ value: 'templates of "tiny-two-quadrants"' }] });
  });
});

/** The rows of the reference, without their digest. */
async function rowsOfReference(): Promise<Readonly<Record<TableName | PriceTable, readonly Row[]>>> {
  const read = await rowsOfBytes(TEMPLATE_DATABASE, bytes);
  if (!read.ok) throw new Error(read.fault.allowed);
  return { ...read.rows, meta: read.rows.meta.filter(([key]) => key !== DIGEST_KEY) };
}

describe('prices of a database', () => {
  it('are in every file: one of version 1, which had none, is refused', async () => {
    const file = join(newDirectory(), 'room.sqlite');
    const old = Buffer.from(bytes);
    old.writeUInt32BE(1, 60);
    writeFileSync(file, old);
    const database = await openTemplateDatabase(file);
    expect(database).toMatchObject({ ok: false, faults: [{ value: expect.stringContaining('1') as string }] });
  });

  const float = (value: number): Uint8Array => new Uint8Array(Float32Array.of(value).buffer);
  const first = (blocks: string, heat: Uint8Array): Row => [0, 100, blocks, heat];
  it.each<readonly [string, Row | null, Row | null, RegExp]>([
    ['of a block that is not there', first('[99]', float(1)), null, /prices, row 0, blocks/],
    ['of a block twice', first('[0,0]', new Uint8Array(8)), null, /prices, row 0, blocks/],
    ['fewer than blocks', first('[0]', new Uint8Array(0)), null, /prices, row 0, heat_w_per_k/],
    ['below 0', first('[0]', float(-1)), null, /prices, row 0, heat_w_per_k/],
    ['that are no number', first('[0]', float(NaN)), null, /prices, row 0, heat_w_per_k/],
    ['of a state that is not there', null, [24, -1, 0], /proofs, state 24/],
    ['of vents that are not there', null, [23, 9, 0], /proofs, state 23, vents/],
    ['that are not there', null, [23, -1, 9999], /proofs, state 23, price/],
  ])('%s are refused', async (_, price, proof, said) => {
    const file = join(newDirectory(), 'room.sqlite');
    const rows = await rowsOfReference();
    const prices = price === null ? rows.prices : [price, ...rows.prices.slice(1)];
    const proofs = proof === null ? rows.proofs : [...rows.proofs.filter(([state]) => state !== 23), proof];
    writeFileSync(file, await bytesOfRows(TEMPLATE_DATABASE, { ...rows, prices, proofs }));
    const answer = await openTemplateDatabase(file);
    if (answer.ok) throw new Error('accepted');
    expect(answer.faults[0]!.path).toMatch(said);
  });
});

describe('openTemplateDatabase', () => {
  it('gives back what was solved', async () => {
    const file = join(newDirectory(), 'room.sqlite');
    writeFileSync(file, bytes);
    const database = await openTemplateDatabase(file);
    if (!database.ok) throw new Error(JSON.stringify(database.faults));
    const { model, instance } = opened;
    expect(database.instance).toEqual(instance);
    expect(database.ventOpenings).toEqual(model.ventOpenings);
    expect(database.quadrants).toEqual(model.quadrants.map(({ name, cores }) => ({ name, cores })));
    expect(database.blocks).toMatchObject(
      model.blocks.map(({ name, rack, level, quadrant, nodeCount, coresPerNode }) => ({
        name,
        rack,
        level,
        quadrant,
        nodeCount,
        coresPerNode,
      })),
    );
    const solver = new TemplatesSolver(model);
    for (const { template, figures } of chunksOf(instance.grid).flatMap((chunk) => solveChunk(solver, chunk))) {
      expect(database.book.template(template.state)).toEqual(template);
      expect(database.coresFigures(template.state)).toEqual(figures.safe);
    }
    const { states } = instance.knownOptimum!;
    expect(states).toHaveLength(24);
    for (const { state, tasksPerJ } of states) {
      const template = database.book.template(state);
      expect(template.status).toBe(tasksPerJ === null ? 'infeasible' : 'optimal');
      if (tasksPerJ !== null) expect(template.tasksPerJ / tasksPerJ - 1).toBeCloseTo(0, 7);
      expect(database.book.template(state)).toBe(template);
    }
    expect(() => database.book.template(24)).toThrow('There is no state 24');
  });

  it('answers every request with the template of the nearest state', async () => {
    const file = join(newDirectory(), 'room.sqlite');
    writeFileSync(file, bytes);
    const database = await openTemplateDatabase(file);
    if (!database.ok) throw new Error(JSON.stringify(database.faults));
    const { book } = database;
    for (let state = 0; state < 24; state++) {
      const { arrivingWorkPerS, runningCores, powerLimitW } = stateAt(book.grid, state);
      const near = { arrivingWorkPerS: arrivingWorkPerS + 0.01, runningCores, powerLimitW: powerLimitW - 1 };
      expect(book.template(nearestState(book.grid, near)).state).toBe(state);
    }
    expect(stateCount(book.grid)).toBe(24);
  });
});
