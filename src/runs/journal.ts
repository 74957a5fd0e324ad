import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, lstatSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readBytes } from '../instances/text-file.js';
import { userFolder, writeAtomically } from './files.js';
import { seal, unseal } from './seal.js';
import { setAside } from './set-aside.js';
import { GONE, obstacle, orWriteFailure, PlaceTaken, takenBy } from './write-failure.js';

/** Format name in the first line of a journal. */
const FORMAT = 'plenum.journal';
/** Format version in the first line of a journal. Version 1 can still be read. */
const FORMAT_VERSION = 2;
/** Byte value of a line break. */
const LINE_BREAK = 0x0a;
/** Maximum size of a journal, bytes; a larger one does not fit into a string. */
const MAX_JOURNAL_BYTES = 5e8;

/** A text file to which finished work is appended line by line, so that a later run can continue. */
export interface JournalFile {
  /** Lines with a correct digest when the journal was opened, without the header. */
  readonly lines: readonly string[];
  /**
   * Appends a line and flushes it to disk.
   *
   * @throws WriteFailure if that fails; the journal then still ends with the previous line, unless the file was removed
   */
  readonly append: (line: string) => void;
  /**
   * Checks that the journal still exists at its path for a later run.
   *
   * @throws WriteFailure if it does not
   */
  readonly requireThere: () => void;
  readonly close: () => void;
  /** Warning if invalid lines were moved to another file, so that their work is done again; otherwise null. */
  readonly warning: string | null;
}

export type JournalAnswer =
  | { readonly ok: true; readonly journal: JournalFile }
  /** `design` means that the file is the journal of other work; `format` means that it is no journal. */
  | { readonly ok: false; readonly reason: 'design' | 'format' };

/**
 * Opens or creates a journal, whose lines have digests. Damaged lines, and lines of a version without digests, are
 * moved to a file beside it. An incomplete last line, left by a killed process, is dropped. A journal of other work is
 * refused and not changed.
 *
 * @param design text that identifies the work
 * @throws WriteFailure, also if a link has its name; another file-system error if it cannot be read
 */
export function openJournal(file: string, design: string): JournalAnswer {
  const sha256 = createHash('sha256').update(design).digest('hex');
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() === true) throw new PlaceTaken(takenBy(file, there));
  const bytes = bytesOf(file);
  if (bytes === null) return { ok: false, reason: 'format' };
  const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_BREAK) + 1);
  const found = linesOf(whole);
  const headers = [headerOf(FORMAT_VERSION, sha256), headerOf(1, sha256)];
  const first = found[0]?.toString();
  const entries = found.map((line) => unseal(sha256, line.toString()));
  const lines = entries.filter((entry) => entry !== null);
  if (first === undefined) {
    // New, or killed while the header was written.
    const text = bytes.toString();
    if (text !== '' && !text.startsWith('{')) return { ok: false, reason: 'format' };
    if (!headers.some((header) => header.startsWith(text))) return notOurs(text);
  } else if (!headers.includes(first) && lines.length === 0) {
    // No line is sealed for this design, so the journal is another's and not one with a damaged header.
    return notOurs(first);
  }
  const strange = found.filter((line, n) => entries[n] === null && !(n === 0 && headers.includes(line.toString())));
  const warning = strange.length === 0 ? null : lossText(strange.length, first === headers[1], setAside(file, strange));
  const intact = Buffer.from(
    first === undefined ? '' : textOf([headers[0]!, ...lines.map((line) => seal(sha256, line))]),
  );
  if (!intact.equals(whole)) writeAtomically(file, intact);
  const { append, requireThere, close } = opened(file, intact.length);
  if (first === undefined) append(headers[0]!);
  const appendSealed = (line: string): void => {
    append(seal(sha256, line));
  };
  return { ok: true, journal: { lines, append: appendSealed, requireThere, close, warning } };
}

/** Cuts a journal to its first `length` bytes, and returns the functions that append to it. */
function opened(file: string, length: number): Pick<JournalFile, 'append' | 'requireThere' | 'close'> {
  return orWriteFailure(file, () => {
    userFolder(dirname(file));
    const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    const descriptor = openSync(file, O_WRONLY | O_APPEND | (isNew ? O_CREAT | O_EXCL : O_NOFOLLOW || 0));
    const { dev, ino } = fstatSync(descriptor);
    let end = length;
    ftruncateSync(descriptor, end);
    const requireThere = (): void => {
      const there = lstatSync(file, { throwIfNoEntry: false });
      if (there?.dev !== dev || there.ino !== ino) throw new PlaceTaken(obstacle(file, GONE));
    };
    return {
      requireThere,
      append(line) {
        const text = textOf([line]);
        try {
          writeFileSync(descriptor, text);
          fsyncSync(descriptor);
        } catch (error) {
          // A half line would spoil the one that is written next to it.
          ftruncateSync(descriptor, end);
          orWriteFailure(file, () => {
            throw error;
          });
        }
        requireThere();
        end += Buffer.byteLength(text);
      },
      close() {
        closeSync(descriptor);
      },
    };
  });
}

function lossText(count: number, isOld: boolean, where: string): string {
  const lines = count === 1 ? '1 line' : `${count} lines`;
  const why = isOld ? 'without digests, by an earlier version of Plenum,' : 'whose digests do not fit';
  return `The journal has ${lines} ${why}: kept in ${where}, not believed and done again.`;
}

function notOurs(first: string): JournalAnswer {
  return { ok: false, reason: first.includes(`"${FORMAT}"`) ? 'design' : 'format' };
}

function headerOf(formatVersion: number, designSha256: string): string {
  return JSON.stringify({ format: FORMAT, formatVersion, designSha256 });
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the lines that end with a line break. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_BREAK, start);
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** Returns the content of a file, empty if there is none; null if it is not a regular file or is too large. */
function bytesOf(file: string): Buffer | null {
  const read = readBytes(file, MAX_JOURNAL_BYTES);
  if (read.ok) return read.bytes;
  if (read.error?.code === 'ENOENT') return Buffer.alloc(0);
  if (read.error !== null) throw read.error;
  return null;
}
