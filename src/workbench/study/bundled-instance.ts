import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearestName } from '../../instances/nearest-name.js';
import type { LocalFault } from '../../instances/fault.js';

/** Folders below instances/ without instances to solve. */
const NOT_OFFERED = new Set(['malformed', 'studies']);

/**
 * Returns the path of a bundled instance by name, with or without its family's folder; a fault if there is none or more
 * than one.
 */
export function bundledInstance(word: string, packageDirectory: string): string | Omit<LocalFault, 'path'> {
  const root = join(packageDirectory, 'instances');
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_OFFERED.has(entry.name))
    .map((entry) => entry.name);
  const [first, second] = word.split('/');
  const isPlain = /^[\w.-]+(?:\/[\w.-]+)?$/.test(word) && !word.includes('..');
  const candidates = second === undefined ? folders.map((folder) => `${folder}/${first!}`) : [word];
  const found = isPlain
    ? candidates.filter((one) => folders.includes(one.split('/')[0]!) && existsSync(join(root, `${one}.json`)))
    : [];
  if (found.length === 1) return join(root, `${found[0]!}.json`);
  if (found.length > 1) {
    const remedy = 'Name the family too: several have an instance of this name.';
    return { value: word, allowed: found.join(' or '), remedy };
  }
  const known = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) =>
      name.endsWith('.json') ? [`${folder}/${name.slice(0, -5)}`] : [],
    ),
  );
  const near = nearestName(word, second === undefined ? known.map((one) => one.split('/')[1]!) : known);
  const allowed = 'a file (its name ends in ".json") or a bundled instance (plenum list)';
  const meant = near === undefined ? '' : `Did you mean "${near}"? `;
  return {
    value: word,
    allowed,
    remedy: `${meant}Correct the name, or write {"file": ...} for a file of another ending.`,
  };
}
