import { resolve } from 'node:path';
import type { LocalFault, Fault } from '../../../../instances/fault.js';
import { readDatabaseFile } from '../../../../runs/database/file.js';
import { DIGEST_KEY } from '../../../../runs/database/kind.js';
import { type Kept, keptIn } from '../../../../runs/kept.js';
import { rowsOfBytes } from '../../../../runs/database/rows.js';
import { contentOf, type StatedContent } from './form.js';
import { PROFILE_DATABASE } from './schema.js';
import { soundFaults } from './sound.js';

export type OpenedProfileDatabase =
  | ({
      readonly ok: true;
      readonly file: string;
      readonly bytes: number;
      /** Digest of all rows, as the file states it. It was compared with the rows. */
      readonly contentSha256: string;
    } & StatedContent)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Depth of the check of a database. 'readable': rows are well-formed. 'sound': figures and marks also match the
 * designs.
 */
export type ProfileContents = 'readable' | 'sound';

/**
 * Reads a profile database into memory without changing or locking any file. Checks the header, every row against the
 * stored digest, and completeness. If `contents` is 'sound', it also checks the stated times and energies. Never throws
 * because of a bad file.
 */
export async function openProfileDatabase(
  file: string,
  contents: ProfileContents = 'sound',
): Promise<OpenedProfileDatabase> {
  const refuse = (faults: readonly LocalFault[]): OpenedProfileDatabase => ({
    ok: false,
    faults: faults.map((fault) => ({ file, ...fault })),
  });
  const read = readDatabaseFile(file, PROFILE_DATABASE);
  if (!read.ok) return refuse([read.fault]);
  const tables = await rowsOfBytes(PROFILE_DATABASE, read.bytes);
  if (!tables.ok) return refuse([tables.fault]);
  if (tables.altered !== null) return refuse([tables.altered]);
  const stated = contentOf(tables.rows);
  if (!stated.ok) return refuse(stated.faults);
  const faults = contents === 'sound' ? soundFaults(stated) : [];
  if (faults.length > 0) return refuse(faults);
  return { ...stated, file, bytes: read.bytes.length, contentSha256: tables.meta.get(DIGEST_KEY)! };
}

/** Returns the cache key of an opened database. */
function nameOf(file: string): string {
  return `profiles ${resolve(file)}`;
}

/** Returns the database from the cache, or opens and caches it. A refused file is not cached. */
export async function openedIn(kept: Kept, file: string): Promise<OpenedProfileDatabase> {
  const opened = await keptIn(kept, nameOf(file), () => openProfileDatabase(file));
  if (!opened.ok) kept.delete(nameOf(file));
  return opened;
}

/** Removes a database from the cache because its file is being rewritten. */
export function forget(kept: Kept, file: string): void {
  kept.delete(nameOf(file));
}
