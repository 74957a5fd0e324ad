import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTextFile } from '../instances/text-file.js';
import { flushFolder, newFolder, realFolder, writeAtomically } from './files.js';
import { isTemporary } from './temporaries.js';
import { GONE, MOVE, orWriteFailure, PlaceTaken, takenBy } from './write-failure.js';

/** Name of the file that marks a folder as Plenum's own (docs/studies/records.md). */
export const MARK = 'plenum.folder';
/** Format name in the marking file. */
const FORMAT = 'plenum.folder';
/** Format version in the marking file. */
const FORMAT_VERSION = 1;
/** Maximum size of a marking file that is read, bytes. */
const MAX_MARK_BYTES = 4096;

/**
 * A subfolder of the folder that the user named, for Plenum's own files. The subfolder is created when first needed. It
 * contains the file `plenum.folder`, which shows that Plenum created it.
 */
export interface OwnFolder {
  readonly path: string;
  /**
   * Creates the folder, or a subfolder of it, unless it exists, and returns its path.
   *
   * @throws PlaceTaken if a link or a file has its name, or if it was removed meanwhile
   * @throws WriteFailure if it cannot be created
   */
  readonly folder: (...names: readonly string[]) => string;
}

/**
 * Returns the subfolder `name` of the folder `root`; neither need exist.
 *
 * @throws PlaceTaken if `name` is a link, a file, or a folder that Plenum did not create
 */
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

/**
 * Creates the folder of a file that Plenum will write, with the file `plenum.folder` in it.
 *
 * @throws WriteFailure if the file system refuses
 */
export function folderOfOwn(file: string): void {
  const folder = dirname(file);
  ownFolder(dirname(folder), folder.slice(dirname(folder).length + 1)).folder();
}

/**
 * Returns true if a folder contains a valid file `plenum.folder`, false if it is empty or does not exist.
 *
 * @throws PlaceTaken for anything else
 */
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

/** Returns the content of `plenum.folder` in a folder of this name. */
function markOf(name: string): string {
  return `${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, holds: name })}\n`;
}

function isMarked(path: string, name: string): boolean {
  if (!hasMark(path)) return false;
  const read = readTextFile(join(path, MARK), MAX_MARK_BYTES);
  if (read.ok) return read.text === markOf(name);
  const remedy = 'Make it readable, or name another place.';
  throw new PlaceTaken({ path: join(path, MARK), value: String(read.fault.value), allowed: 'a readable file', remedy });
}

function hasMark(path: string): boolean {
  return lstatSync(join(path, MARK), { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Checks that a folder still contains `plenum.folder`.
 *
 * @throws PlaceTaken if it does not
 */
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

/** Maximum number of names in a folder that a message lists; further ones are counted. */
const MAX_NAMED = 3;

/** Returns names as text for a message: the first few, and the number of the others. */
export function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
