import { oneLine } from '../format.js';
import { DECADES_APART } from '../html/interval-chart.js';
import { counted, embeddedJson, markup, nameOf, NOTHING, type Content, type Markup } from '../html/markup.js';
import { VIRIDIS_STOPS } from '../html/palette.js';
import type { SectionOptions } from '../html/section.js';
import { shownViolations } from '../wording.js';
import { MEASURES } from './heat-section.js';
import { type HeatData, MAX_LEVELS } from './heat-grid.js';
import type { StudyReport, TableCell } from './input.js';
import { cellText, ENDINGS, KEY_DIGITS, packed, type ShownColumn, shownTable } from './runs-table.js';

/** Number of rows of the table of runs on the screen at a time. */
const ROWS_SHOWN = 50;
/** Maximum number of printed rows of the table of runs: about twenty sheets. */
const MAX_PRINTED_ROWS = 1000;
/** Maximum number of distinct values of a column that has a drop-down filter. */
const MAX_CHOICES = 60;

/**
 * Returns the section with the first rows of the table of runs. The page's script shows the other rows, and sorts,
 * filters and downloads the table.
 */
export function runsSection({ study, table, repeat }: StudyReport): SectionOptions {
  const head = { id: 'runs', title: 'Every run' };
  if (table.rows.length === 0) return { ...head, body: [] };
  const { columns, same } = shownTable(table);
  const total = table.rows.length;
  const first = table.rows.slice(0, ROWS_SHOWN);
  const caption = 'Runs in the order of the study';
  return {
    ...head,
    body: [
      same.length === 0
        ? NOTHING
        : markup`<p>The same in all runs: ${same.map(({ head: name, value }, n) => markup`${n === 0 ? '' : '; '}${oneLine(name)} ${nameOf(value)}`)}.</p>\n`,
      markup`<p>A run is made again by its command line: press its number. Or by <code>${repeat} KEY</code>, with its key, whose first ${String(KEY_DIGITS)} digits are shown; the CSV file has all of them.</p>\n`,
      controls(columns, table.rows),
      markup`<p id="runs-count" role="status">Rows 1–${String(first.length)} of ${counted(total, 'run')}</p>\n`,
      markup`<div class="scroll runs dense" tabindex="0" role="region" aria-label="${caption}">
<table id="runs-table"><caption>${caption}: ${oneLine(study.name)}</caption>
<thead><tr><th scope="col">Run</th>${columns.map(headOf)}</tr></thead>
<tbody>
${first.map((row, n) => rowOf(row, n, columns))}</tbody>
</table></div>\n`,
      markup`<p class="leaf"><button type="button" id="runs-before" disabled>Rows before</button> <button type="button" id="runs-after"${total > ROWS_SHOWN ? NOTHING : markup` disabled`}>Rows after</button></p>\n`,
      markup`<noscript><p class="callout">Without JavaScript the table ends after ${String(first.length)} rows and can be neither sorted nor filtered.</p></noscript>\n`,
      total > MAX_PRINTED_ROWS
        ? markup`<p class="print-only">Rows after the first ${String(MAX_PRINTED_ROWS)} of the selection are not printed; the CSV file has all.</p>\n`
        : NOTHING,
    ],
  };
}

function headOf({ head, show }: ShownColumn, n: number): Markup {
  const kind = show === 'text' || show === 'ending' || show === 'key' ? NOTHING : markup` class="num"`;
  return markup`<th scope="col"${kind} aria-sort="none"><button type="button" class="sort" data-sort="${String(n)}">${oneLine(head)}</button><span class="print-only">${oneLine(head)}</span></th>`;
}

function rowOf(row: readonly TableCell[], n: number, columns: readonly ShownColumn[]): Markup {
  const cells = columns.map(({ column, show }) => {
    const text = cellText(row[column] ?? null, show);
    if (show === 'key') return markup`<td><code class="nb">${text}</code></td>`;
    return show === 'text' || show === 'ending'
      ? markup`<td>${nameOf(text)}</td>`
      : markup`<td class="num">${text}</td>`;
  });
  return markup`<tr><th scope="row">${String(n + 1)}</th>${cells}</tr>\n`;
}

function controls(columns: readonly ShownColumn[], rows: StudyReport['table']['rows']): Content {
  const selects = columns.flatMap(({ column, head, show, filter }, n) => {
    const values = [...new Set(rows.map((row) => row[column] ?? null))];
    if (!filter || values.length < 2 || values.length > MAX_CHOICES) return [];
    const texts = [...new Set(values.map((value) => cellText(value, show)))];
    const options = texts.map(
      (text) => markup`<option value="${oneLine(text)}">${text === '' ? 'none' : oneLine(text)}</option>`,
    );
    return [
      markup`<span><label for="filter-${String(n)}">${oneLine(head)}</label> <select id="filter-${String(n)}" data-filter="${String(n)}"><option value="all" data-all>all</option>${options}</select></span>\n`,
    ];
  });
  return markup`<form class="choose" id="runs-filters" aria-label="Selection of runs">
<span><label for="filter-text">Text</label> <input id="filter-text" type="search" autocomplete="off"></span>
${selects}<span><button type="reset">All runs</button> <button type="button" id="csv-all">Download CSV</button> <button type="button" id="csv-shown">Download selection</button></span>
</form>\n`;
}

/** Returns the data for the page's script: the whole table of runs, the columns to show, and the heat map's data. */
export function runsData({ study, table, repeat, commands }: StudyReport, heat: HeatData): Markup {
  const data = {
    name: study.name,
    rows: table.rows.length,
    columns: packed(table),
    shown: shownTable(table).columns,
    repeat,
    commands: table.records.map(({ key }) => commands.get(key) ?? null),
    key: table.columns.findIndex(({ name }) => name === 'key'),
    messages: messagesOf(table),
    heat,
    measures: MEASURES,
    maxLevels: MAX_LEVELS,
    decadesApart: DECADES_APART,
    viridis: VIRIDIS_STOPS,
    rowsShown: ROWS_SHOWN,
    maxPrinted: MAX_PRINTED_ROWS,
    keyDigits: KEY_DIGITS,
    endings: ENDINGS,
  };
  return markup`<script type="application/json" id="plenum-runs">${embeddedJson(data)}</script>\n`;
}

/** Returns why runs failed or have no feasible plan, by row of the table. */
function messagesOf({ records }: StudyReport['table']): Readonly<Record<number, string>> {
  const found = records.flatMap(({ outcome: { failure, infeasibility, violations } }, n) => {
    const { texts, more } = shownViolations(violations);
    const broken = more > 0 ? [...texts, `and ${more} more`] : texts;
    const text = failure?.message ?? infeasibility?.message ?? (broken.length === 0 ? null : broken.join('; '));
    return text === null ? [] : [[n, oneLine(text)] as const];
  });
  return Object.fromEntries(found);
}
