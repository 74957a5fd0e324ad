import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeAtomically, writeObstacle } from '../../../src/runs/files.js';
import { temporaryDirectory } from '../../support/small-instance.js';

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
    expect(writeObstacle([join(directory, 'input.json')], [join(directory, 'input.json')])?.value).toContain('input');
  });

  test('finds a name the file system cannot hold', () => {
    expect(writeObstacle([join(temporaryDirectory(), 'x'.repeat(300), 'a.json')])?.value).toContain('too long');
  });
});
