import { gunzipSync } from 'node:zlib';
import type { LocalProblem } from './problem.js';
import { LARGEST_FILE_BYTES, readBytes, readTextFile } from './text-file.js';

export type TextFile =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: LocalProblem };

/** Text of a file, unpacked if its name ends in .gz. */
export function readMaybePacked(file: string): TextFile {
  if (!file.toLowerCase().endsWith('.gz')) return readTextFile(file);
  const packed = readBytes(file);
  if (!packed.ok) return packed;
  const { bytes } = packed;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      gunzipSync(bytes, { maxOutputLength: LARGEST_FILE_BYTES }),
    );
    return { ok: true, text, bytes };
  } catch (error) {
    const value = error instanceof RangeError ? 'more bytes than can be' : 'no gzip file of text in UTF-8';
    const allowed = `text in UTF-8 packed by gzip, at most ${LARGEST_FILE_BYTES} bytes unpacked`;
    return { ok: false, problem: { path: '', value, allowed, remedy: 'Unpack the file and name the unpacked one.' } };
  }
}
