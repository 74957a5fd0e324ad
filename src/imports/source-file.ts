import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileFault, windowsText } from '../instances/text-file.js';
import { RefusedSource } from './refused-source.js';

/** Maximum length of one line, bytes: of a longer one, no log is made. Our choice. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** First bytes of a file packed by gzip (RFC 1952). */
const GZIP = [0x1f, 0x8b] as const;
/** First bytes of text in UTF-16, little-endian. Big-endian text begins with the same two in the other order. */
const UTF_16_LE = [0xff, 0xfe] as const;
/** First bytes of a zip archive, such as a spreadsheet. */
const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;
/** Byte-order mark of UTF-8. */
const UTF_8_MARK = [0xef, 0xbb, 0xbf] as const;
/** First byte that no sign of ASCII has. */
const FIRST_BEYOND_ASCII = 0x80;
/** Upper six bits of the units in UTF-16 that are the first half of a sign: U+D800 to U+DBFF. */
const HALVES = [0xd8 >> 2, 0xda >> 2];
/** Byte that ends a line. */
const LINE_FEED = 0x0a;

/** Lines of a source that come one after another. */
export interface Lines {
  /** Number of the first line, counted from 1. */
  readonly first: number;
  /** Texts without their line ends. */
  readonly texts: readonly string[];
}

/** What is known of a source once it was read to its end. */
export interface SourceStamp {
  readonly file: string;
  /** Hex digits of the SHA-256 of the file as it is stored, packed or not. */
  readonly sha256: string;
  /** Size of the file as it is stored, bytes. */
  readonly bytes: number;
  /** Number of lines of its text. */
  readonly lines: number;
}

/**
 * A file that is read in one pass and never kept as a whole. It may be packed by gzip, whatever its name. Its text is in
 * UTF-8, or in UTF-16 with a byte-order mark; lines that are neither are read as Windows-1252, which includes Latin-1, so
 * that at most a name is read wrongly.
 */
export class SourceFile {
  #stamp: SourceStamp | null = null;

  constructor(readonly file: string) {}

  /**
   * Returns the digest of the file and its number of lines.
   *
   * @throws Error before the file was read to its end
   */
  get stamp(): SourceStamp {
    if (this.#stamp === null) throw new Error(`${this.file} has not been read to its end`);
    return this.#stamp;
  }

  /**
   * Yields the lines of the file.
   *
   * @throws RefusedSource for a file that cannot be read, is empty, or is no text
   */
  async *lines(): AsyncGenerator<Lines> {
    let count = 0;
    const decoder = new Decoder(this.file, 'line');
    for await (const bytes of this.#bytes(() => count)) {
      const text = bytes === null ? decoder.end() : decoder.add(bytes);
      if (text === '') continue;
      const texts = text.replace(/\r?\n$|\r$/, '').split(/\r?\n/);
      yield { first: count + 1, texts };
      count += texts.length;
    }
  }

  /**
   * Yields the text of the file in pieces of any length, line ends included: for text that may be one long line, which
   * JSON often is.
   *
   * @throws RefusedSource as `lines` does
   */
  async *pieces(): AsyncGenerator<string> {
    let count = 0;
    let isEnded = true;
    const decoder = new Decoder(this.file, 'sign');
    for await (const bytes of this.#bytes(() => count + (isEnded ? 0 : 1))) {
      const text = bytes === null ? decoder.end() : decoder.add(bytes);
      if (text === '') continue;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
      isEnded = text.endsWith('\n');
      yield text;
    }
  }

  /**
   * Yields the unpacked bytes of the file, then null; keeps the stamp at the end.
   *
   * @param lines called at the end for the number of lines
   */
  async *#bytes(lines: () => number): AsyncGenerator<Buffer | null> {
    const fault = fileFault(this.file, Infinity);
    if (fault !== null) throw new RefusedSource(this.file, fault);
    const hash = createHash('sha256');
    let stored = 0;
    for await (const piece of this.#unpacked((bytes) => {
      hash.update(bytes);
      stored += bytes.length;
    })) {
      yield piece;
    }
    const { size } = statSync(this.file);
    if (stored < size) {
      const value = `${size - stored} bytes behind the end of what is packed`;
      refuse(this.file, value, 'text packed by gzip, and nothing else', 'Unpack the file and name the unpacked one.');
    }
    yield null;
    if (lines() === 0) refuse(this.file, 'an empty file', 'text', 'Check that the file was written completely.');
    this.#stamp = { file: this.file, sha256: hash.digest('hex'), bytes: stored, lines: lines() };
  }

  /** Yields the unpacked bytes of the file, and calls `seen` with those stored. */
  async *#unpacked(seen: (stored: Buffer) => void): AsyncGenerator<Buffer> {
    let isPacked = false;
    const stored = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of source) {
        seen(piece);
        yield piece;
      }
    };
    try {
      const [first, pieces] = await begun(createReadStream(this.file) as AsyncIterable<Buffer>);
      isPacked = startsWith(first, GZIP);
      if (isPacked) yield* pipeline(stored(pieces), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
      else yield* stored(pieces);
    } catch (error) {
      if (error instanceof RefusedSource) throw error;
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      const value = isPacked ? `no sound gzip file (${code})` : `it cannot be read (${code})`;
      refuse(this.file, value, 'a readable file, packed by gzip or not', 'Check that the file was copied completely.');
    }
  }
}

