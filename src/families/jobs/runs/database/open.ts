import type { LocalFault, Fault } from '../../../../instances/fault.js';
import { readDatabaseFile } from '../../../../runs/database/file.js';
import { DIGEST_KEY } from '../../../../runs/database/kind.js';
import { rowsOfBytes } from '../../../../runs/database/rows.js';
import { contentOf, type StatedContent } from './form.js';
import { PROFILE_DATABASE } from './schema.js';
import { soundFaults } from './sound.js';

export type OpenedProfileDatabase =
  | ({
      readonly ok: true;
      readonly file: string;
      readonly bytes: number;
      /** Digest of all rows, as stored and found. */
      readonly contentSha256: string;
    } & StatedContent)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Extent of the judgement: rows have to be readable; or figures and marks also have to be those of the designs. */
export type ProfileContents = 'readable' | 'sound';

/**
 * Profile database of a file, read into memory; nothing on disk is touched, locked or left behind. All of it is checked: the header, every row against
 * the digest stored with them, that nothing is missing, and (where `contents` says so) that every design takes the time and energy that it says.
 * Nothing is thrown for a bad file.
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
