import { constants, createGzip, type Gzip } from 'node:zlib';

/** Compression level: three quarters of what the highest level gains, in a quarter of its time. */
const LEVEL = 4;
/** Length of text from which a piece is compressed, characters. Our choice: few calls, little memory. */
const PIECE = 262_144;
/** Place of the byte in a gzip file's head that names the operating system (RFC 1952). */
const SYSTEM_AT = 9;
/** Value of that byte for "unknown", so that all systems write the same bytes. */
const UNKNOWN_SYSTEM = 255;

/** A text that is written in pieces and kept compressed by gzip. The same text becomes the same bytes: no time is in it. */
export class PackedText {
  readonly #gzip: Gzip = createGzip({ level: LEVEL, strategy: constants.Z_DEFAULT_STRATEGY });
  readonly #packed: Buffer[] = [];
  readonly #ended: Promise<void>;
  #text = '';

  constructor() {
    this.#gzip.on('data', (bytes: Buffer) => this.#packed.push(bytes));
    this.#ended = new Promise((resolve, reject) => {
      this.#gzip.on('end', resolve).on('error', reject);
    });
  }

  /** Adds text. */
  add(text: string): void {
    this.#text += text;
  }

  /** Compresses what was added, if it is enough for a piece. To be awaited now and then, so that text does not pile up. */
  async settle(): Promise<void> {
    if (this.#text.length >= PIECE) await this.#flush();
  }

  /** Returns the compressed bytes of all text. */
  async end(): Promise<Uint8Array> {
    await this.#flush();
    this.#gzip.end();
    await this.#ended;
    const bytes = Buffer.concat(this.#packed);
    bytes[SYSTEM_AT] = UNKNOWN_SYSTEM;
    return bytes;
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (this.#gzip.write(text)) return;
    await new Promise((resolve) => this.#gzip.once('drain', resolve));
  }
}