/** Encodings of text that is not read line by line. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Returns the encoding of a text by its first bytes.
 *
 * @throws RefusedSource for what is no text
 */
function encodingOf(file: string, start: Buffer): Encoding {
  if (startsWith(start, ZIP)) {
    refuse(file, 'a zip archive or spreadsheet', 'text', 'Unpack it, or save the sheet as CSV.');
  }
  if (startsWith(start, UTF_16_LE)) return 'utf-16le';
  if (startsWith(start, [...UTF_16_LE].reverse())) return 'utf-16be';
  if (start.includes(0)) refuse(file, 'binary data', 'text', 'Unpack or export the file as text.');
  return 'utf-8';
}

/** Decodes the bytes of a text that come in pieces: of each what is whole, the rest with the next one. */
class Decoder {
  #rest: Buffer = Buffer.alloc(0);
  #encoding: Encoding | null = null;

  /** @param unit what must stay whole */
  constructor(
    private readonly file: string,
    private readonly unit: 'line' | 'sign',
  ) {}

  /** Returns the text up to the last line end, or the last whole sign, in these bytes. */
  add(bytes: Buffer): string {
    let all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (this.#encoding === null && all.length < ZIP.length) {
      this.#rest = all;
      return '';
    }
    all = this.#begun(all);
    const end = this.#encoding === 'utf-8' ? this.#end(all) : this.#wideEnd(all);
    this.#rest = all.subarray(end);
    if (this.#rest.length > MAX_LINE_BYTES) {
      const value = `a line of more than ${MAX_LINE_BYTES} bytes`;
      const allowed = `lines of at most ${MAX_LINE_BYTES} bytes`;
      refuse(this.file, value, allowed, 'Check that this is the file you meant.');
    }
    return this.#textOf(all.subarray(0, end));
  }

  /** Returns the rest of the text. */
  end(): string {
    return this.#textOf(this.#begun(this.#rest));
  }

  /** Looks at the first bytes, and returns the bytes without a byte-order mark. */
  #begun(all: Buffer): Buffer {
    if (this.#encoding !== null || all.length === 0) return all;
    this.#encoding = encodingOf(this.file, all);
    if (this.#encoding !== 'utf-8') return all.subarray(UTF_16_LE.length);
    return startsWith(all, UTF_8_MARK) ? all.subarray(UTF_8_MARK.length) : all;
  }

  #end(all: Buffer): number {
    if (this.unit === 'line') return all.lastIndexOf(LINE_FEED) + 1;
    // Behind a byte of ASCII a sign ends, in UTF-8 as in Latin-1.
    for (let at = all.length; at > 0; at -= 1) if (all[at - 1]! < FIRST_BEYOND_ASCII) return at;
    return 0;
  }

  #wideEnd(all: Buffer): number {
    const [low, high] = this.#encoding === 'utf-16le' ? [0, 1] : [1, 0];
    for (let at = all.length - (all.length % 2) - 2; at >= 0; at -= 2) {
      const isLineEnd = all[at + low] === LINE_FEED && all[at + high] === 0;
      // The first half of a sign of two units waits for the other.
      if (isLineEnd || (this.unit === 'sign' && !HALVES.includes(all[at + high]! >> 2))) return at + 2;
    }
    return 0;
  }

  #textOf(bytes: Buffer): string {
    if (bytes.length === 0) return '';
    if (this.#encoding !== null && this.#encoding !== 'utf-8') return new TextDecoder(this.#encoding).decode(bytes);
    if (bytes.includes(0)) refuse(this.file, 'binary data', 'text', 'Unpack or export the file as text.');
    if (isUtf8(bytes)) return bytes.toString('utf8');
    // One line in another encoding must not spoil the names in the others.
    const lines: string[] = [];
    for (let from = 0; from < bytes.length;) {
      const at = bytes.indexOf(LINE_FEED, from);
      const to = at < 0 ? bytes.length : at + 1;
      const line = bytes.subarray(from, to);
      lines.push(isUtf8(line) ? line.toString('utf8') : windowsText(line));
      from = to;
    }
    return lines.join('');
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, n) => bytes[n] === byte);
}

/** Returns the first piece of a stream, empty if there is none, and all pieces. */
async function begun(stream: AsyncIterable<Buffer>): Promise<[Buffer, AsyncIterable<Buffer>]> {
  const iterator = stream[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = async function* (): AsyncGenerator<Buffer> {
    try {
      for (let one = first; one.done !== true; one = await iterator.next()) yield one.value;
    } finally {
      // A reader that needs only the beginning leaves no file open.
      await iterator.return?.();
    }
  };
  return [first.done === true ? Buffer.alloc(0) : first.value, all()];
}

function refuse(file: string, value: string, allowed: string, remedy: string): never {
  throw new RefusedSource(file, { path: '', value, allowed, remedy });
}
