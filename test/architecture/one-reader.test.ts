import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** The reader, one that reads what is imported in pieces, three that read files of Plenum itself, and one that reads what Linux says of its own processes. */
const MAY_READ = new Set([
  'src/instances/text-file.ts',
  'src/imports/source-file.ts',
  'src/workbench/version.ts',
  'src/workbench/write-bundled.ts',
  'src/workbench/join-modules.ts',
  'src/runs/processes/memory.ts',
]);
const READS = /\b(readFile|readFileSync|createReadStream|readSync|readv|readvSync|openAsBlob)\b|node:fs\/promises/;

describe('files are read in one place', () => {
  it('every other module reads through it, so that each file is a regular one, of bounded size if it is kept', () => {
    const readers = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts')].filter((file) =>
      READS.test(textOf(file)),
    );
    expect(new Set(readers)).toEqual(MAY_READ);
  });
});
