import { mkdtempSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonElements } from '../../../src/imports/json-elements.js';
import { Quarantine } from '../../../src/imports/quarantine.js';
import { unlessRefused } from '../../../src/imports/refused-source.js';
import { SourceFile } from '../../../src/imports/source-file.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-sources-'));

function fileOf(content: string | Uint8Array, name = 'source.txt'): SourceFile {
  const file = join(folder, name);
  writeFileSync(file, content);
  return new SourceFile(file);
}

async function linesOf(source: SourceFile): Promise<string[]> {
  const all: string[] = [];
  for await (const { first, texts } of source.lines()) {
    expect(first).toBe(all.length + 1);
    all.push(...texts);
  }
  return all;
}

async function valuesOf(text: string, list = 'jobs'): Promise<readonly (readonly [number, unknown])[]> {
  const found: (readonly [number, unknown])[] = [];
  for await (const { line, value } of jsonElements(fileOf(text), list)) found.push([line, value]);
  return found;
}

async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  const done = await unlessRefused(work);
  return done.ok ? 'read' : done.faults[0]!.value;
}

/** Bytes of a text in UTF-16, big-endian, with its byte-order mark. */
function bigEndian(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
}

const LINES = ['name;P', 'Zürich;1', '', '東京;2'];
const TEXT = LINES.join('\n');

describe('SourceFile', () => {
  it.each([
    ['UTF-8 without a final line end', TEXT],
    ['UTF-8 with one', `${TEXT}\n`],
    ['UTF-8 with a byte-order mark and the line ends of Windows', `\uFEFF${LINES.join('\r\n')}\r\n`],
    ['UTF-16, little-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16, big-endian', bigEndian(`${TEXT}\n`)],
    ['gzip, whatever the name', gzipSync(TEXT)],
    ['gzip of two members', Buffer.concat([gzipSync(TEXT.slice(0, 9)), gzipSync(TEXT.slice(9))])],
  ])('lines are the same in %s', async (_, content) => {
    expect(await linesOf(fileOf(content))).toEqual(LINES);
  });

  it('pieces are the same text in every encoding, wherever the file is cut', async () => {
    const text = `{"name": "${'Zürich 東京 🏔 '.repeat(20_000)}"}`;
    const piecesOf = async (source: SourceFile): Promise<string> => {
      let all = '';
      for await (const piece of source.pieces()) all += piece;
      return all;
    };
    for (const content of [
      text,
      `\uFEFF${text}`,
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      bigEndian(text),
      gzipSync(text),
    ]) {
      expect(await piecesOf(fileOf(content))).toBe(text);
    }
    const latin = '{"a": "M\u00fcnchen", "b": "K\u00f6ln"}\n';
    const source = fileOf(Buffer.from(latin, 'latin1'));
    expect(await piecesOf(source)).toBe(latin);
    expect(source.stamp.lines).toBe(1);
    expect(
      await refusalOf(() => piecesOf(fileOf(Buffer.concat([Buffer.from('x'.repeat(70_000)), Buffer.from([0])])))),
    ).toBe('binary data');
  });

  it('a line in Latin-1 is read as such, and spoils no other', async () => {
    const bytes = Buffer.concat([Buffer.from('Zürich\n'), Buffer.from('M\u00fcnchen \u0080\n', 'latin1')]);
    expect(await linesOf(fileOf(bytes))).toEqual(['Zürich', 'München €']);
  });

  it('lines longer than the pieces that are read stay whole', async () => {
    const long = ['ä'.repeat(150_000), 'b'.repeat(70_001), 'c'];
    expect(await linesOf(fileOf(long.join('\n')))).toEqual(long);
    expect(await linesOf(fileOf(Buffer.from(`\uFEFF${long.join('\n')}`, 'utf16le')))).toEqual(long);
  });

  it('the stamp is that of the stored file, with the lines of the text', async () => {
    const packed = gzipSync(TEXT);
    const source = fileOf(packed, 'log.gz');
    expect(() => source.stamp).toThrow(/not been read/);
    await linesOf(source);
    const sha256 = createHash('sha256').update(packed).digest('hex');
    expect(source.stamp).toEqual({ file: source.file, sha256, bytes: packed.length, lines: 4 });
  });

  it.each([
    ['an empty file', ''],
    ['an empty file', gzipSync('')],
    ['no sound gzip file (Z_BUF_ERROR)', gzipSync(TEXT).subarray(0, 25)],
    ['an empty file', '\uFEFF'],
    [' bytes behind the end of what is packed', Buffer.concat([gzipSync(TEXT), Buffer.alloc(300_000), gzipSync(TEXT)])],
    ['binary data', Buffer.from([1, 2, 0, 3, 4])],
    ['a zip archive or spreadsheet', Buffer.from('PK\u0003\u0004 and so on')],
    ['a line of more than 16777216 bytes', 'x'.repeat(17_000_000)],
  ])('refuses %s', async (value, content) => {
    expect(await refusalOf(() => linesOf(fileOf(content)))).toContain(value);
  });

  it('refuses a folder and a missing file by name', async () => {
    expect(await refusalOf(() => linesOf(new SourceFile(folder)))).toBe('a directory');
    expect(await refusalOf(() => linesOf(new SourceFile(join(folder, 'none'))))).toBe('no such file');
  });
});

