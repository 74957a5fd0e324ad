import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleFacts } from './module-facts.js';
import { filesBelow, ROOT, textOf } from './source-files.js';

/** Outside wherever the repository lies, also in the folder for temporary files. */
const BESIDE = join(parse(ROOT).root, 'beside.txt');
const OUTSIDE = /A test reads outside the repository/;

describe('what tests read', () => {
  it('a file outside the repository is refused, whether or not it exists', async () => {
    expect(() => readFileSync(BESIDE)).toThrow(OUTSIDE);
    expect(() => existsSync(relative('', BESIDE))).toThrow(OUTSIDE);
    await expect(async () => readFile(BESIDE)).rejects.toThrow(OUTSIDE);
  });

  it('a link from the folder for temporary files to a folder outside is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plenum-link-'));
    try {
      symlinkSync(parse(ROOT).root, join(folder, 'link'));
      expect(() => readdirSync(join(folder, 'link'))).toThrow(OUTSIDE);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('the repository and the folder for temporary files are read', () => {
    expect(readFileSync(join(ROOT, 'package.json'), 'utf8')).toContain('"plenum"');
    expect(existsSync(join(tmpdir(), 'none'))).toBe(false);
  });

  it('one module alone knows the shared folders', () => {
    const knowing = [...filesBelow('test', '.ts'), ...filesBelow('src', '.ts')].filter((file) =>
      /process\.env(\.|\[')PLENUM_(SHARED|REFERENCE)/.test(textOf(file)),
    );
    expect(knowing).toEqual(['test/support/shared-data.ts']);
  });

  it('no module imports from outside the repository', () => {
    const outside = [...filesBelow('test', '.ts'), ...filesBelow('bench', '.ts')].flatMap((file) =>
      moduleFacts(file, textOf(file)).imports.filter(({ kind, target }) => kind === 'ours' && target.startsWith('..')),
    );
    expect(outside).toEqual([]);
  });
});

describe('golden files', () => {
  it('are written by `npm run golden` alone', () => {
    expect(textOf('vitest.config.ts')).toContain("update: 'none'");
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    expect(Object.entries(scripts).filter(([, command]) => command.includes('--update'))).toEqual([
      ['golden', 'vitest run /report/ --update'],
    ]);
  });
});
