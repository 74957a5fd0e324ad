import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

/**
 * Folders outside the repository that a test may read: public data and transcribed tables, where the environment names
 * them.
 */
const FOLDERS = { data: process.env['PLENUM_SHARED_DATA'], tables: process.env['PLENUM_REFERENCE_TABLES'] } as const;

/** Paths of the named shared folders, absolute or relative; empty on a machine that names none. */
export const sharedFolders: readonly string[] = Object.values(FOLDERS).filter(
  (folder): folder is string => folder !== undefined && folder !== '',
);

/**
 * Tests of `file` below a shared folder. Nothing of `body` runs unless that folder was named, since `describe.skip` runs its body;
 * a folder that was named and lacks the file fails.
 */
export function describeShared(
  title: string,
  folder: keyof typeof FOLDERS,
  file: string,
  body: (path: string) => void,
): void {
  const root = FOLDERS[folder];
  describe(title, () => {
    if (root === undefined || root === '') {
      it.skip(`needs ${file} of the shared ${folder}`, () => undefined);
      return;
    }
    const path = join(root, file);
    if (!existsSync(path)) throw new Error(`${path} does not exist: name another folder of shared ${folder}`);
    body(path);
  });
}
