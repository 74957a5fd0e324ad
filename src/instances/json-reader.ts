import { excerpt, jsonPath, type LocalFault, MAX_FAULTS, type PathSegment, rest } from './fault.js';

/**
 * Returns the value of JSON text, or its faults. Unlike JSON.parse, it
 * - gives the line and column of an error,
 * - refuses an object with the same key twice, of which JSON.parse keeps the last value,
 * - refuses an object with the key "__proto__",
 * - reads NaN and Infinity as numbers, so that the schema refuses them by path together with all other faults.
 */
export function readJson(text: string): { ok: true; value: unknown } | { ok: false; faults: LocalFault[] } {
  const reader = new Reader(text);
  try {
    const value = reader.document();
    return reader.faults.length === 0 ? { ok: true, value } : { ok: false, faults: reader.faults };
  } catch (error) {
    if (error instanceof SyntaxFault) return { ok: false, faults: [...reader.faults, error.fault] };
    throw error;
  }
}

class SyntaxFault extends Error {
  constructor(readonly fault: LocalFault) {
    super(fault.allowed);
  }
}

/** Maximum depth to which lists and objects may be nested. */
const DEEPEST = 64;
/** Pattern of a JSON number at the current position (RFC 8259, section 6). */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Pattern of JSON white space at the current position (RFC 8259, section 2). */
const SPACE = /[ \t\r\n]*/y;
/** Pattern of an unpaired surrogate. With the flag u it does not match surrogate pairs. */
const SURROGATE = /\p{Surrogate}/u;
/** Key of an object that is refused. JavaScript treats it specially, so that object schemas ignore it. */
const NO_KEY = '__proto__';
/** Value of each word (without quotes) that is accepted. */
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

class Reader {
  readonly #faults: LocalFault[] = [];
  #more = 0;
  readonly #text: string;
  readonly #path: PathSegment[] = [];
  #at = 0;
  /** A position whose line number is known. The lines of later positions are counted from it. */
  #counted = { at: 0, line: 1 };

  constructor(text: string) {
    this.#text = text;
  }

  /** Faults so far after which reading could continue. */
  get faults(): LocalFault[] {
    return this.#more === 0 ? this.#faults : [...this.#faults, rest(this.#more)];
  }

  #report(fault: () => LocalFault): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(fault());
    else this.#more++;
  }

  document(): unknown {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('the end of the file', 'Remove what follows the first JSON value.');
    return value;
  }

  #value(): unknown {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      default:
        return this.#word();
    }
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#open();
    if (this.#take('}')) return object;
    const seen = new Set<string>();
    do {
      this.#skipSpace();
      const start = this.#at;
      if (this.#text[start] !== '"') this.#fail('a key in double quotes', 'Quote the key, or remove a trailing comma.');
      const key = this.#string();
      this.#path.push(key);
      if (seen.has(key)) {
        this.#report(() => ({
          path: jsonPath(this.#path),
          value: `"${excerpt(key)}" again at ${this.#position(start)}`,
          allowed: 'each key once per object',
          remedy: 'Remove or rename one of the two; which one would count is not defined.',
        }));
      }
      seen.add(key);
      if (key === NO_KEY) {
        this.#report(() => ({
          path: jsonPath(this.#path),
          value: `"${key}" at ${this.#position(start)}`,
          allowed: 'any other key',
          remedy: 'Rename or remove it: no program in JavaScript can hold it as a name.',
        }));
      }
      if (!this.#take(':')) this.#fail('":" after a key', 'Write "key": value.');
      // Plain assignment to "__proto__" would change the object's prototype and lose the key.
      Object.defineProperty(object, key, {
        value: this.#value(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      this.#path.pop();
    } while (this.#take(','));
    if (!this.#take('}'))
      this.#fail('"," or "}"', 'Separate the members of an object by commas and close it with "}".');
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    this.#open();
    if (this.#take(']')) return array;
    do {
      this.#path.push(array.length);
      array.push(this.#value());
      this.#path.pop();
    } while (this.#take(','));
    if (!this.#take(']')) this.#fail('"," or "]"', 'Separate the entries of a list by commas and close it with "]".');
    return array;
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    // Control characters, line breaks among them, end a string that was never closed.
    while (end < this.#text.length && this.#text[end] !== '"' && this.#text.charCodeAt(end) >= 32) {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    if (this.#text[end] !== '"') {
      this.#at = Math.min(end, this.#text.length);
      this.#fail('a string closed by a double quote on its line', 'Close the string; write a quote inside it as \\".');
    }
    const quoted = this.#text.slice(start, end + 1);
    try {
      const value = JSON.parse(quoted) as string;
      if (SURROGATE.test(value)) {
        this.#report(() => ({
          path: jsonPath(this.#path),
          value: excerpt(quoted),
          allowed: 'whole characters: both halves of a surrogate pair, or neither',
          remedy: `Correct the text at ${this.#position(start)}; no program could write it out again.`,
        }));
      }
      this.#at = end + 1;
      return value;
    } catch {
      return this.#fail('a string with valid escapes', 'Write a backslash as \\\\.');
    }
  }

  #word(): unknown {
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    const number = this.#match(NUMBER);
    if (number === undefined) this.#fail('a JSON value', 'Write a number, string, list, object, true or false.');
    return Number(number);
  }

  #open(): void {
    if (this.#path.length >= DEEPEST) this.#fail(`at most ${DEEPEST} levels of nesting`, 'This is no instance file.');
    this.#at++;
  }

  #take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #position(at: number): string {
    let { at: from, line } = this.#counted.at <= at ? this.#counted : { at: 0, line: 1 };
    for (let next = this.#text.indexOf('\n', from); next >= 0 && next < at; next = this.#text.indexOf('\n', from)) {
      from = next + 1;
      line++;
    }
    this.#counted = { at: from, line };
    return `line ${line}, column ${at - from + 1}`;
  }

  #fail(allowed: string, remedy: string): never {
    const rest = this.#text.slice(this.#at, this.#at + 20).split('\n')[0]!;
    throw new SyntaxFault({
      path: this.#position(this.#at),
      value: this.#at >= this.#text.length ? 'the end of the file' : rest === '' ? 'the end of the line' : rest,
      allowed,
      remedy: this.#at >= this.#text.length ? `The file is cut off. ${remedy}` : remedy,
    });
  }
}
