import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, basename } from 'node:path';
import type { LocalFault, PathSegment, Fault } from './fault.js';
import { jsonPath } from './fault.js';

/**
 * Returns true if a file lies outside a folder and its subfolders, after links are resolved. Its contents are not shown
 * then, because an instance from others may name any file of this computer.
 */
export function isOutside(directory: string, file: string): boolean {
  const way = relative(realPath(directory), realPath(resolve(directory, file)));
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

/** Resolves links in a path. Parts that do not exist stay as they are. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Returns a fault without a path if a file lies outside the folder of the instance or study; otherwise null. */
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

/** Returns a fault for each file that a parsed instance names and that lies outside its folder. */
export function outsideReferences(raw: unknown, directory: string, instanceFile: string): Fault[] {
  const known = new Map<string, ReturnType<typeof outsideFault>>();
  return namedFiles(raw).flatMap(({ name, path }) => {
    const fault = known.has(name) ? known.get(name)! : outsideFault(name, directory, 'instance');
    known.set(name, fault);
    return fault === null ? [] : [{ file: instanceFile, path: jsonPath(path), ...fault }];
  });
}

/**
 * Returns the names of files in a parsed instance, and their paths in it. In every format, fields with names of files
 * are called "file".
 */
export function namedFiles(raw: unknown): { readonly name: string; readonly path: readonly PathSegment[] }[] {
  const found: { readonly name: string; readonly path: readonly PathSegment[] }[] = [];
  /**
   * Searches a value and everything in it for names of files.
   *
   * @param isFile true if the value belongs to a field "file"
   */
  const visit = (value: unknown, path: readonly PathSegment[], isFile: boolean): void => {
    if (typeof value === 'string' && isFile) found.push({ name: value, path });
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      visit(member, [...path, isList ? Number(key) : key], isList ? isFile : key === 'file');
    }
  };
  visit(raw, [], false);
  return found;
}

/**
 * Returns a fault in a file that an instance names. If the file is outside the instance's folder, the fault shows only
 * the place, because the contents may be private.
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
