/**
 * Cells of CSV by RFC 4180, read apart from the code that writes it: null is a field with nothing in it, "" an empty text.
 * @throws Error where a quote is not closed or a line ends in anything but CRLF.
 */
export function csvCells(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let at = 0;
  while (at < text.length) {
    const line: (string | null)[] = [];
    for (;;) {
      if (text[at] === '"') {
        let cell = '';
        for (at++; ; at++) {
          const end = text.indexOf('"', at);
          if (end < 0) throw new Error('a quote that is not closed');
          cell += text.slice(at, end);
          at = end + 1;
          if (text[at] !== '"') break;
          cell += '"';
        }
        line.push(cell);
      } else {
        const rest = /[^",\r\n]*/y;
        rest.lastIndex = at;
        const [cell] = rest.exec(text)!;
        at += cell.length;
        line.push(cell === '' ? null : cell);
      }
      if (text[at] !== ',') break;
      at++;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`character ${at} ends no field`);
    at += 2;
    lines.push(line);
  }
  return lines;
}
