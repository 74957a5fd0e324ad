import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTextFile } from '../instances/text-file.js';
import { flushFolder, newFolder, realFolder, writeAtomically } from './files.js';
import { isTemporary } from './temporaries.js';
import { GONE, MOVE, orWriteFailure, PlaceTaken, takenBy } from './write-failure.js';

/** Name of the file that marks a folder as one that Plenum made and keeps its own files in (docs/studies/records.md). */
export const MARK = 'plenum.folder';
/** Format that the mark states. */
const FORMAT = 'plenum.folder';
/** Version of that format. */
const FORMAT_VERSION = 1;
/** Greatest size of a mark that is read, bytes. Ours. */
const MAX_MARK_BYTES = 4096;

/** A folder of Plenum's own in a folder that the user named. It is made, with its mark, when it is first asked for. */
export interface OwnFolder {
  readonly path: string;
  /**
   * Path of the folder, or of one below it, there when this returns. @throws PlaceTaken where a link or a file has the name, and where the folder
   * had been there and is not any more; WriteFailure where it cannot be made.
   */
  readonly folder: (...names: readonly string[]) => string;
}

/** The folder `name` in `root`, which need not be there. @throws PlaceTaken where `name` is a link, a file, or a folder that Plenum did not make. */
export function ownFolder(root: string, name: string): OwnFolder {
  const path = join(root, name);
  let isBegun = orWriteFailure(path, () => isOurs(path, name));
  return {
    path,
    folder: (...names) =>
      orWriteFailure(path, () => {
        if (isBegun) requireMark(path);
        else begin(path, name);
        isBegun = true;
        return names.reduce((above, one) => realFolder(join(above, one)), path);
      }),
  };
}

/** Making of the marked folder that a file of Plenum's own lies in. @throws WriteFailure */
export function folderOfOwn(file: string): void {
  const folder = dirname(file);
  ownFolder(dirname(folder), folder.slice(dirname(folder).length + 1)).folder();
}

/** Test whether the folder is marked; one that is not there, or is empty, is nobody's yet. @throws PlaceTaken */
function isOurs(path: string, name: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isDirectory()) throw new PlaceTaken(takenBy(path, found));
  if (isMarked(path, name)) return true;
  const names = readdirSync(path);
  if (names.every(isTemporary)) return false;
  // Another process may have begun it in between: it marks the folder before anything else is there.
  if (isMarked(path, name)) return true;
  throw new PlaceTaken({
    path,
    value: `a folder that Plenum did not make (in it: ${named(names)}; no ${MARK} that says so)`,
    allowed: `a folder that Plenum made, an empty one, or none: it keeps ${name} there`,
    remedy: `${MOVE} If Plenum made it, its ${MARK} was removed: a line ${markOf(name).trim()} in that file says so again.`,
  });
}

function begin(path: string, name: string): void {
  if (!newFolder(path) && isOurs(path, name)) return;
  writeAtomically(join(path, MARK), markOf(name));
  flushFolder(path);
  flushFolder(dirname(path));
}

/** Text of the mark of a folder. */
function markOf(name: string): string {
  return `${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, holds: name })}\n`;
}

function isMarked(path: string, name: string): boolean {
  if (!hasMark(path)) return false;
  const read = readTextFile(join(path, MARK), MAX_MARK_BYTES);
  if (read.ok) return read.text === markOf(name);
  const remedy = 'Make it readable, or name another place.';
  throw new PlaceTaken({
    path: join(path, MARK),
    value: String(read.problem.value),
    allowed: 'a readable file',
    remedy,
  });
}

function hasMark(path: string): boolean {
  return lstatSync(join(path, MARK), { throwIfNoEntry: false })?.isFile() === true;
}

/** Test of a folder that was there before. @throws PlaceTaken where it has no mark any more */
function requireMark(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true && hasMark(path)) return;
  if (found !== undefined && !found.isDirectory()) throw new PlaceTaken(takenBy(path, found));
  throw new PlaceTaken({
    path,
    value: found === undefined ? GONE : `another folder than when Plenum began (no ${MARK} in it)`,
    allowed: 'a folder that stays where it is while Plenum writes to it',
    remedy: 'Bring it back, or give the same command again, which makes anew what is missing.',
  });
}

/** Names in a folder that a sentence tells before the rest is counted. Ours. */
const MAX_NAMED = 3;

/** Names in words: the first few, and how many more. */
export function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
