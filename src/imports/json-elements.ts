import type { LocalFault } from '../instances/fault.js';
import { RefusedSource } from './refused-source.js';
import type { SourceFile } from './source-file.js';

/** Maximum length of one element, characters. Our choice: a job with its steps has some thousand. */
const MAX_ELEMENT = 16 * 1024 * 1024;

/** An element of a JSON array, with the line on which it begins. */
export interface JsonElement {
  readonly line: number;
  /** The parsed element; undefined if it is no valid JSON. */
  readonly value: unknown;
  readonly text: string;
}

/**
 * Yields the elements of the array under the key `list` of a JSON object, or of the array that the text is, one after
 * another: the text is never kept as a whole. What stands beside the array is passed over.
 *
 * @throws RefusedSource for a text that ends before the array does, or that has no such array
 */
export async function* jsonElements(source: SourceFile, list: string): AsyncGenerator<JsonElement> {
  const scan = new ElementScan(source.file, list);
  for await (const piece of source.pieces()) yield* scan.add(piece);
  scan.end();
}

/** Code of the quote that begins and ends strings. */
const QUOTE = 0x22;
/** Code of the sign that makes the next one of a string an ordinary one. */
const BACKSLASH = 0x5c;
/** Code of the line end. */
const LINE_FEED = 0x0a;
/** Code of the closing brace: no sign with a meaning outside strings has a greater one. */
const MAX_CODE = 0x7d;
/** [code]: 1 for signs that count outside strings, in and outside elements. */
const COUNTS = signs('"[]{}\n');
/** [code]: 1 for signs that count where an element may begin or end, or a key stands. */
const COUNTS_BETWEEN = signs('"[]{}\n,:');
/** [code]: 1 for signs between elements. */
const BLANKS = signs(' \t\r\n,]');

/** Returns a table that has 1 at the codes of some signs. */
function signs(some: string): Uint8Array {
  const table = new Uint8Array(MAX_CODE + 1);
  for (const sign of some) table[sign.charCodeAt(0)] = 1;
  return table;
}

/** Finds the elements of one array in a JSON text that comes in pieces. */
class ElementScan {
  #line = 1;
  /** Signs that close the brackets that are open, the innermost last. */
  readonly #closers: string[] = [];
  #inString = false;
  #isEscaped = false;
  /** Text of the string that is read or was read last at depth 1: the key, if a colon follows. */
  #key = '';
  #isKeyOfList = false;
  /** Depth of the elements; 0 as long as the array has not begun. */
  #inList = 0;
  #hasEnded = false;
  #element = '';
  #elementLine = 0;

  constructor(
    private readonly file: string,
    private readonly list: string,
  ) {}

  /** Number of brackets that are open. */
  get #depth(): number {
    return this.#closers.length;
  }

  *add(text: string): Generator<JsonElement> {
    // Text of the element that is open goes over in one piece, not sign by sign.
    let from = 0;
    const keep = (to: number): void => {
      if (this.#elementLine > 0) this.#element += text.slice(from, to);
      from = to;
      if (this.#element.length > MAX_ELEMENT) this.#refuse('an element that does not end', 'Check the brackets.');
    };
    for (let at = 0; at < text.length; at += 1) {
      if (this.#inString) {
        const end = this.#endOfString(text, at);
        if (this.#depth === 1 && this.#inList === 0) this.#key += text.slice(at, end);
        at = end;
        continue;
      }
      const isBetween = this.#depth <= Math.max(1, this.#inList);
      const isBefore = isBetween && this.#inList > 0 && this.#elementLine === 0;
      const stops = isBetween ? COUNTS_BETWEEN : COUNTS;
      let code = text.charCodeAt(at);
      if (isBefore) {
        while (at < text.length && BLANKS[code] === 1 && stops[code] === 0) code = text.charCodeAt((at += 1));
        if (at === text.length) break;
        if (BLANKS[code] !== 1 && this.#depth === this.#inList) {
          this.#elementLine = this.#line;
          from = at;
        }
      }
      while (at < text.length && (code > MAX_CODE || stops[code] === 0)) code = text.charCodeAt((at += 1));
      if (at === text.length) break;
      const sign = text[at]!;
      if (code === LINE_FEED) this.#line += 1;
      else if (code === QUOTE) {
        this.#inString = true;
        if (this.#depth === 1 && this.#inList === 0) this.#key = '';
      } else if (sign === ':') {
        if (this.#depth === 1) this.#isKeyOfList = this.#key === this.list;
      } else if (sign === '{' || sign === '[') {
        this.#closers.push(sign === '{' ? '}' : ']');
        const isRoot = this.#depth === 1;
        // Texts may follow one another, as where dumps were joined.
        if (isRoot) this.#hasEnded = false;
        const isUnderKey = this.#depth === 2 && this.#isKeyOfList;
        if (sign !== '[' || this.#inList > 0 || !(isRoot || isUnderKey)) continue;
        if (this.#hasEnded) this.#refuse(`the list "${this.list}" a second time`, 'Split the file.');
        this.#inList = this.#depth;
      } else {
        const isInside = this.#inList > 0 && this.#depth === this.#inList && sign !== '}';
        if (isInside && this.#elementLine > 0) {
          keep(at);
          yield this.#taken();
        }
        if (sign !== ',' && this.#closers.pop() !== sign)
          this.#refuse('a bracket that nothing opened', 'Check the brackets.');
        if (this.#inList > 0 && this.#depth < this.#inList) {
          this.#inList = 0;
          this.#hasEnded = true;
        }
        if (sign === ',' && this.#depth === 1) this.#isKeyOfList = false;
      }
    }
    keep(text.length);
  }

  /**
   * Checks that the text was complete.
   *
   * @throws RefusedSource if it was not, or had no such array
   */
  end(): void {
    if (this.#hasEnded && this.#depth === 0) return;
    const value = this.#depth > 0 ? 'a text that ends too early' : `no list "${this.list}"`;
    const allowed = `JSON with the list "${this.list}", or a list alone`;
    const remedy =
      this.#depth > 0 ? 'Check that it was written completely.' : 'Check that this is the kind of file you meant.';
    throw new RefusedSource(this.file, { path: '', value, allowed, remedy });
  }

  /** Returns the index of the quote that ends the string, from `at` on; the length of the text if it does not end. */
  #endOfString(text: string, at: number): number {
    let n = at;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      n += 1;
    }
    for (; n < text.length; n += 1) {
      const code = text.charCodeAt(n);
      if (code === BACKSLASH) n += 1;
      else if (code === QUOTE) {
        this.#inString = false;
        return n;
      }
    }
    // The escaped sign is the first one of the next piece.
    this.#isEscaped = n > text.length;
    return text.length;
  }

  #taken(): JsonElement {
    const text = this.#element;
    const line = this.#elementLine;
    this.#element = '';
    this.#elementLine = 0;
    try {
      return { line, text, value: JSON.parse(text) as unknown };
    } catch {
      return { line, text, value: undefined };
    }
  }

  #refuse(value: string, remedy: string): never {
    const fault: LocalFault = { path: `line ${this.#line}`, value, allowed: 'valid JSON', remedy };
    throw new RefusedSource(this.file, fault);
  }
}
