import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orWriteFailure } from './write-failure.js';
import type { OwnFolder } from './own-folder.js';

/** Bytes of a line break. */
const LINE_BREAK = Buffer.from('\n');

/** Path of a new file beside `file` to which lines that cannot be trusted are written. @throws WriteFailure */
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
 * New path of a file moved to a folder of `aside`; "gone" if it is there no more, "stuck" if it cannot be moved, as in a read-only folder. Nothing but
 * a regular file is ever moved.
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

/** The name, with the first number behind it under which nothing is, not even a link to nothing. */
function freeName(file: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? file : `${file}.${n}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}
