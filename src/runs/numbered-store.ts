import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './files.js';

/** Finished parts of a long run, one file each, so that a run cut short is taken up again. */
export interface NumberedStore {
  /** The record stored under a number for these inputs; null when there is none, or one of other inputs. */
  read(n: number, digest: string): unknown;
  /** Writes all of it or nothing. */
  write(n: number, digest: string, record: unknown): void;
}

/** Keeps nothing. */
export const NO_STORE: NumberedStore = { read: () => null, write: () => undefined };

export function numberedStore(directory: string, name: string): NumberedStore {
  const file = (n: number): string => join(directory, `${name}-${String(n).padStart(4, '0')}.json`);
  return {
    read(n, digest) {
      try {
        const stored = JSON.parse(readFileSync(file(n), 'utf8')) as { digest?: unknown; record?: unknown } | null;
        return stored?.digest === digest ? (stored.record ?? null) : null;
      } catch {
        // Missing, unreadable or cut off: computed again.
        return null;
      }
    },
    write(n, digest, record) {
      writeAtomically(file(n), `${JSON.stringify({ digest, record })}\n`);
    },
  };
}
