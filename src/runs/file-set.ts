import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readBytes, readTextFile } from '../instances/text-file.js';
import { orWriteFailure, stage, writeAtomically } from './files.js';

/** Name of the file that lists, in the format of sha256sum, the files of its directory that Plenum wrote. */
export const SUMS = 'plenum.sha256';
/** Pattern of a line of that file: SHA-256 in hex digits, two spaces, name. */
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/**
 * Texts of a set of files by name; null for a file that must not exist. The last file is written last, so its presence
 * shows that the set is complete.
 */
export type FileSet = ReadonlyMap<string, string | null>;

/**
 * Replacement of a set of files in a directory as one. All are on disk beside their places before any is touched; then
 * the last of the old set is removed first and that of the new set comes last. So wherever the last one exists, all
 * files are of its set, even after a kill or a failure on the way; and each file is Plenum's own by `plenum.sha256` at
 * any moment. @throws WriteFailure
 */
export function writeFileSet(directory: string, files: FileSet): void {
  const last = [...files.keys()].at(-1)!;
  const places = new Map([...files].map(([name, text]) => [name, { file: join(directory, name), text }]));
  orWriteFailure(directory, () => {
    mkdirSync(directory, { recursive: true });
  });
  const fresh = [...files].flatMap(([name, text]) => (text === null ? [] : [[name, sha256(text)] as const]));
  const known = sumsIn(directory);
  const staged = stageAll([...places.values()]);
  try {
    writeSums(directory, [...known, ...fresh]);
    const { file } = places.get(last)!;
    orWriteFailure(file, () => {
      if (files.size > 1) rmSync(file, { force: true });
      syncDirectory(directory);
      for (const { file: target, temporary } of staged.slice(0, -1)) renameOrRemove(temporary, target);
      syncDirectory(directory);
      for (const { file: target, temporary } of staged.slice(-1)) renameOrRemove(temporary, target);
      syncDirectory(directory);
    });
    writeSums(directory, [...known.filter(([name]) => !files.has(name)), ...fresh]);
  } catch (error) {
    unstage(staged);
    throw error;
  }
}

/** Writing of one file in pieces, however large, with its line in `plenum.sha256`. @throws WriteFailure */
export function writeOwnFile(file: string, pieces: Iterable<string | Uint8Array>): void {
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
      renameSync(temporary, file);
    });
    writeSums(directory, [...known.filter(([name]) => name !== fresh[0]), fresh]);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Greatest size of a file that is compared with its sum, bytes: larger than anything Plenum writes. Ours. */
const MAX_BYTES = 2e9;

/** Test whether an existing file is as Plenum wrote it, by `plenum.sha256` beside it. */
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
  /** Path of the new content beside the file; null if the file is to be removed. */
  readonly temporary: string | null;
}

function stageAll(files: readonly { readonly file: string; readonly text: string | null }[]): Staged[] {
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
  for (const { temporary } of staged) if (temporary !== null) rmSync(temporary, { force: true });
}

function renameOrRemove(temporary: string | null, file: string): void {
  if (temporary === null) rmSync(file, { force: true });
  else renameSync(temporary, file);
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

function writeSums(directory: string, sums: readonly Sum[]): void {
  const lines = new Set(sums.map(([name, sum]) => `${sum}  ${name}\n`));
  writeAtomically(join(directory, SUMS), [...lines].join(''));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Flush of a directory to disk, so that a power cut keeps the order of renames. Where directories cannot be flushed,
 * only that order is lost.
 */
function syncDirectory(directory: string): void {
  try {
    const descriptor = openSync(directory, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not on every file system.
  }
}
