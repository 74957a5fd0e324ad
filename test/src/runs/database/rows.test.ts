import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DatabaseKind } from '../../../../src/runs/database/kind.js';
import { bytesOfRows, rowsOfBytes } from '../../../../src/runs/database/rows.js';

type Table = 'meta' | 'later' | 'earlier';

const KIND: DatabaseKind<Table> = {
  name: 'database of a test',
  command: 'none',
  instance: 'none',
  applicationId: 7,
  schemaVersion: 1,
  otherVersions: [],
  pageBytes: 4096,
  schemaSql:
    'CREATE TABLE meta (key TEXT, value TEXT); CREATE TABLE later (a INTEGER, b BLOB); CREATE TABLE earlier (a TEXT, b REAL);',
  tables: {
    meta: { columns: ['key', 'value'], kinds: 'tt', keys: 1 },
    later: { columns: ['a', 'b'], kinds: 'ib', keys: 1 },
    earlier: { columns: ['a', 'b'], kinds: 'tr', keys: 1 },
  },
};

describe('content_sha256', () => {
  it('is that of all other rows, tables in the order of their declaration and rows by their keys, texts by their bytes', async () => {
    const bytes = await bytesOfRows(KIND, {
      meta: [['made', 'by hand']],
      later: [
        [1, Uint8Array.of(1, 2, 3)],
        [2, Uint8Array.of(4)],
      ],
      earlier: [
        ['B', 1.5],
        ['a', 2],
      ],
    });
    const hash = createHash('sha256');
    hash.update('meta["made","by hand"]\n');
    hash
      .update('later[1,3]\n')
      .update(Uint8Array.of(1, 2, 3))
      .update('later[2,1]\n')
      .update(Uint8Array.of(4));
    hash.update('earlier["B",1.5]\nearlier["a",2]\n');
    const read = await rowsOfBytes(KIND, bytes);
    if (!read.ok) throw new Error(JSON.stringify(read.fault));
    expect([read.altered, read.meta.get('content_sha256')]).toEqual([null, hash.digest('hex')]);
  });
});
