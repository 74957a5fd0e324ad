import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** Functions of node:fs that change what is on a disk, or may; with or without "Sync". */
const CHANGING = [
  'appendFile',
  'chmod',
  'copyFile',
  'cp',
  'createWriteStream',
  'fchmod',
  'ftruncate',
  'lchown',
  'link',
  'mkdir',
  'mkdtemp',
  'open',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'utimes',
  'write',
  'writeFile',
];
/** Pattern of the names that a module imports from node:fs. */
const FROM_FS = /import\s+(?:type\s+)?(\{[^}]*\}|[^;]*?)\s+from\s+'node:fs(?:\/promises)?'/g;

/** What the modules may take of these: one way for all that is written, and what is no file of a user's. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The way of everything: a new file of a name that nobody foresees, renamed to a place that is no link.
  'src/runs/files.ts': ['fchmod', 'mkdir', 'mkdtemp', 'open', 'rename', 'rmdir', 'rm', 'writeFile'],
  // Its steps one by one, for records that are flushed side by side.
  'src/runs/store/write-steps.ts': ['open', 'rm', 'write'],
  'src/runs/temporaries.ts': ['rm'],
  // Files that grow, and what is moved or copied out of the way: new names, opened with wx.
  'src/runs/journal.ts': ['ftruncate', 'open', 'writeFile'],
  'src/runs/set-aside.ts': ['open', 'rename', 'writeFile'],
  // Reading.
  'src/instances/text-file.ts': ['open'],
  // A setting of the system's, of this process.
  'src/runs/processes/memory.ts': ['writeFile'],
  // Folders for temporary files, gone with the command.
  'src/workbench/study/open.ts': ['mkdtemp', 'rm'],
  'src/cli/commands/reproduce-elsewhere.ts': ['mkdtemp', 'rm'],
  'src/reproduction/library-calls.ts': ['mkdtemp', 'rm', 'writeFile'],
  // Tools of this repository.
  'src/workbench/join-modules.ts': ['chmod', 'copyFile', 'mkdir', 'rm', 'writeFile'],
  'src/workbench/write-bundled.ts': ['mkdir', 'writeFile'],
  'src/workbench/write-schemas.ts': ['writeFile'],
  'src/workbench/write-standard-offsets.ts': ['writeFile'],
};

/** Changing functions that a text imports from node:fs; "*" for all of them. */
function changingIn(text: string): string[] {
  const found = [...text.matchAll(FROM_FS)].flatMap(([, names = '']) => {
    if (!names.startsWith('{')) return ['*'];
    const imported = names
      .slice(1, -1)
      .split(',')
      .map((name) => name.trim().split(' as ')[0]!);
    return imported.map((name) => name.replace(/Sync$/, '')).filter((name) => CHANGING.includes(name));
  });
  if (/import\(\s*['"]node:fs|require\(\s*['"](node:)?fs/.test(text)) found.push('*');
  return [...new Set(found)].sort();
}

describe('writing to a disk', () => {
  it('goes one way, but for the modules that are listed with what they take', () => {
    const files = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts')];
    const found = Object.fromEntries(
      files.flatMap((file) => {
        const names = changingIn(textOf(file));
        return names.length === 0 ? [] : [[file, names]];
      }),
    );
    const allowed = Object.fromEntries(Object.entries(ALLOWED).map(([file, names]) => [file, names.toSorted()]));
    expect(found).toEqual(allowed);
  });

  it.each([
    ["import { writeFileSync } from 'node:fs';", ['writeFile']],
    ["import { renameSync as move, type Stats } from 'node:fs';", ['rename']],
    ["import fs from 'node:fs';", ['*']],
    ["import { rm } from 'node:fs/promises';", ['rm']],
    ["const fs = await import('node:fs');", ['*']],
    ["import { readFileSync, lstatSync } from 'node:fs';", []],
  ])('is found in %j', (text, names) => {
    expect(changingIn(text)).toEqual(names);
  });
});
