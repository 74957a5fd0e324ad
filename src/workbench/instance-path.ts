import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { LocalFault } from '../instances/fault.js';

/** A name as `plenum list` shows it: of the file alone, or with the family's folder before it. */
const NAME = /^(?:([a-z][a-z-]*)\/)?([A-Za-z0-9][\w.-]*?)(?:\.json)?$/;
/** Folders of files that are faulty on purpose, and of studies. */
const NOT_OFFERED = new Set(['malformed', 'studies']);

export type InstancePath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly fault: LocalFault };

/**
 * Returns the path of what the user calls an instance: a file that exists, else a bundled instance of that name;
 * anything else as it is, for the reader to refuse. Relative where it lies in `here`. A fault where the name stands in
 * several families.
 */
export function instancePath(word: string, packageDirectory: string, here: string): InstancePath {
  const [, folder, name] = NAME.exec(word) ?? [];
  if (name === undefined || existsSync(word)) return { ok: true, path: word };
  const root = join(packageDirectory, 'instances');
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_OFFERED.has(entry.name))
    .map((entry) => entry.name)
    .filter((one) => folder === undefined || folder === one);
  const found = folders.filter((one) => existsSync(join(root, one, `${name}.json`)));
  if (found.length > 1) {
    const allowed = found.map((one) => `${one}/${name}`).join(' or ');
    const remedy = 'Name the family too: several have an instance of this name.';
    return { ok: false, fault: { path: '<instance>', value: word, allowed, remedy } };
  }
  const [only] = found;
  if (only === undefined) return { ok: true, path: word };
  const path = join(root, only, `${name}.json`);
  const near = relative(here, path);
  return { ok: true, path: near.startsWith('..') || isAbsolute(near) ? path : near };
}
