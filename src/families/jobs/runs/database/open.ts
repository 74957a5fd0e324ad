import type { LocalProblem, Problem } from '../../../../instances/problem.js';
import { readDatabaseFile } from '../../../../runs/database/file.js';
import { DIGEST_KEY } from '../../../../runs/database/kind.js';
import { rowsOfBytes } from '../../../../runs/database/rows.js';
import { contentOf, type StatedContent } from './form.js';
import { PROFILE_DATABASE } from './schema.js';
import { soundProblems } from './sound.js';

export type OpenedProfileDatabase =
  | ({
      readonly ok: true;
      readonly file: string;
      readonly bytes: number;
      /** Digest of all rows, as stored and found. */
      readonly contentSha256: string;
    } & StatedContent)
  | { readonly ok: false; readonly problems: readonly Problem[] };

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
  const refuse = (problems: readonly LocalProblem[]): OpenedProfileDatabase => ({
    ok: false,
    problems: problems.map((problem) => ({ file, ...problem })),
  });
  const read = readDatabaseFile(file, PROFILE_DATABASE);
  if (!read.ok) return refuse([read.problem]);
  const tables = await rowsOfBytes(PROFILE_DATABASE, read.bytes);
  if (!tables.ok) return refuse([tables.problem]);
  if (tables.altered !== null) return refuse([tables.altered]);
  const stated = contentOf(tables.rows);
  if (!stated.ok) return refuse(stated.problems);
  const problems = contents === 'sound' ? soundProblems(stated) : [];
  if (problems.length > 0) return refuse(problems);
  return { ...stated, file, bytes: read.bytes.length, contentSha256: tables.meta.get(DIGEST_KEY)! };
}
