import { NO_INTERVAL } from './interval.js';
import { markup, NOTHING, type Content, type Markup } from './markup.js';

export interface Column {
  readonly head: Content;
  /** Flag, true for a column of numbers, aligned to the right. */
  readonly numeric?: boolean;
  /** Sentences: kept wide enough to read. */
  readonly wide?: boolean;
}

export interface TableOptions {
  /** Sentence on what the table holds; also the name of its scrolling region. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Content[])[];
  readonly foot?: readonly Content[];
}

/** Tables up to this long are kept on one sheet of paper. */
const UNBROKEN_ROWS = 20;

/** Tables of this many columns or more are set closer, so that a page of usual width shows them whole. */
const MANY_COLUMNS = 9;

/** A table whose first column heads its rows, in a region that scrolls sideways on a narrow screen. Columns without any interval are left out. */
export function table({ caption, ...all }: TableOptions): Markup {
  const shown = [...all.columns.keys()].filter(
    (c) => all.rows.length === 0 || all.rows.some((row) => row[c] !== NO_INTERVAL),
  );
  const pick = <Cell>(cells: readonly Cell[]): Cell[] => shown.map((c) => cells[c]!);
  const [columns, rows] = [pick(all.columns), all.rows.map(pick)];
  const foot = all.foot === undefined ? undefined : pick(all.foot);
  const kind = ({ numeric, wide }: Column): Markup =>
    numeric === true ? markup` class="num"` : wide === true ? markup` class="wide"` : NOTHING;
  const cell = (content: Content, c: number): Markup =>
    c === 0
      ? markup`<th scope="row"${kind(columns[c]!)}>${content}</th>`
      : markup`<td${kind(columns[c]!)}>${content}</td>`;
  const row = (cells: readonly Content[]): Markup => markup`<tr>${cells.map(cell)}</tr>\n`;
  const heads = columns.map((column) => markup`<th scope="col"${kind(column)}>${column.head}</th>`);
  const short = rows.length <= UNBROKEN_ROWS ? ' short' : '';
  const dense = columns.length >= MANY_COLUMNS ? ' dense' : '';
  return markup`<div class="scroll${short}${dense}" tabindex="0" role="region" aria-label="${caption}">
<table><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
${foot ? markup`<tfoot>${row(foot)}</tfoot>` : NOTHING}</table></div>`;
}
