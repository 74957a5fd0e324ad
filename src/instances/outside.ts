import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, basename } from 'node:path';
import type { LocalFault, PathSegment, Fault } from './fault.js';
import { jsonPath } from './fault.js';

/**
 * Returns true if a file is not in a folder or below it, after links are resolved. It guards against instances from
 * others, which may name any file of this computer.
 */
export function isOutside(directory: string, file: string): boolean {
  const way = relative(realPath(directory), realPath(resolve(directory, file)));
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

/** Returns a path with links resolved, as far as the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/**
 * Returns the fault of a file outside the folder of the instance or study that names it; null for other files. The
 * fault has no path.
 */
export function outsideFault(
  name: string,
  directory: string,
  whose: 'instance' | 'study',
): Omit<LocalFault, 'path'> | null {
  if (!isOutside(directory, name)) return null;
  return {
    value: name,
    allowed: `a file in the ${whose}'s folder or below it`,
    remedy: `Put the file there, or allow the reference with --allow-outside if you trust the ${whose}.`,
  };
}

/**
 * Returns a fault for each file outside the instance's folder that a parsed instance names. In every format the fields
 * with file names are called "file"; they hold one name or a list.
 */
export function outsideReferences(raw: unknown, directory: string, instanceFile: string): Fault[] {
  const faults: Fault[] = [];
  const known = new Map<string, ReturnType<typeof outsideFault>>();
  const refer = (name: string, path: readonly PathSegment[]): void => {
    const fault = known.has(name) ? known.get(name)! : outsideFault(name, directory, 'instance');
    known.set(name, fault);
    if (fault !== null) faults.push({ file: instanceFile, path: jsonPath(path), ...fault });
  };
  /**
   * Searches a value and everything in it for names of files.
   *
   * @param isFile true if the value belongs to a field "file"
   */
  const visit = (value: unknown, path: readonly PathSegment[], isFile: boolean): void => {
    if (typeof value === 'string' && isFile) refer(value, path);
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      visit(member, [...path, isList ? Number(key) : key], isList ? isFile : key === 'file');
    }
  };
  visit(raw, [], false);
  return faults;
}

/**
 * Returns a fault found in a file that an instance names. If the file is outside the instance's folder, the fault
 * states where it is but shows no contents, which may be private.
 */
export function faultInNamedFile(directory: string, file: string, fault: LocalFault): Fault {
  const place = /^line \d+(, column \d+)?/.exec(fault.path)?.[0];
  // A fault of the whole file (missing, too large) quotes nothing of its contents.
  if (fault.path === '' || !isOutside(directory, file)) return { file, ...fault };
  return {
    file,
    path: place ?? '',
    value: "not shown: the file lies outside the instance's folder",
    allowed: fault.allowed,
    remedy: 'Correct the file, or check that it is the one meant.',
  };
}
