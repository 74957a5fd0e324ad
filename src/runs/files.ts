import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { removeLeftovers, temporaryName } from './temporaries.js';
import {
  errorObstacle,
  MOVE,
  obstacle,
  orWriteFailure,
  PlaceTaken,
  takenBy,
  type WriteObstacle,
} from './write-failure.js';

/**
 * Writes a file completely or not at all: a temporary file, flushed to disk, is renamed. Only a regular file is
 * replaced; links are neither replaced nor followed (docs/decisions/file-sets.md).
 *
 * @throws WriteFailure if the file system refuses
 */
export function writeAtomically(file: string, content: string | Uint8Array, mode?: number): void {
  writeWhole(file, [content], mode);
}

/** Writes a file in pieces, completely or not at all, as `writeAtomically` does. */
export function writeWhole(file: string, pieces: Iterable<Uint8Array | string>, mode?: number): void {
  const temporary = stage(file, pieces, mode);
  orWriteFailure(file, () => {
    try {
      put(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/**
 * Writes a new temporary file in the folder of `file`, flushed to disk, and returns its path.
 *
 * @param mode file permissions; the system's default if absent
 * @throws WriteFailure if the file system refuses; no file is left behind
 */
export function stage(file: string, pieces: Iterable<Uint8Array | string>, mode?: number): string {
  return orWriteFailure(file, () => {
    const temporary = join(dirname(file), temporaryName());
    makeFolder(dirname(file));
    const descriptor = openSync(temporary, 'wx');
    try {
      try {
        for (const piece of pieces) writeFileSync(descriptor, piece);
        if (mode !== undefined) fchmodSync(descriptor, mode);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      return temporary;
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/**
 * Moves a finished temporary file to its final path.
 *
 * @throws PlaceTaken if something other than a regular file has that path
 */
export function put(finished: string, file: string): void {
  isThere(file);
  renameSync(finished, file);
}

/**
 * Removes a file that Plenum wrote, if it exists.
 *
 * @throws PlaceTaken if something other than a regular file has its path
 */
export function removeFile(file: string): void {
  if (isThere(file)) rmSync(file, { force: true });
}

/**
 * Returns true if there is a regular file at a path, false if there is nothing.
 *
 * @throws PlaceTaken for a link, a folder or a device
 */
export function isThere(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new PlaceTaken(takenBy(file, found));
  return found !== undefined;
}

/**
 * Creates a folder that a user named, with its parents, unless it exists. It may be a link to a folder. Temporary files
 * of killed processes in it are removed.
 *
 * @throws WriteFailure if the file system refuses
 */
export function userFolder(folder: string): void {
  makeFolder(folder);
  removeLeftovers(folder);
}

/**
 * Creates a folder that a user named, with its parents, unless it exists.
 *
 * @throws WriteFailure
 */
export function makeFolder(folder: string): void {
  requireFolder(folder);
  orWriteFailure(folder, () => {
    mkdirSync(folder, { recursive: true });
  });
}

/**
 * Checks that a path that a user named is a folder, a link to one, or free.
 *
 * @throws PlaceTaken
 */
export function requireFolder(folder: string): void {
  const isFree = orWriteFailure(
    folder,
    () =>
      lstatSync(folder, { throwIfNoEntry: false }) === undefined ||
      statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  if (!isFree) throw new PlaceTaken(obstacle(folder, 'a file, or a link that leads to no folder', MOVE));
}

/**
 * Returns the path of a subfolder, created unless it exists.
 *
 * @throws PlaceTaken if a link or a file has its name
 */
export function realFolder(folder: string): string {
  newFolder(folder);
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new PlaceTaken(takenBy(folder, found));
  return folder;
}

/** Creates a folder. Returns false if something already has its name. */
export function newFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a folder that Plenum created, if it is empty. */
export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}

/**
 * Flushes the names in a folder to disk, so that a power failure keeps the order of renames. Some systems cannot flush
 * folders; there, only that order may be lost.
 */
export function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not on every file system.
  }
}

/** Returns the size of a file, bytes; null if there is none. */
export function sizeOnDisk(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/** Returns the paths of the files that a run writes into its folder. */
export function outputFiles(directory: string): Readonly<Record<'plan' | 'planCsv' | 'result' | 'report', string>> {
  return {
    plan: join(directory, 'plan.json'),
    planCsv: join(directory, 'plan.csv'),
    result: join(directory, 'result.json'),
    report: join(directory, 'report.html'),
  };
}

/** Rules on which existing files may be overwritten. */
export interface Overwriting {
  /** Input files, which must not be overwritten. */
  readonly inputs?: readonly string[];
  /**
   * Returns true if an existing file may be overwritten; absent if every regular file may. A link, a folder or a device
   * never may.
   */
  readonly mayOverwrite?: (file: string) => boolean;
  /**
   * Folder that the user named; by default the folder of the files. No folder between it and the files may be a link.
   */
  readonly root?: string;
}

/**
 * Returns why files cannot be written; null if they can. Their folders need not exist yet. Called before long work;
 * leaves nothing behind.
 */
export function writeObstacle(files: readonly string[], rules: Overwriting = {}): WriteObstacle | null {
  const folders = new Set(files.map((file) => dirname(resolve(file))));
  for (const folder of folders) {
    try {
      const found = folderObstacle(folder, rules.root);
      if (found !== null) return found;
      for (const file of files) {
        const wrong = dirname(resolve(file)) === folder ? fileObstacle(file, rules) : null;
        if (wrong !== null) return wrong;
      }
    } catch (error) {
      return errorObstacle(folder, error);
    }
  }
  return null;
}

/** Returns why a folder cannot be created or written into; null if it can. */
function folderObstacle(folder: string, root: string | undefined): WriteObstacle | null {
  const { path, isDirectory } = nearestExisting(folder);
  if (!isDirectory) {
    return obstacle(path, path === folder ? 'a file' : `a file, where a directory is needed for ${folder}`, MOVE);
  }
  const below =
    root === undefined
      ? []
      : relative(resolve(root), folder)
          .split(sep)
          .filter((name) => name !== '');
  for (let depth = 1; depth <= below.length; depth++) {
    const own = join(root!, ...below.slice(0, depth));
    const found = lstatSync(own, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) return takenBy(own, found);
  }
  // Permission bits say too little (root, read-only mounts): try it.
  rmdirSync(mkdtempSync(join(path, '.plenum-')));
  return null;
}

function fileObstacle(file: string, { inputs = [], mayOverwrite = () => true }: Overwriting): WriteObstacle | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.isSymbolicLink()) return takenBy(file, found);
  if (!found.isFile()) return takenBy(file, found);
  if (inputs.some((input) => isSameFile(found, input))) {
    return obstacle(file, 'the input file itself, which would be overwritten', 'Name another place.');
  }
  if (mayOverwrite(file)) return null;
  return {
    path: file,
    value: 'a file that Plenum did not write, or that was changed since',
    allowed: 'a place where nothing is overwritten but what Plenum wrote',
    remedy: 'Name another place, move the file away, or overwrite it with --force.',
  };
}

function nearestExisting(start: string): { readonly path: string; readonly isDirectory: boolean } {
  for (let path = start; ; path = dirname(path)) {
    try {
      return { path, isDirectory: statSync(path).isDirectory() };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || path === dirname(path)) throw error;
      // A link without a target exists, but nothing can be made in its place.
      if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })) return { path, isDirectory: false };
    }
  }
}

function isSameFile(one: Pick<Stats, 'dev' | 'ino'>, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other !== undefined && other.dev === one.dev && other.ino === one.ino;
}