describe('jsonElements', () => {
  const jobs = [{ id: 1, text: 'a "]}[{, b\\' }, [2, [3]], 'x', -4.5, null];

  it('hands out the elements of a list under its key, with their lines', async () => {
    const text = JSON.stringify({ meta: { jobs: [9], list: ['jobs'] }, jobs, errors: [] }, null, 1);
    const found = await valuesOf(text);
    expect(found.map(([, value]) => value)).toEqual(jobs);
    const lines = text.split('\n');
    for (const [line, value] of found) expect(lines[line - 1]!.trim()).toMatch(JSON.stringify(value)[0]!);
  });

  it('hands out the elements of a list alone, of one line, and of an empty one', async () => {
    expect((await valuesOf(JSON.stringify(jobs))).map(([, value]) => value)).toEqual(jobs);
    expect(await valuesOf('{"jobs": [], "other": [1]}')).toEqual([]);
  });

  it('dumps that were joined are read one after another', async () => {
    expect((await valuesOf('{"jobs": [1]}\n{"jobs": [2, 3]}\n')).map(([, value]) => value)).toEqual([1, 2, 3]);
    expect((await valuesOf('[1][2]')).map(([, value]) => value)).toEqual([1, 2]);
  });

  it('the pieces in which the file comes change nothing', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => ({ n, text: '"é\\"'.repeat(20) }));
    expect((await valuesOf(JSON.stringify({ jobs: many }))).map(([, value]) => value)).toEqual(many);
  });

  it('an element that is no JSON is handed out without a value', async () => {
    expect(await valuesOf('{"jobs": [1, nul, {"a": 1}]}')).toEqual([
      [1, 1],
      [1, undefined],
      [1, { a: 1 }],
    ]);
  });

  it.each([
    ['{"jobs": [1, 2', 'a text that ends too early'],
    ['{"nodes": [1]}', 'no list "jobs"'],
    ['{"jobs": 3}', 'no list "jobs"'],
    ['1]', 'a bracket that nothing opened'],
    ['[1, 2, 3}', 'a bracket that nothing opened'],
    ['{"jobs": [1, 2}}', 'a bracket that nothing opened'],
    ['{"jobs": [{"id": 1]}}', 'a bracket that nothing opened'],
    ['{"jobs": [1], "jobs": [2]}', 'the list "jobs" a second time'],
    ['{"jobs": [1]} {"nodes": [2]}', 'no list "jobs"'],
  ])('refuses %s', async (text, value) => {
    expect(await refusalOf(() => valuesOf(text))).toBe(value);
  });
});

describe('Quarantine', () => {
  it('counts rows by reason, most first, and keeps the first places', () => {
    const quarantine = new Quarantine();
    quarantine.add('no time', 'some/log.txt', 3, 'x'.repeat(500));
    for (let line = 1; line <= 50; line += 1) quarantine.add('no number', 'log.txt', line, `row ${line}`);
    const [first, second] = quarantine.list;
    expect([quarantine.rows, first!.reason, first!.rows, first!.sample]).toEqual([51, 'no number', 50, 'row 1']);
    expect(first!.places).toEqual(Array.from({ length: 20 }, (_, n) => `log.txt line ${n + 1}`));
    expect([second!.places, second!.sample.length]).toEqual([['log.txt line 3'], 80]);
  });
});
