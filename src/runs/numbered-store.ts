import { join } from 'node:path';
import { readBytes } from '../instances/text-file.js';
import { writeAtomically } from './files.js';
import { seal, unseal } from './seal.js';
import { setAside } from './set-aside.js';

/** Finished parts of a long run, one file each, so that a run cut short is taken up again. */
export interface NumberedStore {
  /** The record stored under a number for these inputs; null when there is none, or one of other inputs. */
  read(n: number, digest: string): unknown;
  /** Writing of a whole record or nothing. @throws WriteFailure */
  write(n: number, digest: string, record: unknown): void;
}

/** Store that keeps nothing. */
export const NO_STORE: NumberedStore = { read: () => null, write: () => undefined };

/**
 * Store in files `<name>-<n>.json` of a directory, each with a digest of all it holds. A file that is damaged, or of a
 * version that wrote no digest, is kept beside itself and not used; `warn` gets a sentence on it.
 */
export function numberedStore(directory: string, name: string, warn: (text: string) => void): NumberedStore {
  const fileOf = (n: number): string => join(directory, `${name}-${String(n).padStart(4, '0')}.json`);
  return {
    read(n, digest) {
      const file = fileOf(n);
      const bytes = bytesOf(file);
      if (bytes === null) return null;
      const entry = unseal(name, bytes.toString().trimEnd());
      if (entry === null) {
        warn(`${file} is not what was written: kept in ${setAside(file, [bytes])}, not believed and done again.`);
        return null;
      }
      const stored = JSON.parse(entry) as { readonly inputs: string; readonly record: unknown };
      return stored.inputs === digest ? stored.record : null;
    },
    write(n, digest, record) {
      writeAtomically(fileOf(n), `${seal(name, JSON.stringify({ inputs: digest, record }))}\n`);
    },
  };
}

function bytesOf(file: string): Buffer | null {
  const read = readBytes(file);
  // Missing or unreadable: computed again.
  return read.ok ? read.bytes : null;
}
