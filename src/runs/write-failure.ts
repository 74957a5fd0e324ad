import type { Stats } from 'node:fs';

/** Why files cannot be written at a path. */
export interface WriteObstacle {
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
}

/** Thrown if a file could not be written. `cause` is the error of the file system. */
export class WriteFailure extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} could not be written`, { cause });
    this.name = 'WriteFailure';
    this.path = path;
  }
}

/**
 * Thrown if something else has the path that Plenum wants to write, or a folder of Plenum's own no longer exists.
 * Plenum then changed nothing at the path.
 */
export class PlaceTaken extends WriteFailure {
  readonly obstacle: WriteObstacle;

  constructor(obstacle: WriteObstacle) {
    super(obstacle.path, null);
    this.name = 'PlaceTaken';
    this.message += `: ${obstacle.value}`;
    this.obstacle = obstacle;
  }
}

/**
 * Calls `write` and returns its value.
 *
 * @throws WriteFailure with the name of the file if the file system refuses
 */
export function orWriteFailure<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof WriteFailure || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new WriteFailure(file, error);
  }
}

/** Returns the WriteFailure that an error is or was caused by; null if none. */
export function writeFailureOf(error: unknown): WriteFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof WriteFailure) return cause;
  return null;
}

/**
 * Returns a failed write as an obstacle.
 *
 * @throws the error itself if it is no error of the file system
 */
export function errorObstacle(path: string, error: unknown): WriteObstacle {
  if (error instanceof PlaceTaken) return error.obstacle;
  if (error instanceof WriteFailure) return errorObstacle(error.path, error.cause);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return obstacle(path, WORDS[code] ?? `it cannot be written (${code})`);
}

/** Words for a file or folder that existed when Plenum began and is gone now. */
export const GONE = 'not there any more: removed, moved or renamed while Plenum ran';

/** Text for each error code of the file system. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write',
  EPERM: 'no permission to write',
  EROFS: 'a read-only file system',
  ENOSPC: 'a full disk',
  EDQUOT: 'a full quota',
  ENAMETOOLONG: 'a name that is too long',
  ENOENT: GONE,
  ENOTDIR: 'a file, where a folder is needed',
};

/** Remedy if something else has a path that Plenum wants to write. */
export const MOVE = 'Move it away, or name another place.';

/** Returns an obstacle to writing. The default remedy is to name another place or change permissions. */
export function obstacle(
  path: string,
  value: string,
  remedy = 'Name another place, or change its permissions.',
): WriteObstacle {
  return { path, value, allowed: 'a directory that can be written to, or made', remedy };
}

/** Returns words for what exists at a path where Plenum wants to write. */
function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link, which Plenum neither follows nor replaces here';
  if (found.isDirectory()) return 'a directory, where a file is to be written';
  return found.isFile() ? 'a file, where a folder is needed' : 'a device, pipe or socket';
}

/**
 * Returns why Plenum cannot write at a path: a link, folder or device is where a file is needed, or something else is
 * where a folder is needed.
 */
export function takenBy(path: string, found: Stats): WriteObstacle {
  const remedy = found.isSymbolicLink()
    ? 'Remove the link, or name the place that it leads to: a folder given to --out may itself be a link.'
    : MOVE;
  return { path, value: kindOf(found), allowed: 'what Plenum wrote there, or nothing', remedy };
}
