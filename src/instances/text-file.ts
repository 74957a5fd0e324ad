import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { LocalFault } from './fault.js';

/** Maximum size of an instance file, bytes. Our choice: the file of a room with 21,600 nodes is smaller than 2 MB. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

interface Unread {
  readonly ok: false;
  readonly fault: LocalFault;
  /** Error of the operating system; null if the file was refused before it was opened. */
  readonly error: NodeJS.ErrnoException | null;
}

export type ReadBytes = { readonly ok: true; readonly bytes: Buffer } | Unread;
export type ReadText = { readonly ok: true; readonly text: string; readonly bytes: Uint8Array } | Unread;

/**
 * Returns the bytes of a regular file, or a fault. Files that users name must be read with this function, because a
 * pipe may block and a device may never end.
 *
 * @param mostBytes maximum size of the file
 * @param kind what the file is expected to be, for messages, e.g. "a template database"
 */
export function readBytes(file: string, mostBytes = MAX_FILE_BYTES, kind = 'a file'): ReadBytes {
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

/** Returns the text of a regular UTF-8 file, which must not be empty. */
export function readTextFile(file: string, mostBytes = MAX_FILE_BYTES): ReadText {
  const read = readBytes(file, mostBytes);
  return read.ok ? textOf(read.bytes, 'utf-8') : read;
}

/** Reads a file as `readTextFile` does, but for numbers: names and comments in the file need not be UTF-8. */
export function readTableFile(file: string, mostBytes = MAX_FILE_BYTES, kind = 'a file'): ReadText {
  const read = readBytes(file, mostBytes, kind);
  return read.ok ? textOf(read.bytes, 'any') : read;
}

/** Encodings with two bytes a character, and the byte-order marks by which files in them begin. */
const UTF_16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/**
 * The 32 characters of Windows-1252 for the bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252). Some versions of
 * Node.js decode these bytes as control characters, as in Latin-1.
 */
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes the bytes of a file as text, or returns a fault. Empty contents are refused.
 *
 * If `names` is 'any', text in UTF-16 with a byte-order mark is read, and text that is neither is read as Windows-1252,
 * which includes Latin-1. Numbers, separators and keywords have the same bytes there as in UTF-8, so at most a name is
 * read wrongly.
 */
export function textOf(bytes: Buffer, names: 'utf-8' | 'any'): ReadText {
  if (bytes.length === 0) return refuse('an empty file', 'text', 'Check that the file was written completely.');
  const wide = UTF_16.find(({ mark: [one, two] }) => bytes[0] === one && bytes[1] === two);
  if (wide !== undefined && names === 'any') return wideText(bytes, wide.encoding);
  if (wide !== undefined) {
    return refuse('text in UTF-16', 'text in UTF-8', 'Save the file as UTF-8: iconv -f UTF-16 -t UTF-8.');
  }
  if (bytes.includes(0)) return refuse('binary data', 'text in UTF-8', 'Unpack or export the file as text.');
  if (isUtf8(bytes)) return { ok: true, bytes, text: new TextDecoder().decode(bytes) };
  if (names === 'any') {
    const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { ok: true, bytes, text: windowsText(isMarked ? bytes.subarray(3) : bytes) };
  }
  return refuse(
    foreignByte(bytes),
    'text in UTF-8',
    'Save the file as UTF-8; from Windows or Latin-1: iconv -f WINDOWS-1252 -t UTF-8.',
  );
}

/** Decodes text in UTF-16; refuses bytes that are none. */
function wideText(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): ReadText {
  try {
    return { ok: true, bytes, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return refuse('damaged text in UTF-16', 'text', 'Check that the file was copied completely.');
  }
}

/** Decodes bytes as Windows-1252, which includes Latin-1. */
export function windowsText(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => OF_WINDOWS[sign.charCodeAt(0) - 0x80]!);
}

/** Describes, for a fault, the first byte that is not valid UTF-8. */
function foreignByte(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  // Sound text may hold the sign that decoders put in place of what is not.
  let at = text.indexOf('\uFFFD');
  let byte = Buffer.byteLength(text.slice(0, at));
  while (bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd) {
    at = text.indexOf('\uFFFD', at + 1);
    byte = Buffer.byteLength(text.slice(0, at));
  }
  const line = text.slice(0, at).split(/\r\n|\n|\r/);
  const place = `line ${line.length}, column ${line.at(-1)!.length + 1}`;
  return `the byte 0x${bytes[byte]!.toString(16).toUpperCase()} in ${place}, which is no UTF-8`;
}

/** Returns the fault that a path cannot be read as a file, without reading its contents; null if it can. */
export function fileFault(file: string, mostBytes = MAX_FILE_BYTES): LocalFault | null {
  try {
    return judge(statSync(file), mostBytes, 'a file')?.fault ?? null;
  } catch (error) {
    return unreadable(error as NodeJS.ErrnoException).fault;
  }
}

function judge(stat: Stats, mostBytes: number, kind: string): Unread | null {
  if (stat.isDirectory()) return refuse('a directory', kind, 'Name a file in it.');
  if (!stat.isFile()) return refuse('a device, pipe or socket', kind, 'Store the data in a file first.');
  if (stat.size <= mostBytes) return null;
  return refuse(`${stat.size} bytes`, `at most ${mostBytes} bytes`, 'Check that this is the file you meant.');
}

function refuse(value: unknown, allowed: string, remedy: string, error: Unread['error'] = null): Unread {
  return { ok: false, fault: { path: '', value, allowed, remedy }, error };
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
