import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFileSet, writeOwnFile } from '../../../src/runs/file-set.js';
import { removeFile, stage, writeAtomically, writeObstacle, writeWhole } from '../../../src/runs/files.js';
import { openJournal } from '../../../src/runs/journal.js';
import { MARK, ownFolder } from '../../../src/runs/own-folder.js';
import { WriteFailure } from '../../../src/runs/write-failure.js';
import { OBSTACLES, placeObstacle } from '../../support/obstacles.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { treeOf } from '../../support/tree.js';

describe('writeAtomically', () => {
  test('makes the directories it needs and replaces what was there', () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'a', 'b', 'c.txt');
    writeAtomically(file, 'one');
    writeAtomically(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(readdirSync(join(directory, 'a', 'b'))).toEqual(['c.txt']);
  });

  test('leaves neither a part nor a temporary file when it fails', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'taken'));
    expect(() => {
      writeAtomically(join(directory, 'taken'), 'text');
    }).toThrow('taken');
    expect(readdirSync(directory)).toEqual(['taken']);
  });
});

describe('a name that is taken when it is written, after all that was looked at before', () => {
  const set = (text: string | null) => (file: string) => {
    writeFileSet(
      dirname(file),
      new Map([
        [basename(file), text],
        ['last.json', '{}'],
      ]),
    );
  };
  test.each<[name: string, write: (file: string) => void]>([
    [
      'writeAtomically',
      (file) => {
        writeAtomically(file, 'text');
      },
    ],
    [
      'writeWhole',
      (file) => {
        writeWhole(file, ['te', 'xt']);
      },
    ],
    [
      'writeOwnFile',
      (file) => {
        writeOwnFile(file, ['text']);
      },
    ],
    ['writeFileSet', set('text')],
    ['writeFileSet, of a file that is to be removed', set(null)],
    ['removeFile', removeFile],
    [
      'openJournal',
      (file) => {
        openJournal(file, 'design');
      },
    ],
  ])('%s changes nothing where it is a link or a folder', (name, write) => {
    for (const what of OBSTACLES.filter((one) => one !== 'a file')) {
      if (name === 'openJournal' && what === 'a folder') continue;
      const place = temporaryDirectory();
      const [at, outside] = [join(place, 'at'), join(place, 'outside')];
      for (const folder of [at, outside]) mkdirSync(folder);
      placeObstacle(what, join(at, 'x.json'), outside);
      const before = treeOf(place);
      expect(() => {
        write(join(at, 'x.json'));
      }, what).toThrow(WriteFailure);
      expect(treeOf(place)).toEqual(before);
    }
  });

  test('is not foreseen: names of unfinished files are drawn', () => {
    const directory = temporaryDirectory();
    const names = [1, 2].map(() => basename(stage(join(directory, 'x.json'), ['text'])));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^\.plenum\.[\w-]+\.\d+\.[0-9a-f]{16}\.tmp$/);
  });
});

describe('a folder of one’s own', () => {
  test.each(OBSTACLES)('is not made where %s is, nor within it', (what) => {
    for (const names of [['records'], ['records', 'ab']]) {
      const place = temporaryDirectory();
      const [at, outside] = [join(place, 'at'), join(place, 'outside')];
      for (const folder of [at, outside]) mkdirSync(folder);
      const [top = '', ...below] = names;
      if (below.length > 0) {
        // A real folder within it is nobody else's business.
        if (what === 'a folder') continue;
        ownFolder(at, top).folder();
      }
      placeObstacle(what, join(at, ...names), outside);
      const before = treeOf(place);
      expect(() => ownFolder(at, top).folder(...below)).toThrow(WriteFailure);
      expect(treeOf(place)).toEqual(before);
    }
  });

  test('of another name, or another format, is somebody else’s', () => {
    const at = temporaryDirectory();
    ownFolder(at, 'parts').folder();
    renameSync(join(at, 'parts'), join(at, 'records'));
    expect(() => ownFolder(at, 'records')).toThrow('did not make');
    writeFileSync(join(at, 'records', MARK), '{}');
    expect(() => ownFolder(at, 'records')).toThrow('did not make');
  });
});

describe('writeObstacle', () => {
  test('lets through a directory that is there, one that is not yet, and files to be replaced; leaves nothing behind', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'old.json'), '{}');
    expect(writeObstacle([join(directory, 'old.json')])).toBeNull();
    expect(writeObstacle([join(directory, 'new', 'deep', 'x.json')])).toBeNull();
    expect(readdirSync(directory)).toEqual(['old.json']);
  });

  test('finds a file in the way, at the end or on the way', () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    expect(writeObstacle([join(file, 'x.json')])?.path).toBe(file);
    expect(writeObstacle([join(file, 'a', 'b', 'x.json')])?.path).toBe(file);
  });

  test('finds a directory where a file should be, a link to nowhere and an input in the way', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'x.json'));
    expect(writeObstacle([join(directory, 'x.json')])?.value).toContain('directory');
    symlinkSync(join(directory, 'gone'), join(directory, 'link'));
    expect(writeObstacle([join(directory, 'link', 'x.json')])?.path).toBe(join(directory, 'link'));
    writeFileSync(join(directory, 'input.json'), '{}');
    expect(
      writeObstacle([join(directory, 'input.json')], { inputs: [join(directory, 'input.json')] })?.value,
    ).toContain('input');
  });

  test('finds a link in the place of a file, or of a folder between it and the one that was named, which may be a link', () => {
    const directory = temporaryDirectory();
    for (const name of ['out', 'elsewhere']) mkdirSync(join(directory, name));
    symlinkSync('out', join(directory, 'link'));
    symlinkSync('../elsewhere', join(directory, 'out', 'tables'));
    symlinkSync('nothing', join(directory, 'out', 'x.json'));
    const root = join(directory, 'link');
    expect(writeObstacle([join(root, 'y.json')], { root })).toBeNull();
    expect(writeObstacle([join(root, 'x.json')], { root })?.path).toBe(join(root, 'x.json'));
    // Files of two folders: both are looked at.
    const both = [join(root, 'y.json'), join(root, 'tables', 'y.json')];
    expect(writeObstacle(both, { root })?.path).toBe(join(root, 'tables'));
    mkdirSync(join(directory, 'elsewhere', 'z.json'));
    expect(writeObstacle([join(root, 'new', 'y.json'), join(directory, 'elsewhere', 'z.json')])?.path).toContain(
      'z.json',
    );
  });

  test('finds a name the file system cannot hold', () => {
    expect(writeObstacle([join(temporaryDirectory(), 'x'.repeat(300), 'a.json')])?.value).toContain('too long');
  });
});
