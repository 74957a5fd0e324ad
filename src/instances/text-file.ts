import { readFileSync, statSync } from 'node:fs';
import type { LocalProblem } from './problem.js';

/** A 21,600-node room is below 2 MB; anything this large is something else. */
export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

type ReadFile =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: LocalProblem };

/** Text of a regular UTF-8 file of bearable size. */
export function readTextFile(file: string): ReadFile {
  const refuse = (value: unknown, allowed: string, remedy: string): ReadFile => ({
    ok: false,
    problem: { path: '', value, allowed, remedy },
  });
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return refuse('a directory', 'a file', 'Name a file in it.');
    if (!stat.isFile()) return refuse('a device, pipe or socket', 'a file', 'Store the data in a file first.');
    if (stat.size > LARGEST_FILE_BYTES) {
      return refuse(
        `${stat.size} bytes`,
        `at most ${LARGEST_FILE_BYTES} bytes`,
        'Check that this is the file you meant.',
      );
    }
    if (stat.size === 0) return refuse('an empty file', 'text', 'Check that the file was written completely.');
    const bytes = readFileSync(file);
    if (bytes.includes(0)) return refuse('binary data', 'text in UTF-8', 'Unpack or export the file as text.');
    return { ok: true, bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return refuse('no such file', 'an existing file', 'Check the path and the spelling.');
    if (code === 'EACCES' || code === 'EPERM')
      return refuse('no permission to read', 'a readable file', 'Change its permissions.');
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return refuse('bytes that are no UTF-8', 'text in UTF-8', 'Save the file as UTF-8.');
    }
    return refuse(`it cannot be read (${code ?? 'unknown error'})`, 'a readable file', 'Check the disk and the path.');
  }
}
