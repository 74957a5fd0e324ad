import type { Stats } from 'node:fs';

/** Reason why files cannot be written somewhere. */
export interface WriteObstacle {
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
}

/** A file that could not be written; its cause is the file system's error. */
export class WriteFailure extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} could not be written`, { cause });
    this.name = 'WriteFailure';
    this.path = path;
  }
}

/** A name that Plenum writes and that something else has, or that is not there any more. Nothing there was changed. */
export class PlaceTaken extends WriteFailure {
  readonly obstacle: WriteObstacle;

  constructor(obstacle: WriteObstacle) {
    super(obstacle.path, null);
    this.name = 'PlaceTaken';
    this.message += `: ${obstacle.value}`;
    this.obstacle = obstacle;
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

/** The failed write that an error is, or was caused by; null for none. */
export function writeFailureOf(error: unknown): WriteFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof WriteFailure) return cause;
  return null;
}

/** A failed write as an obstacle. @throws what is no file-system error. */
export function errorObstacle(path: string, error: unknown): WriteObstacle {
  if (error instanceof PlaceTaken) return error.obstacle;
  if (error instanceof WriteFailure) return errorObstacle(error.path, error.cause);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return obstacle(path, WORDS[code] ?? `it cannot be written (${code})`);
}

/** Words for what was there when Plenum began and is not any more. */
export const GONE = 'not there any more: removed, moved or renamed while Plenum ran';

/** Words for error codes of the file system. */
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

/** Remedy where something has a name that Plenum writes. */
export const MOVE = 'Move it away, or name another place.';

/** Obstacle that another place removes; other permissions, unless the remedy is another. */
export function obstacle(
  path: string,
  value: string,
  remedy = 'Name another place, or change its permissions.',
): WriteObstacle {
  return { path, value, allowed: 'a directory that can be written to, or made', remedy };
}

/** Words for what has a name that is no file and no folder. */
function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link, which Plenum neither follows nor replaces here';
  if (found.isDirectory()) return 'a directory, where a file is to be written';
  return found.isFile() ? 'a file, where a folder is needed' : 'a device, pipe or socket';
}

/** Obstacle of a name that Plenum writes, taken by what is no file, or no folder, of its own. */
export function takenBy(path: string, found: Stats): WriteObstacle {
  const remedy = found.isSymbolicLink()
    ? 'Remove the link, or name the place that it leads to: a folder given to --out may itself be a link.'
    : MOVE;
  return { path, value: kindOf(found), allowed: 'what Plenum wrote there, or nothing', remedy };
}
