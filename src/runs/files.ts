import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Writes all of a file or none of it: into a neighbour first, then renamed over the target. */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Where a run's files go. */
export function outputFiles(directory: string): Readonly<Record<'plan' | 'planCsv' | 'result' | 'report', string>> {
  return {
    plan: join(directory, 'plan.json'),
    planCsv: join(directory, 'plan.csv'),
    result: join(directory, 'result.json'),
    report: join(directory, 'report.html'),
  };
}

/** Why files cannot be written somewhere. */
export interface WriteObstacle {
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
}

/**
 * What would keep `files` (in one directory, which need not exist yet) from being written, or null. Asked before long work;
 * leaves nothing behind. `inputs` are files that must not be overwritten.
 */
export function writeObstacle(files: readonly string[], inputs: readonly string[] = []): WriteObstacle | null {
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
    }
    return null;
  } catch (error) {
    return errorObstacle(directory, error);
  }
}

/** A failed write as an obstacle. @throws what is no file-system error. */
export function errorObstacle(path: string, error: unknown): WriteObstacle {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return obstacle(path, WORDS[code] ?? `it cannot be written (${code})`);
}

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
      // A link to nowhere is there, but nothing can be made in its place.
      if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })) return { path, isDirectory: false };
    }
  }
}

function isSameFile(one: { readonly dev: number; readonly ino: number }, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other !== undefined && other.dev === one.dev && other.ino === one.ino;
}
