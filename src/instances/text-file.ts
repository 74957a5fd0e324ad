import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { LocalProblem } from './problem.js';

/** Greatest size of an instance file, bytes. Ours: a 21,600-node room is below 2 MB. */
export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

interface Unread {
  readonly ok: false;
  readonly problem: LocalProblem;
  /** Error of the system; null where the file was refused before it was opened. */
  readonly error: NodeJS.ErrnoException | null;
}

export type ReadBytes = { readonly ok: true; readonly bytes: Buffer } | Unread;
export type ReadText = { readonly ok: true; readonly text: string; readonly bytes: Uint8Array } | Unread;

/**
 * Bytes of a regular file, at most `mostBytes` of them. Every file that a user names is read through here, because a
 * pipe would wait for ever and a device never end.
 *
 * @param kind what is expected, e.g. "a template database"
 */
export function readBytes(file: string, mostBytes = LARGEST_FILE_BYTES, kind = 'a file'): ReadBytes {
  try {
    const refused = judge(statSync(file), mostBytes, kind);
    if (refused !== null) return refused;
    // Without blocking, in case a pipe has taken the file's place since.
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK || 0));
    try {
      const stat = fstatSync(descriptor);
      // Some files of the system have size 0 and no end.
      const bytes = stat.size === 0 ? Buffer.alloc(0) : undefined;
      return judge(stat, mostBytes, kind) ?? { ok: true, bytes: bytes ?? readFileSync(descriptor) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return unreadable(error as NodeJS.ErrnoException);
  }
}

/** Text of a regular UTF-8 file that is not empty and at most `mostBytes` long. */
export function readTextFile(file: string, mostBytes = LARGEST_FILE_BYTES): ReadText {
  const read = readBytes(file, mostBytes);
  if (!read.ok) return read;
  const { bytes } = read;
  if (bytes.length === 0) return refuse('an empty file', 'text', 'Check that the file was written completely.');
  if (bytes.includes(0)) return refuse('binary data', 'text in UTF-8', 'Unpack or export the file as text.');
  try {
    return { ok: true, bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse('bytes that are no UTF-8', 'text in UTF-8', 'Save the file as UTF-8.');
  }
}

/** Problem that keeps a path from being read as a file; null for none. Its contents are not looked at. */
export function fileProblem(file: string, mostBytes = LARGEST_FILE_BYTES): LocalProblem | null {
  try {
    return judge(statSync(file), mostBytes, 'a file')?.problem ?? null;
  } catch (error) {
    return unreadable(error as NodeJS.ErrnoException).problem;
  }
}

function judge(stat: Stats, mostBytes: number, kind: string): Unread | null {
  if (stat.isDirectory()) return refuse('a directory', kind, 'Name a file in it.');
  if (!stat.isFile()) return refuse('a device, pipe or socket', kind, 'Store the data in a file first.');
  if (stat.size <= mostBytes) return null;
  return refuse(`${stat.size} bytes`, `at most ${mostBytes} bytes`, 'Check that this is the file you meant.');
}

function refuse(value: unknown, allowed: string, remedy: string, error: Unread['error'] = null): Unread {
  return { ok: false, problem: { path: '', value, allowed, remedy }, error };
}

function unreadable(error: NodeJS.ErrnoException): Unread {
  const { code } = error;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return refuse('no such file', 'an existing file', 'Check the path and the spelling.', error);
  if (code === 'EACCES' || code === 'EPERM')
    return refuse('no permission to read', 'a readable file', 'Change its permissions.', error);
  const value = `it cannot be read (${code ?? 'unknown error'})`;
  return refuse(value, 'a readable file', 'Check the disk and the path.', error);
}
