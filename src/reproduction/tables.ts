/** Returns a Markdown table with a heading row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns the cells of a row of such a table. */
export function tableCells(row: string): string[] {
  return row
    .slice(2, -2)
    .split(/ (?<!\\)\| /)
    .map((cell) => cell.replaceAll('\\|', '|'));
}
