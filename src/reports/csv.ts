export type CsvLine = readonly (string | number | null)[];

/** RFC 4180: CRLF, quotes doubled. Numbers are exact; null is an empty field. */
export function csvText(lines: readonly CsvLine[]): string {
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(Object.is(value, -0) ? 0 : value) : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
