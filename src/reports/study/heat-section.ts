import { countOf, fixed, gapPercent, oneLine, significant } from '../format.js';
import { DECADES_APART } from '../html/interval-chart.js';
import { markup, nameOf, NOTHING, typeset, type Markup } from '../html/markup.js';
import { textOn, viridis } from '../html/palette.js';
import type { SectionOptions } from '../html/section.js';
import { type HeatCell, type HeatData, heatGrid, type HeatMeasure, MAX_LEVELS, widestAxes } from './heat-grid.js';

/** Names of the measures of heat maps, also for the page's script. */
export const MEASURES: Readonly<Record<HeatMeasure, string>> = {
  gap: 'Mean gap, %',
  objective: 'Mean objective',
  feasible: 'Runs with a feasible plan, %',
  failed: 'Runs without an answer, %',
  timeS: 'Mean time, s',
};

/**
 * Returns the section with the heat map: the mean of a measure over two varied parameters. The reader can choose the
 * measure and the parameters.
 */
export function heatSection(data: HeatData): SectionOptions {
  const head = { id: 'axes', title: 'Two axes of the study' };
  const c = data.classes.findIndex((_, n) => widestAxes(data, n) !== null);
  const measures = Object.keys(data.measures) as HeatMeasure[];
  if (c < 0 || measures.length === 0) return { ...head, body: [] };
  const [row, column] = widestAxes(data, c)!;
  const measure = measures[0]!;
  return {
    ...head,
    body: [
      markup`<form class="choose heat-choice" aria-label="What the map shows">
${choice(
  'heat-class',
  'Class',
  data.classes.map(({ name }) => oneLine(name)),
  c,
  data.classes.length === 1,
)}
${choice(
  'heat-measure',
  'Figure',
  measures.map((one) => MEASURES[one]),
  0,
)}
${choice(
  'heat-rows',
  'Rows',
  data.axes.map(({ name }) => oneLine(name)),
  row,
)}
${choice(
  'heat-columns',
  'Columns',
  data.axes.map(({ name }) => oneLine(name)),
  column,
)}
</form>\n`,
      markup`<div id="heat-map" class="scroll heat" tabindex="0" role="region" aria-labelledby="heat-caption">${heatTable(data, c, row, column, measure)}</div>\n`,
      markup`<p class="caption">Means over the runs of a cell; darker is less. A dash stands where no run has the figure. Gaps are to the best certificate of each case.</p>\n`,
    ],
  };
}

function choice(id: string, label: string, options: readonly string[], chosen: number, hidden = false): Markup {
  const entries = options.map(
    (text, n) => markup`<option value="${String(n)}"${n === chosen ? markup` selected` : NOTHING}>${text}</option>`,
  );
  return markup`<span${hidden ? markup` hidden` : NOTHING}><label for="${id}">${label}</label> <select id="${id}">${entries}</select></span>`;
}

function heatTable(data: HeatData, c: number, rowAxis: number, columnAxis: number, measure: HeatMeasure): Markup {
  const grid = heatGrid(data, c, rowAxis, columnAxis, measure);
  const [rows, columns] = [data.axes[rowAxis]!, data.axes[columnAxis]!];
  // Levels that no run of the class has are not shown.
  const isUsed = (cells: readonly (HeatCell | undefined)[]): boolean => cells.some((cell) => (cell?.runs ?? 0) > 0);
  const usedRows = [...rows.levels.keys()].filter((r) => isUsed(grid[r]!));
  const usedColumns = [...columns.levels.keys()].filter((k) => isUsed(grid.map((row) => row[k])));
  const shownRows = usedRows.slice(0, MAX_LEVELS.rows);
  const shownColumns = usedColumns.slice(0, MAX_LEVELS.columns);
  const left = usedRows.length - shownRows.length + usedColumns.length - shownColumns.length;
  const means = shownRows.flatMap((r) => shownColumns.map((k) => grid[r]![k]!.mean)).filter((mean) => mean !== null);
  const fraction = fractionOf(means);
  const cellOf = ({ mean, runs }: HeatCell): Markup => {
    if (mean === null) return markup`<td class="none">–</td>`;
    const colour = viridis(fraction(mean));
    return markup`<td style="background:${colour};color:${textOn(colour)}" title="${String(runs)} ${runs === 1 ? 'run' : 'runs'}"><data value="${String(mean)}">${typeset(heatDigits(mean, measure))}</data></td>`;
  };
  const unit = measure === 'objective' && data.classes[c]!.unit !== '' ? `, ${oneLine(data.classes[c]!.unit)}` : '';
  const rest = left === 0 ? '' : ` (${countOf(left, 'further level', ['is', 'are'])} left out; the CSV file has all)`;
  return markup`<table><caption id="heat-caption">${MEASURES[measure]}${unit}, by ${oneLine(rows.name)} and ${oneLine(columns.name)}: ${oneLine(data.classes[c]!.name)}${rest}</caption>
<thead><tr><th scope="col">${nameOf(rows.name)} ↓<br>${nameOf(columns.name)} →</th>${shownColumns.map((k) => markup`<th scope="col">${nameOf(String(columns.levels[k]))}</th>`)}</tr></thead>
<tbody>${shownRows.map((r) => markup`<tr><th scope="row">${nameOf(String(rows.levels[r]))}</th>${shownColumns.map((k) => cellOf(grid[r]![k]!))}</tr>`)}</tbody></table>`;
}

/**
 * Returns a function that maps a mean to its fraction of the colour scale, in 0..1; logarithmic if the means span
 * decades.
 */
function fractionOf(means: readonly number[]): (mean: number) => number {
  const [least, most] = [Math.min(...means), Math.max(...means)];
  const positive = Math.min(...means.filter((mean) => mean > 0));
  if (least >= 0 && most > DECADES_APART * positive) {
    const [low, high] = [Math.log10(positive), Math.log10(most)];
    return (mean) => (mean <= 0 ? 0 : (Math.log10(mean) - low) / (high - low));
  }
  return (mean) => (most > least ? (mean - least) / (most - least) : 0.5);
}

/** Returns a mean of a measure as text; shares and gaps as %. */
function heatDigits(mean: number, measure: HeatMeasure): string {
  if (measure === 'feasible' || measure === 'failed') return fixed(100 * mean, 1);
  if (measure === 'gap') return gapPercent(mean)?.digits ?? '';
  return significant(mean);
}
