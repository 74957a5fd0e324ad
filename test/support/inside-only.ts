import fs, { realpathSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedFolders } from './shared-data.js';

/**
 * Guard loaded before every test file: reading outside the repository, the folder for temporary files and the named
 * shared folders throws. Files that a developer happens to have beside the checkout must decide no test: on a fresh
 * machine they are not there.
 */

// Taken before they are guarded.
const { existsSync } = fs;
/** Root of the repository. */
const ROOT = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));
const realOf = (path: string): string => (existsSync(path) ? realpathSync.native(path) : path);
/**
 * Paths that hold nobody's data: devices, programs and what packages ask of the system; `/nowhere` is where tests say
 * nothing is.
 */
const SYSTEM = ['/dev', '/proc', '/sys', '/usr', '/etc', '/run', '/.dockerenv', '/nowhere', dirname(process.execPath)];
/** Folders in which tests may read, as named and with symbolic links resolved. */
const ALLOWED = [ROOT, tmpdir(), ...sharedFolders, ...SYSTEM].flatMap((path) => [resolve(path), realOf(resolve(path))]);

/**
 * Test whether a test may read the path. Symbolic links of its parents are followed, so that neither a link nor `..` leads
 * outside.
 */
export function mayRead(path: string): boolean {
  const wanted = resolve(path);
  const inside = (real: string): boolean => ALLOWED.some((root) => real === root || real.startsWith(root + sep));
  return inside(wanted) && inside(realOf(wanted));
}

/** Functions that look at the way to a file, as copying does up to the root: folders above what may be read are no secret to them. */
const LOOKS = new Set(['lstat', 'lstatSync', 'stat', 'statSync']);
const isAbove = (path: string): boolean => {
  const wanted = resolve(path);
  return ALLOWED.some((root) => root.startsWith(wanted.endsWith(sep) ? wanted : wanted + sep));
};

/** Names of the guarded functions of `fs`. */
const SYNC = ['accessSync', 'existsSync', 'lstatSync', 'openSync', 'readFileSync', 'readdirSync', 'statSync'] as const;
/** Names of the guarded functions of `fs.promises`. */
const ASYNC = ['access', 'lstat', 'open', 'readFile', 'readdir', 'stat'] as const;
/** Mark of a function that is guarded already. */
const GUARDED = Symbol.for('plenum.tests.read-inside-only');

function guard(owner: object, name: string): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function' || GUARDED in original) return;
  const guarded = function (this: unknown, ...words: unknown[]): unknown {
    const [path] = words;
    const file = path instanceof URL ? fileURLToPath(path) : Buffer.isBuffer(path) ? path.toString() : path;
    if (typeof file === 'string' && !mayRead(file) && !(LOOKS.has(name) && isAbove(file))) {
      throw new Error(`A test reads outside the repository: ${file}. Data of others belongs behind describeShared.`);
    }
    return Reflect.apply(original, this, words);
  };
  // Properties as well, such as existsSync.native.
  Reflect.set(owner, name, Object.assign(guarded, original, { [GUARDED]: true }));
}

for (const name of SYNC) guard(fs, name);
for (const name of ASYNC) guard(fs.promises, name);
syncBuiltinESMExports();
