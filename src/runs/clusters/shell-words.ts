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

/** Quotes that the end of a piece of a command line stands in, if its beginning stands in `quotes`. */
export function quotesAfter(piece: string, quotes: Quotes): Quotes {
  let now = quotes;
  for (let at = 0; at < piece.length; at++) {
    const char = piece[at];
    if (char === '\\' && now !== 'single') at++;
    else if (char === "'" && now !== 'double') now = now === 'single' ? 'none' : 'single';
    else if (char === '"' && now !== 'single') now = now === 'double' ? 'none' : 'double';
  }
  return now;
}
