import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMaybePacked } from '../../../src/instances/packed-text-file.js';
import { readMatrixFile } from '../../../src/facility/matrix-file.js';
import { readTextFile } from '../../../src/instances/text-file.js';
import { constraintsOf } from '../../../src/families/reward-rate/runs/constraints.js';
import { openJournal } from '../../../src/runs/journal.js';
import { TEMPLATE_DATABASE } from '../../../src/families/templates/runs/database-schema.js';
import { readDatabaseFile } from '../../../src/runs/database/file.js';

const readTemplateDatabase = (file: string) => readDatabaseFile(file, TEMPLATE_DATABASE);

let directory: string;
let pipe: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'reader-'));
  pipe = join(directory, 'pipe.gz');
  execFileSync('mkfifo', [pipe]);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

const NO_FILE = { ok: false, problem: { path: '', value: 'a device, pipe or socket' } };

describe('what is no regular file', () => {
  it('is refused by every reader without waiting for it: a pipe', async () => {
    for (const read of [readTextFile, readMatrixFile, readMaybePacked, readTemplateDatabase]) {
      expect(read(pipe)).toMatchObject(NO_FILE);
    }
    expect(openJournal(pipe, 'any')).toEqual({ ok: false, reason: 'format' });
    expect(await constraintsOf(pipe)).toMatchObject({ ok: false, problems: [{ value: 'a device, pipe or socket' }] });
  });

  it('is refused by every reader without reading it: a device that never ends', async () => {
    for (const read of [readTextFile, readMatrixFile, readMaybePacked, readTemplateDatabase]) {
      expect(read('/dev/zero')).toMatchObject(NO_FILE);
    }
    expect(openJournal('/dev/zero', 'any')).toEqual({ ok: false, reason: 'format' });
    expect(await constraintsOf('/dev/zero')).toMatchObject({ ok: false });
  });

  it('is refused: a directory', () => {
    for (const read of [readTextFile, readMatrixFile, readMaybePacked, readTemplateDatabase]) {
      expect(read(directory)).toMatchObject({ ok: false, problem: { value: 'a directory' } });
    }
  });
});

describe('a regular file', () => {
  it('above its limit is refused by its size, before it is read', async () => {
    const large = join(directory, 'large.mjs');
    writeFileSync(large, '');
    truncateSync(large, 2 * 1024 ** 3); // sparse: takes no space
    for (const read of [readTextFile, readMatrixFile, readMaybePacked, readTemplateDatabase]) {
      expect(read(large)).toMatchObject({ ok: false, problem: { value: '2147483648 bytes' } });
    }
    expect(openJournal(large, 'any')).toEqual({ ok: false, reason: 'format' });
    expect(await constraintsOf(large)).toMatchObject({ ok: false, problems: [{ value: '2147483648 bytes' }] });
  });

  it('that unpacks to more than a file may have is refused', () => {
    const packed = join(directory, 'bomb.gz');
    writeFileSync(packed, gzipSync(Buffer.alloc(65 * 1024 * 1024, 32)));
    expect(readMaybePacked(packed)).toMatchObject({ ok: false, problem: { value: 'more bytes than can be' } });
  });

  it('is read to its last byte', () => {
    const file = join(directory, 'text.csv');
    writeFileSync(file, 'a,ä\n');
    expect(readTextFile(file)).toMatchObject({ ok: true, text: 'a,ä\n' });
  });
});
