import { markup, NOTHING, type Content, type Markup } from './markup.js';

export interface Column {
  readonly head: Content;
  /** Right-aligned figures. */
  readonly numeric?: boolean;
}

export interface TableOptions {
  /** Says what the table holds; also the name of its scrolling region. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Content[])[];
  readonly foot?: readonly Content[];
}

/** A table whose first column heads its rows, in a region that scrolls sideways on a narrow screen. */
export function table({ caption, columns, rows, foot }: TableOptions): Markup {
  const cell = (content: Content, column: number): Markup => {
    const numeric = columns[column]?.numeric === true ? markup` class="num"` : NOTHING;
    return column === 0 ? markup`<th scope="row"${numeric}>${content}</th>` : markup`<td${numeric}>${content}</td>`;
  };
  const row = (cells: readonly Content[]): Markup => markup`<tr>${cells.map(cell)}</tr>\n`;
  const heads = columns.map(({ head, numeric }) =>
    numeric === true ? markup`<th scope="col" class="num">${head}</th>` : markup`<th scope="col">${head}</th>`,
  );
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
${foot ? markup`<tfoot>${row(foot)}</tfoot>` : NOTHING}</table></div>`;
}
