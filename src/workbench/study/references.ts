import { isAbsolute, resolve } from 'node:path';

/** Returns a copy of a parsed instance with `rename` applied to every file name, i.e. to every field "file". */
export function renamedReferences(raw: unknown, rename: (name: string) => string): unknown {
  const visit = (value: unknown, isFile: boolean): unknown => {
    if (typeof value === 'string') return isFile ? rename(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry: unknown) => visit(entry, isFile));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, key === 'file')]));
  };
  return visit(raw, false);
}

/** Returns a copy of a parsed instance with absolute file names, which can be written to any folder. */
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
