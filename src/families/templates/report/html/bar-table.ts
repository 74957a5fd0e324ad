import { fixed } from '../../../../reports/format.js';
import { markup, raw, typeset, type Content, type Markup } from '../../../../reports/html/markup.js';

export interface BarRow {
  readonly name: Content;
  readonly count: number;
  /** Total that `count` is a part of. It is drawn as a faint bar behind the bar of `count`. */
  readonly of?: number;
}

/** Returns a table of counts with a bar in each row. All bars have the same scale. */
export function barTable(caption: string, heads: readonly [string, string], rows: readonly BarRow[]): Markup {
  const most = Math.max(1, ...rows.map(({ count, of = 0 }) => Math.max(count, of)));
  const width = (value: number): Markup => raw(fixed((100 * value) / most, 2));
  const bar = ({ count, of }: BarRow): Markup =>
    markup`<td class="bars"><i style="width:${width(of ?? count)}%"${of === undefined ? '' : markup` class="whole"`}></i>${of === undefined ? '' : markup`<i style="width:${width(count)}%"></i>`}</td>`;
  const row = (one: BarRow): Markup =>
    markup`<tr><th scope="row">${one.name}</th><td class="num">${typeset(String(one.count))}${one.of === undefined ? '' : ` of ${typeset(String(one.of))}`}</td>${bar(one)}</tr>\n`;
  return markup`<table class="bar-table"><caption>${caption}</caption>
<thead><tr><th scope="col">${heads[0]}</th><th scope="col" class="num">${heads[1]}</th><td></td></tr></thead>
<tbody>
${rows.map(row)}</tbody></table>\n`;
}

/** CSS rules for tables with bars. */
export const BAR_TABLE_STYLE = `
.bar-tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr));gap:0 32px}
.bar-table{margin:0 0 14px}
.bar-table th[scope=row]{min-width:0;max-width:none}
.bar-table td.bars{width:34%;min-width:60px;position:relative;padding:0;vertical-align:middle}
.bar-table .bars i{position:absolute;left:0;top:9px;height:12px;background:var(--accent);border-radius:0 3px 3px 0;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.bar-table .bars i.whole{background:var(--spare)}
`;
