import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orWriteFailure } from './write-failure.js';
import type { OwnFolder } from './own-folder.js';

/** Bytes of a line break. */
const LINE_BREAK = Buffer.from('\n');

/**
 * Writes damaged lines of `file` to a new file in the same folder and returns its path.
 *
 * @throws WriteFailure
 */
export function setAside(file: string, lines: readonly Uint8Array[]): string {
  const beside = freeName(`${file}.set-aside`);
  return orWriteFailure(beside, () => {
    const descriptor = openSync(beside, 'wx');
    try {
      writeFileSync(descriptor, Buffer.concat(lines.flatMap((line) => [line, LINE_BREAK])));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return beside;
  });
}

/**
 * Moves a regular file to a subfolder of `aside` and returns its new path; "gone" if it no longer exists, "stuck" if it
 * cannot be moved, e.g. from a read-only folder.
 */
export function moveAway(file: string, aside: OwnFolder, folders: readonly string[], name: string): string {
  try {
    if (!lstatSync(file).isFile()) return 'stuck';
    const target = freeName(join(aside.folder(...folders), name));
    renameSync(file, target);
    return target;
  } catch {
    return existsSync(file) ? 'stuck' : 'gone';
  }
}

/**
 * Returns `file` if nothing has this path. Otherwise appends the smallest number that makes the path free. A broken
 * link counts as existing.
 */
function freeName(file: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? file : `${file}.${n}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}
