import { isAbsolute, resolve } from 'node:path';

/**
 * Returns a copy of a parsed instance in which `rename` was applied to every file name. In every format such a field is
 * called "file".
 */
export function renamedReferences(raw: unknown, rename: (name: string) => string): unknown {
  const visit = (value: unknown, isFile: boolean): unknown => {
    if (typeof value === 'string') return isFile ? rename(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry: unknown) => visit(entry, isFile));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, key === 'file')]));
  };
  return visit(raw, false);
}

/** Returns the instance with absolute paths of the files that it names, so that it can be written anywhere. */
export function absoluteReferences(raw: unknown, directory: string): unknown {
  return renamedReferences(raw, (name) => (isAbsolute(name) ? name : resolve(directory, name)));
}

/** Returns the names of the files that an instance refers to. */
export function referencesIn(raw: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  renamedReferences(raw, (name) => {
    names.add(name);
    return name;
  });
  return names;
}
