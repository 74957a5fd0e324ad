import { lstatSync } from 'node:fs';
import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';
import { errorObstacle, writeFailureOf } from '../runs/write-failure.js';
import type { RecordStore } from '../runs/store/record-store.js';
import { unwritable } from './places.js';

/** Folder that a command writes to, with the files that must still be in it at the end. */
export interface Keeping {
  /** Path of the folder; null if nothing is written. */
  readonly folder: string | null;
  readonly store: Pick<RecordStore, 'keys' | 'lost'>;
  /** Returns the paths of written files other than records, by what they contain ("plan"). */
  readonly files?: () => Readonly<Record<string, readonly string[]>>;
}

/**
 * Calls `work` and returns its result, or a refusal that names written files that have disappeared: no result must
 * refer to missing files.
 */
export async function unlessLost<Made>(
  keeping: Keeping,
  work: () => Promise<Made>,
): Promise<{ readonly ok: true; readonly made: Made } | Refused> {
  try {
    const made = await work();
    const lost = lostFault(keeping);
    return lost === null ? { ok: true, made } : { ok: false, faults: [lost] };
  } catch (error) {
    const failure = writeFailureOf(error);
    const lost = failure === null ? null : lostFault(keeping);
    if (failure === null || lost === null) throw error;
    return { ok: false, faults: [lost, unwritable('--out', errorObstacle(failure.path, failure))] };
  }
}

function lostFault({ folder, store, files = () => ({}) }: Keeping): Fault | null {
  if (folder === null) return null;
  const lost: readonly (readonly [what: string, count: number, of: number])[] = [
    ['record', store.lost().length, store.keys().size],
    ...Object.entries(files()).map(([what, paths]) => [what, paths.filter(isGone).length, paths.length] as const),
  ];
  const told = lost.flatMap(([what, count, of]) => {
    if (count === 0) return [];
    return of === 1 ? [`the ${what}`] : [`${count} of ${of} ${what}s`];
  });
  if (told.length === 0) return null;
  const value = `${folder}: lost while Plenum ran, of what had been written there: ${told.join(', ')}`;
  const allowed = 'a folder that nobody else moves, renames or empties meanwhile';
  const remedy = 'Bring it back if it was moved; the same command makes anew what is missing.';
  return { file: COMMAND_LINE, path: '--out', value, allowed, remedy };
}

function isGone(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true;
}
