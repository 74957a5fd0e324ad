import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A file that could not be written; its cause is the file system's error. */
export class WriteFailure extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} could not be written`, { cause });
    this.name = 'WriteFailure';
    this.path = path;
  }
}

/** Value that `write` returns. @throws WriteFailure naming the file where the file system refuses. */
export function orWriteFailure<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof WriteFailure || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new WriteFailure(file, error);
  }
}

/**
 * Writing of all of a file or none of it, on disk when this returns: into a neighbour first, which is then renamed over
 * the target. Leftovers of writers of the same file that were killed are removed. @throws WriteFailure
 */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  writeWhole(file, [content]);
}

/** Atomic writing as by `writeAtomically`, from pieces. */
export function writeWhole(file: string, pieces: Iterable<Uint8Array | string>): void {
  const temporary = stage(file, pieces);
  orWriteFailure(file, () => {
    try {
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/**
 * Path of a temporary file beside `file` with the given content, on disk when this returns. @throws WriteFailure,
 * leaving nothing.
 */
export function stage(file: string, pieces: Iterable<Uint8Array | string>): string {
  const temporary = `${file}.${process.pid}.tmp`;
  return orWriteFailure(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    removeLeftovers(file);
    try {
      const descriptor = openSync(temporary, 'w');
      try {
        for (const piece of pieces) writeFileSync(descriptor, piece);
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

function removeLeftovers(file: string): void {
  const stem = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(stem) ? /^(\d+)\.tmp$/.exec(name.slice(stem.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

/** Test whether a process of this host runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Size of a file, bytes; null where there is none. */
export function sizeOnDisk(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/** Paths of a run's files. */
export function outputFiles(directory: string): Readonly<Record<'plan' | 'planCsv' | 'result' | 'report', string>> {
  return {
    plan: join(directory, 'plan.json'),
    planCsv: join(directory, 'plan.csv'),
    result: join(directory, 'result.json'),
    report: join(directory, 'report.html'),
  };
}

/** Reason why files cannot be written somewhere. */
export interface WriteObstacle {
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
}

/**
 * Reason that would keep `files` (in one directory, which need not exist yet) from being written, or null. It is looked
 * for before long work and leaves nothing behind. `inputs` are files that must not be overwritten; of other existing
 * files only those may be overwritten that `mayOverwrite` accepts.
 */
export function writeObstacle(
  files: readonly string[],
  inputs: readonly string[] = [],
  mayOverwrite: (file: string) => boolean = () => true,
): WriteObstacle | null {
  const directory = dirname(resolve(files[0]!));
  try {
    const { path, isDirectory } = nearestExisting(directory);
    if (!isDirectory) {
      return obstacle(path, path === directory ? 'a file' : `a file, where a directory is needed for ${directory}`);
    }
    // Permission bits say too little (root, read-only mounts): try it.
    rmdirSync(mkdtempSync(join(path, '.plenum-')));
    if (path !== directory) return null;
    for (const file of files) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.isDirectory()) return obstacle(file, 'a directory, where a file is to be written');
      if (found && inputs.some((input) => isSameFile(found, input))) {
        return obstacle(file, 'the input file itself, which would be overwritten');
      }
      if (found && !found.isFile()) return obstacle(file, 'a device, pipe or socket');
      // A link without a target is somebody's file, too, and would be replaced.
      const isThere = found !== undefined || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
      if (isThere && !mayOverwrite(file)) {
        return {
          path: file,
          value: 'a file that Plenum did not write, or that was changed since',
          allowed: 'a place where nothing is overwritten but what Plenum wrote',
          remedy: 'Name another place, move the file away, or overwrite it with --force.',
        };
      }
    }
    return null;
  } catch (error) {
    return errorObstacle(directory, error);
  }
}

/** A failed write as an obstacle. @throws what is no file-system error. */
export function errorObstacle(path: string, error: unknown): WriteObstacle {
  if (error instanceof WriteFailure) return errorObstacle(error.path, error.cause);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return obstacle(path, WORDS[code] ?? `it cannot be written (${code})`);
}

/** Words for error codes of the file system. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write',
  EPERM: 'no permission to write',
  EROFS: 'a read-only file system',
  ENOSPC: 'a full disk',
  EDQUOT: 'a full quota',
  ENAMETOOLONG: 'a name that is too long',
};

function obstacle(path: string, value: string): WriteObstacle {
  return {
    path,
    value,
    allowed: 'a directory that can be written to, or made',
    remedy: 'Name another place, or change its permissions.',
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

function isSameFile(one: { readonly dev: number; readonly ino: number }, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other !== undefined && other.dev === one.dev && other.ino === one.ino;
}
