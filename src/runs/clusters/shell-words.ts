/** Pattern of a word that every shell takes as it stands. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Command line of a POSIX shell, one word of it for each text. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** Quotes that a place in a command line of a shell stands in. */
export type Quotes = 'none' | 'single' | 'double';

/** Text as it is written within the given quotes of a POSIX shell, so that the shell reads it as it was. */
export function withinQuotes(text: string, quotes: Exclude<Quotes, 'none'>): string {
  return quotes === 'single' ? text.replaceAll("'", `'\\''`) : text.replaceAll(/[\\"$`]/g, '\\$&');
}

/** Places in a command line in which a value would be read otherwise than as the word it is, as people call them. */
export type Nested = '$(...)' | '${...}' | 'backticks' | "$'...'" | 'here-document' | 'comment';

/** Place in a command line of a shell: within which quotes, or where no value can be quoted. */
export type ShellPlace = Quotes | Nested;

/** Bracket or quote that is not closed at a place in a command line. */
type Open = 'single' | 'double' | Nested | 'parenthesis';

/**
 * Reader of a command line of a POSIX shell (POSIX.1-2017, 2.2 to 2.7): it is given pieces one after another, and says in which place the next
 * one begins.
 */
export class ShellReader {
  readonly #open: Open[] = [];
  /** Ends of the here-documents whose lines begin with the next line. */
  #documents: string[] = [];
  /** Last line of the here-document that is being read. */
  #end = '';
  #line = '';
  #isWordStart = true;

  /** Place at which the text so far ends: the outermost in which no value can be quoted, else its quotes. */
  get place(): ShellPlace {
    const nested = this.#open.find((one) => one !== 'single' && one !== 'double' && one !== 'parenthesis');
    const quotes = this.#open.at(-1);
    return nested ?? (quotes === 'single' || quotes === 'double' ? quotes : 'none');
  }

  /** Reading of a piece. */
  read(piece: string): void {
    for (let at = 0; at < piece.length;) at += this.#step(piece.slice(at));
  }

  /** Characters of the beginning of a text that belong together, once they are read. */
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
