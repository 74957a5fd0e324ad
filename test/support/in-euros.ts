import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.js';

/** Writes a bundled instance with its amounts in euros to a directory, and returns the file. */
export function inEuros(directory: string, name: string): string {
  const given = JSON.parse(readFileSync(join(repository, 'instances', `${name}.json`), 'utf8')) as object;
  const file = join(directory, `${name.replace('/', '-')}.json`);
  writeFileSync(file, JSON.stringify({ ...given, currency: 'EUR' }));
  return file;
}
