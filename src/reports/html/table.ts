import { alignedIn, type Measured, type Notation, shorten } from '../format.js';
import { markup, NOTHING, type Content, type Markup, plainText, quantity } from './markup.js';
import { NO_INTERVAL } from './interval.js';

export interface Column {
  readonly head: Content;
  /** True for numbers, aligned to the right. */
  readonly numeric?: boolean;
  /** True for sentences: the column is kept wide enough to be read. */
  readonly wide?: boolean;
}

export interface TableOptions {
  /** Caption that says what the table contains; also the accessible name of the scrolling region around the table. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Content[])[];
  readonly foot?: readonly Content[];
}

/** Maximum number of rows of a table that is not broken across printed sheets. */
const UNBROKEN_ROWS = 20;

/** Number of columns from which a table gets a narrower layout, so that it fits the page. */
const MANY_COLUMNS = 9;

/**
 * Returns an HTML table with row headings in the first column. On narrow screens it scrolls sideways. A column of
 * confidence intervals is left out if no row has one.
 */
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

/** A column of a table: heading, function for its cell in a row, cell in the table's last line. */
export interface RowColumn<Row> extends Column {
  readonly of: (row: Row, place: number) => Content;
  readonly foot?: Content;
}

/** Returns a column of numbers, aligned to the right. */
export function numeric<Row>(head: Content, of: RowColumn<Row>['of'], foot?: Content): RowColumn<Row> {
  return { head, numeric: true, of, ...(foot === undefined ? {} : { foot }) };
}

/** Returns a column of numbers in one unit, stated in the heading, that suits the largest value. */
export function measured<Row>(
  head: string,
  unit: string,
  rows: readonly Row[],
  of: (row: Row) => Measured,
  notation: Notation = {},
): RowColumn<Row> {
  const { unit: name, write } = alignedIn(unit, rows.map(of), notation);
  return numeric(name === '' ? head : `${head}, ${name}`, (row) => quantity(write(of(row))));
}

/** Returns an HTML table of `rows`, with a foot (last line) if a column declares a cell for it. */
export function tableOf<Row>(caption: string, rows: readonly Row[], columns: readonly RowColumn<Row>[]): Markup {
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  return table({
    caption,
    columns,
    rows: rows.map((row, n) => columns.map(({ of }) => of(row, n))),
    ...(hasFoot ? { foot: columns.map(({ foot = '' }) => foot) } : {}),
  });
}

/** Maximum width of a text column in a terminal table, characters. */
const MAX_WORDS = 30;

/**
 * Returns a table as lines for a terminal, text aligned to the left, numbers to the right. A column of confidence
 * intervals is left out if no row has one.
 *
 * @param hasFoot true to print the columns' `foot` cells as the last line
 */
export function textTable<Row>(rows: readonly Row[], all: readonly RowColumn<Row>[], hasFoot = false): string[] {
  const columns = all.filter(({ of }) => rows.length === 0 || rows.some((row, n) => of(row, n) !== NO_INTERVAL));
  const cells = [
    columns.map(({ head }) => plainText(head)),
    ...rows.map((row, n) =>
      columns.map(({ of, numeric: isNumber }) => {
        const text = plainText(of(row, n));
        return isNumber === true ? text : shorten(text, MAX_WORDS);
      }),
    ),
    ...(hasFoot ? [columns.map(({ foot = '' }) => plainText(foot))] : []),
  ];
  const widths = columns.map((_, c) => Math.max(...cells.map((line) => line[c]!.length)));
  return cells.map((line) =>
    line
      .map((text, c) => (columns[c]!.numeric === true ? text.padStart(widths[c]!) : text.padEnd(widths[c]!)))
      .join('  ')
      .trimEnd(),
  );
}
