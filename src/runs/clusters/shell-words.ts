/** Pattern of a word that needs no quotes in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns a text as one word of a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a POSIX shell command line in which each text is one word. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** Quotes that are open at a position in a command line. */
export type Quotes = 'none' | 'single' | 'double';

/** Returns a text as it must be written inside quotes of a POSIX shell. */
export function withinQuotes(text: string, quotes: Exclude<Quotes, 'none'>): string {
  return quotes === 'single' ? text.replaceAll("'", `'\\''`) : text.replaceAll(/[\\"$`]/g, '\\$&');
}

/** Shell constructs in which a value cannot be quoted, by their names in messages. */
export type Nested = '$(...)' | '${...}' | 'backticks' | "$'...'" | 'here-document' | 'comment';

/** What a position in a command line is inside of: quotes, or a construct in which nothing can be quoted. */
export type ShellPlace = Quotes | Nested;

/** A bracket or quote that is open at a position in a command line. */
type Open = 'single' | 'double' | Nested | 'parenthesis';

/**
 * Parser for POSIX shell command lines (POSIX.1-2017, 2.2 to 2.7), read piece by piece. It tells which quotes or
 * constructs are open after the text read so far.
 */
export class ShellReader {
  readonly #open: Open[] = [];
  /** Closing words of the here-documents (input for a command in the lines that follow) that begin on the next line. */
  #documents: string[] = [];
  /** Closing word of the here-document that is being read. */
  #end = '';
  #line = '';
  #isWordStart = true;

  /**
   * Returns what is open after the text read so far: the outermost construct in which nothing can be quoted or, if
   * there is none, the innermost quotes.
   */
  get place(): ShellPlace {
    const nested = this.#open.find((one) => one !== 'single' && one !== 'double' && one !== 'parenthesis');
    const quotes = this.#open.at(-1);
    return nested ?? (quotes === 'single' || quotes === 'double' ? quotes : 'none');
  }

  /** Reads another piece of the command line. */
  read(piece: string): void {
    for (let at = 0; at < piece.length;) at += this.#step(piece.slice(at));
  }

  /**
   * Reads the first characters of `text` that belong together, such as an escape sequence, and returns their number.
   */
  #step(text: string): number {
    const [char] = text as unknown as [string];
    const inner = this.#open.at(-1);
    if (inner === 'here-document') return this.#stepInDocument(char);
    const isWordStart = this.#isWordStart;
    this.#isWordStart = /[\s;&|(]/.test(char);
    if (inner === 'single') return this.#closing(char === "'");
    if (inner === "$'...'") return char === '\\' ? 2 : this.#closing(char === "'");
    if (inner === 'comment') return this.#closing(char === '\n') && this.#newLine(char);
    if (char === '\\') return 2;
    if (inner === 'backticks' && char === '`') return this.#closing(true);
    for (const [mark, opens] of [
      ['$(', '$(...)'],
      ['${', '${...}'],
      ['`', 'backticks'],
    ] as const) {
      if (text.startsWith(mark)) return this.#opening(opens, mark);
    }
    if (char === '"') return inner === 'double' ? this.#closing(true) : this.#opening('double', char);
    if (inner === 'double') return 1;
    if (inner === '${...}' && char === '}') return this.#closing(true);
    if (text.startsWith("$'")) return this.#opening("$'...'", "$'");
    if (char === "'") return this.#opening('single', char);
    if (char === '#' && isWordStart) return this.#opening('comment', char);
    if (char === '(') return this.#opening('parenthesis', char);
    if (char === ')') return this.#closing(inner === '$(...)' || inner === 'parenthesis');
    const document = /^<<-?[ \t]*((?:'[^']*'|"[^"]*"|\\.|[^\s;&|<>()])+)/.exec(text);
    if (document !== null && !text.startsWith('<<<')) {
      this.#documents.push(document[1]!.replaceAll(/['"\\]/g, ''));
      return document[0].length;
    }
    return this.#newLine(char);
  }

  #newLine(char: string): number {
    const [next] = this.#documents;
    if (char === '\n' && next !== undefined) {
      this.#end = next;
      this.#line = '';
      this.#documents = this.#documents.slice(1);
      this.#open.push('here-document');
    }
    return 1;
  }

  #stepInDocument(char: string): number {
    if (char !== '\n') {
      this.#line += char;
      return 1;
    }
    const isEnd = this.#line.replace(/^\t+/, '') === this.#end;
    this.#line = '';
    if (!isEnd) return 1;
    this.#open.pop();
    return this.#newLine(char);
  }

  #opening(what: Open, mark: string): number {
    this.#open.push(what);
    return mark.length;
  }

  #closing(isEnd: boolean): number {
    if (isEnd) this.#open.pop();
    return 1;
  }
}
