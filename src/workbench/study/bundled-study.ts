import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../instances/nearest-name.js';
import type { LocalFault } from '../../instances/fault.js';

/** Pattern of a bundled study's name, with or without its folder below instances/studies. */
const NAME = /^(?:([A-Za-z0-9][\w-]*)\/)?([A-Za-z0-9][\w.-]*?)(?:\.json)?$/;

/** Returns the names of the bundled studies, as file name or folder/file. */
function bundledNames(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  const jsonIn = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  const entries = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...jsonIn(root), ...entries.flatMap(({ name }) => jsonIn(join(root, name)).map((one) => `${name}/${one}`))];
}

/**
 * Returns the path for a user's argument that names a bundled study, with or without its folder. An existing file, or
 * any other argument, is returned unchanged. Returns a fault if several folders have a study of this name.
 */
export function bundledStudy(word: string, packageDirectory: string): string | Omit<LocalFault, 'path'> {
  const [, folder, name] = NAME.exec(word) ?? [];
  if (name === undefined || existsSync(word)) return word;
  const root = join(packageDirectory, 'instances', 'studies');
  const asked = folder === undefined ? name : `${folder}/${name}`;
  const found = bundledNames(root).filter((one) => one === asked || (folder === undefined && one.endsWith(`/${name}`)));
  const remedy = 'Name the folder too: several have a study of this name.';
  if (found.length > 1) return { value: word, allowed: found.join(' or '), remedy };
  return found.length === 0 ? word : join(root, `${found[0]!}.json`);
}

/**
 * Returns words for a message about an unknown study. `known` names the bundled studies, or those in the folder that
 * `word` names. `meant` is the study with the most similar name.
 */
export function knownStudies(
  word: string,
  packageDirectory: string,
): { readonly known: string; readonly meant: string } {
  const names = bundledNames(join(packageDirectory, 'instances', 'studies'));
  const folders = [...new Set(names.flatMap((name) => (name.includes('/') ? [`${name.split('/')[0]!}/...`] : [])))];
  const known = [...names.filter((name) => !name.includes('/')), ...folders].join(', ');
  const alone = names.map((name) => name.split('/').at(-1)!);
  return { known, meant: didYouMean(word, word.includes('/') ? names : [...names, ...alone]) };
}
