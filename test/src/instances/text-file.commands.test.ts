import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMaybePacked } from '../../../src/instances/packed-text-file.js';
import { readMatrixFile } from '../../../src/facility/matrix-file.js';
import { readTableFile, readTextFile, textOf } from '../../../src/instances/text-file.js';
import { constraintsOf } from '../../../src/families/reward-rate/runs/constraints.js';
import { openJournal } from '../../../src/runs/journal.js';
import { TEMPLATE_DATABASE } from '../../../src/families/templates/runs/database-schema.js';
import { readDatabaseFile } from '../../../src/runs/database/file.js';

const readTemplateDatabase = (file: string) => readDatabaseFile(file, TEMPLATE_DATABASE);

/** Mark by which some programs begin a file in UTF-8. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

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

const NO_FILE = { ok: false, fault: { path: '', value: 'a device, pipe or socket' } };

describe('what is no regular file', () => {
  it('is refused by every reader without waiting for it: a pipe', async () => {
    for (const read of [readTextFile, readMatrixFile, readMaybePacked, readTemplateDatabase]) {
      expect(read(pipe)).toMatchObject(NO_FILE);
    }
    expect(openJournal(pipe, 'any')).toEqual({ ok: false, reason: 'format' });
    expect(await constraintsOf(pipe)).toMatchObject({ ok: false, faults: [{ value: 'a device, pipe or socket' }] });
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
      expect(read(directory)).toMatchObject({ ok: false, fault: { value: 'a directory' } });
    }
  });
});

describe('a regular file', () => {
  it('above its limit is refused by its size, before it is read', async () => {
    const large = join(directory, 'large.mjs');
    writeFileSync(large, '');
    truncateSync(large, 2 * 1024 ** 3); // sparse: takes no space
    for (const read of [readTextFile, readMatrixFile, readMaybePacked, readTemplateDatabase]) {
      expect(read(large)).toMatchObject({ ok: false, fault: { value: '2147483648 bytes' } });
    }
    expect(openJournal(large, 'any')).toEqual({ ok: false, reason: 'format' });
    expect(await constraintsOf(large)).toMatchObject({ ok: false, faults: [{ value: '2147483648 bytes' }] });
  });

  it('that unpacks to more than a file may have is refused', () => {
    const packed = join(directory, 'bomb.gz');
    writeFileSync(packed, gzipSync(Buffer.alloc(65 * 1024 * 1024, 32)));
    expect(readMaybePacked(packed)).toMatchObject({ ok: false, fault: { value: 'more bytes than can be' } });
  });

  it.each([
    ['é in Latin-1', Buffer.from('Belém,1.5\n', 'latin1'), 'Belém,1.5\n'],
    ['a degree sign in Latin-1', Buffer.from('25 °C,1.5\n', 'latin1'), '25 °C,1.5\n'],
    ['a euro sign in Windows-1252', Buffer.from('Prix (\x80/MWh),1\n', 'latin1'), 'Prix (€/MWh),1\n'],
    ['a mark of UTF-8 before Latin-1', Buffer.concat([MARK, Buffer.from('é,1\n', 'latin1')]), 'é,1\n'],
    ['a mark of UTF-8', Buffer.from('\uFEFFé,1\n'), 'é,1\n'],
  ])('of numbers is read with names that hold %s, packed or not', (_, bytes, text) => {
    const file = join(directory, 'names.csv');
    writeFileSync(file, bytes);
    expect(readTableFile(file)).toMatchObject({ ok: true, text });
    expect(readMaybePacked(file)).toMatchObject({ ok: true, text });
    writeFileSync(`${file}.gz`, gzipSync(bytes));
    expect(readMaybePacked(`${file}.gz`)).toMatchObject({ ok: true, text, bytes: gzipSync(bytes) });
  });

  it('of numbers keeps every ASCII sign where any other byte stands beside it', () => {
    const ascii = Buffer.from(Array.from({ length: 126 }, (_, n) => n + 1));
    for (let byte = 0x80; byte < 0x100; byte++) {
      const read = textOf(Buffer.concat([ascii, Buffer.from([byte]), ascii]), 'any');
      if (!read.ok) throw new Error(`byte ${byte}`);
      expect(read.text.length, `byte ${byte}`).toBe(253);
      expect(read.text.replace(/[^\0-\x7f]/g, '')).toBe(ascii.toString('latin1').repeat(2));
    }
  });

  it.each([
    ['the byte', Buffer.from('{"a": 1,\n "é": 2}', 'latin1'), 'the byte 0xE9 in line 2, column 3, which is no UTF-8'],
    [
      'a byte behind the sign for one',
      Buffer.from([0xef, 0xbf, 0xbd, 10, 0x80]),
      'the byte 0x80 in line 2, column 1, which is no UTF-8',
    ],
    ['a sign that is cut off', Buffer.from([0x61, 0xe2, 0x82]), 'the byte 0xE2 in line 1, column 2, which is no UTF-8'],
  ])('of names that are looked up is refused with %s and its place', (_, bytes, value) => {
    expect(textOf(bytes, 'utf-8')).toMatchObject({ ok: false, fault: { path: '', value } });
  });

  const WIDE = Buffer.from('\uFEFFéé', 'utf16le');

  it('in UTF-16 is refused where names count, and read where numbers do', () => {
    for (const bytes of [WIDE, Buffer.from(WIDE).swap16()]) {
      expect(textOf(bytes, 'utf-8')).toMatchObject({ fault: { value: 'text in UTF-16' } });
      expect(textOf(bytes, 'any')).toMatchObject({ ok: true, text: 'éé' });
    }
    expect(textOf(WIDE.subarray(0, 5), 'any')).toMatchObject({ fault: { value: 'damaged text in UTF-16' } });
  });

  it.each(['utf-8', 'any'] as const)('with bytes of 0 is refused (%s)', (names) => {
    expect(textOf(Buffer.from('a,b', 'utf16le'), names)).toMatchObject({ fault: { value: 'binary data' } });
    expect(textOf(Buffer.alloc(0), names)).toMatchObject({ fault: { value: 'an empty file' } });
  });

  it('is read to its last byte', () => {
    const file = join(directory, 'text.csv');
    writeFileSync(file, 'a,ä\n');
    expect(readTextFile(file)).toMatchObject({ ok: true, text: 'a,ä\n' });
  });
});
