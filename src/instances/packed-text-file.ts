import { gunzipSync } from 'node:zlib';
import { MAX_FILE_BYTES, readBytes, readTableFile, type ReadText, textOf } from './text-file.js';

export type TextFile = ReadText;

/**
 * Reads a file as `readTableFile` does, but decompresses it if its name ends in .gz. `bytes` are then those of the
 * compressed file.
 */
export function readMaybePacked(file: string): TextFile {
  if (!file.toLowerCase().endsWith('.gz')) return readTableFile(file);
  const packed = readBytes(file);
  if (!packed.ok) return packed;
  try {
    const text = textOf(gunzipSync(packed.bytes, { maxOutputLength: MAX_FILE_BYTES }), 'any');
    return text.ok ? { ...text, bytes: packed.bytes } : text;
  } catch (error) {
    const value = error instanceof RangeError ? 'more bytes than can be' : 'no gzip file';
    const allowed = `text packed by gzip, at most ${MAX_FILE_BYTES} bytes unpacked`;
    const remedy = 'Unpack the file and name the unpacked one.';
    return { ok: false, fault: { path: '', value, allowed, remedy }, error: null };
  }
}
