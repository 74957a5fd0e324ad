import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the package's folder: the nearest one above this module with a package.json. */
export function packageDirectory(): string {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) || directory === dirname(directory)) return directory;
  }
}
