/** A record of a CSV file and the line it starts on. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** RFC 4180 with any line ends and without a byte-order mark; empty lines are skipped. Cells are not trimmed. */
export function csvRecords(text: string): CsvRecord[] | { readonly path: string; readonly fault: string } {
  const source = text.replace(/^\uFEFF/, '');
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let line = 1;
  let startLine = 1;
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (match === null) return { path: `line ${line}`, fault: 'a quote where none may be' };
    const [whole, quoted, plain = '', end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += (whole.match(/\r\n|\n|\r/g) ?? []).length;
    if (end === ',' && cell.lastIndex < source.length) continue;
    if (end === ',') fields.push('');
    if (fields.some((field) => field !== '')) records.push({ line: startLine, fields });
    fields = [];
    startLine = line;
  }
  return records;
}
