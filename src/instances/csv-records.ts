/** Character between the cells of a row. */
export type Separator = ',' | ';' | '\t';

export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Returns the records of a CSV text (RFC 4180), or its first fault. Any kind of line end is accepted. A byte-order mark
 * and empty lines are skipped. Blanks around the text of a cell are kept.
 */
export function csvRecords(
  text: string,
  separator: Separator = ',',
): CsvRecord[] | { readonly path: string; readonly fault: string } {
  const source = text.replace(/^\uFEFF/, '');
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let line = 1;
  let startLine = 1;
  // Quoted cells are looked through by hand: a pattern of repeated groups runs out of stack on a quote that is never closed.
  const plain = new RegExp(`[^"${separator}\\r\\n]*`, 'y');
  const ending = new RegExp(`${separator}|\\r\\n|\\n|\\r|$`, 'y');
  let at = 0;
  while (at < source.length) {
    const isQuoted = source[at] === '"';
    let after: number;
    if (isQuoted) {
      after = endOfQuoted(source, at);
      if (after < 0) return { path: `line ${line}`, fault: 'a quote that is never closed' };
      const text = source.slice(at + 1, after - 1);
      fields.push(text.replaceAll('""', '"'));
      line += text.match(/\r\n|\n|\r/g)?.length ?? 0;
    } else {
      plain.lastIndex = at;
      const text = plain.exec(source)![0];
      after = at + text.length;
      fields.push(text);
    }
    ending.lastIndex = after;
    const end = ending.exec(source)?.[0];
    if (end === undefined) return { path: `line ${line}`, fault: 'a quote where none may be' };
    at = after + end.length;
    if (end !== separator && end !== '') line++;
    if (end === separator && at < source.length) continue;
    if (end === separator) fields.push('');
    if (fields.some((field) => field !== '')) records.push({ line: startLine, fields });
    fields = [];
    startLine = line;
  }
  return records;
}

/**
 * Returns the index after the closing quote of the cell whose opening quote is at `from`; -1 if there is none. Two
 * quotes in a row stand for one in the text.
 */
function endOfQuoted(source: string, from: number): number {
  let at = source.indexOf('"', from + 1);
  while (at >= 0 && source[at + 1] === '"') at = source.indexOf('"', at + 2);
  return at < 0 ? -1 : at + 1;
}
