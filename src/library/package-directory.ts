import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../instances/fault.js';
import { instancePath } from '../workbench/instance-path.js';
import { CALL } from './rules.js';

/** Returns the package's folder: the nearest one above this module with a package.json. */
export function packageDirectory(): string {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) || directory === dirname(directory)) return directory;
  }
}

/**
 * Returns the path of the instance that a call names, or a fault, e.g. if several families have an instance of this
 * name.
 */
export function instanceOfCall(
  instance: string,
): { readonly ok: true; readonly path: string } | { readonly ok: false; readonly faults: readonly [Fault] } {
  const found = instancePath(instance, packageDirectory(), process.cwd());
  return found.ok ? found : { ok: false, faults: [{ file: CALL, ...found.fault, path: 'instance' }] };
}
