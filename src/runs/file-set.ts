import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readBytes, readTextFile } from '../instances/text-file.js';
import { flushFolder, isThere, put, realFolder, removeFile, stage, userFolder, writeAtomically } from './files.js';
import { errorObstacle, orWriteFailure, PlaceTaken, type WriteObstacle } from './write-failure.js';

/** Name of the file that lists the files in its folder that Plenum wrote, in the format of sha256sum. */
export const SUMS = 'plenum.sha256';
/** Pattern of a line of `plenum.sha256`: SHA-256 in hex digits, two spaces, name. */
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/**
 * Contents of files that belong together, by name; null for a file that must not exist. The last file is written last: if
 * it exists, the set is complete.
 */
export type FileSet = ReadonlyMap<string, string | Uint8Array | null>;

/**
 * Replaces the files of a set in a folder. If the last file exists, all files belong to its set, even after a kill or a
 * failure. `plenum.sha256` always shows which files are Plenum's own.
 *
 * First all new files are written under temporary names. Then the last file of the old set is removed, and the others
 * are replaced. Finally the last file of the new set is put in place.
 */
export function writeFileSet(directory: string, files: FileSet): void {
  const last = [...files.keys()].at(-1)!;
  const places = new Map([...files].map(([name, text]) => [name, { file: join(directory, name), text }]));
  userFolder(directory);
  orWriteFailure(directory, () => {
    for (const [name, { file, text }] of places) {
      // For a file that must not exist no folder is made.
      if (text === null && !existsSync(dirname(file))) continue;
      const folders = name.split('/').slice(0, -1);
      folders.reduce((above, one) => realFolder(join(above, one)), directory);
      isThere(file);
    }
  });
  const fresh = [...files].flatMap(([name, text]) => (text === null ? [] : [[name, sha256(text)] as const]));
  const known = sumsIn(directory);
  const staged = stageAll([...places.values()]);
  try {
    writeSums(directory, [...known, ...fresh]);
    const { file } = places.get(last)!;
    orWriteFailure(file, () => {
      if (files.size > 1) removeFile(file);
      flushFolder(directory);
      for (const { file: target, temporary } of staged.slice(0, -1)) putOrRemove(temporary, target);
      flushFolder(directory);
      for (const { file: target, temporary } of staged.slice(-1)) putOrRemove(temporary, target);
      flushFolder(directory);
    });
    writeSums(directory, [...known.filter(([name]) => !files.has(name)), ...fresh]);
  } catch (error) {
    unstage(staged);
    throw error;
  }
}

/**
 * Writes a file of any size in pieces, and adds it to `plenum.sha256`.
 *
 * @throws WriteFailure
 */
export function writeOwnFile(file: string, pieces: Iterable<string | Uint8Array>): void {
  userFolder(dirname(file));
  orWriteFailure(file, () => isThere(file));
  const hash = createHash('sha256');
  const temporary = stage(
    file,
    (function* () {
      for (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    })(),
  );
  try {
    const directory = dirname(file);
    const known = sumsIn(directory);
    const fresh: Sum = [basename(file), hash.digest('hex')];
    writeSums(directory, [...known, fresh]);
    orWriteFailure(file, () => {
      put(temporary, file);
    });
    writeSums(directory, [...known.filter(([name]) => name !== fresh[0]), fresh]);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

/** Maximum size of a file whose digest is checked, bytes. Plenum writes no larger files. */
const MAX_BYTES = 2e9;

/** Returns true if a file is unchanged since Plenum wrote it, according to `plenum.sha256` in its folder. */
export function isOwn(file: string): boolean {
  const directory = dirname(file);
  // Files of a set may lie in a folder of its directory.
  const inFolder = `${basename(directory)}/${basename(file)}`;
  const sums = [
    ...sumsIn(directory).filter(([name]) => name === basename(file)),
    ...sumsIn(dirname(directory)).filter(([name]) => name === inFolder),
  ];
  if (sums.length === 0) return false;
  const read = readBytes(file, MAX_BYTES);
  return read.ok && sums.some(([, sum]) => sum === sha256(read.bytes));
}

interface Staged {
  readonly file: string;
  /** Path of the temporary file with the new content; null if the file is to be removed. */
  readonly temporary: string | null;
}

function stageAll(files: readonly { readonly file: string; readonly text: string | Uint8Array | null }[]): Staged[] {
  const staged: Staged[] = [];
  try {
    for (const { file, text } of files) staged.push({ file, temporary: text === null ? null : stage(file, [text]) });
  } catch (error) {
    unstage(staged);
    throw error;
  }
  return staged;
}

function unstage(staged: readonly Staged[]): void {
  for (const { temporary } of staged) if (temporary !== null) removeFile(temporary);
}

function putOrRemove(temporary: string | null, file: string): void {
  if (temporary === null) removeFile(file);
  else put(temporary, file);
}

type Sum = readonly [name: string, sha256: string];

function sumsIn(directory: string): Sum[] {
  const read = readTextFile(join(directory, SUMS));
  // Without a list no file is known to be Plenum's.
  if (!read.ok) return [];
  return read.text.split('\n').flatMap((line) => {
    const [, sum, name] = LINE.exec(line) ?? [];
    return sum === undefined ? [] : [[name!, sum] as const];
  });
}

/**
 * Returns why no files can be entered in the `plenum.sha256` of a folder, e.g. because it is a user's own file. Null if
 * they can.
 */
export function sumsObstacle(directory: string): WriteObstacle | null {
  const file = join(directory, SUMS);
  try {
    if (!isThere(file)) return null;
  } catch (error) {
    return errorObstacle(file, error);
  }
  const read = readBytes(file);
  if (!read.ok && read.error !== null) return errorObstacle(file, read.error);
  const lines = read.ok ? read.bytes.toString().split('\n') : [read.fault.value];
  if (lines.every((line) => line === '' || LINE.test(String(line)))) return null;
  const allowed = 'the list of the files that Plenum wrote there, as sha256sum prints it';
  return {
    path: file,
    value: 'a file that is no list of Plenum’s',
    allowed,
    remedy: 'Move it away, or name another place.',
  };
}

function writeSums(directory: string, sums: readonly Sum[]): void {
  const wrong = sumsObstacle(directory);
  if (wrong !== null) throw new PlaceTaken(wrong);
  const lines = new Set(sums.map(([name, sum]) => `${sum}  ${name}\n`));
  writeAtomically(join(directory, SUMS), [...lines].join(''));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
