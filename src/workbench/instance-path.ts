import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { LocalFault } from '../instances/fault.js';

/** Pattern of an instance's name in `plenum list`: a file name, with or without its family's folder. */
const NAME = /^(?:([a-z][a-z-]*)\/)?([A-Za-z0-9][\w.-]*?)(?:\.json)?$/;
/** Folders below instances/ that have no bundled instances: faulty files for tests, and studies. */
const NOT_OFFERED = new Set(['malformed', 'studies']);

export type InstancePath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly fault: LocalFault };

/**
 * Returns the path for a user's argument: an existing file, or else a bundled instance of this name. Other arguments
 * are returned unchanged; reading them fails. The path is relative if it is below `here`. Returns a fault if several
 * families have an instance of this name.
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
