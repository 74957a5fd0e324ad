import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTextFile } from './text-file.js';

/** An instance file that is part of this package. */
export interface Bundled<Instance> {
  /** Path relative to the package. */
  readonly file: string;
  readonly instance: Instance;
}

/** Returns the instances in `instances/<family>/` whose file names match, by name, unvalidated. */
export function bundledInstances<Instance>(family: string, match = /./): Bundled<Instance>[] {
  const folder = `instances/${family}`;
  const names = readdirSync(join(packageFolder(), folder)).filter((name) => name.endsWith('.json') && match.test(name));
  return names.sort().map((name) => ({ file: `${folder}/${name}`, instance: read(`${folder}/${name}`) as Instance }));
}

/**
 * Returns the parsed content of the package's file `instances/<family>/<name>.json`.
 *
 * @throws RangeError if there is no such file
 */
export function bundledInstance(family: string, name: string): unknown {
  return read(`instances/${family}/${name}.json`);
}

function read(file: string): unknown {
  const written = readTextFile(join(packageFolder(), file));
  if (!written.ok) throw new RangeError(`There is no bundled instance ${file}`);
  return JSON.parse(written.text);
}

/** Returns the nearest folder above this module that contains instances and a package.json. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  const isPackage = (): boolean => existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'instances'));
  while (!isPackage() && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
