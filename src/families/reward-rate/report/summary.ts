import { MAX_SHOWN, unitOfDifference } from '../../../../models/facility/limits.js';
import { inUnit, oneLine, plain } from '../../../reports/format.js';
import { textTable } from '../../../reports/html/table.js';
import { type Line, moreLines, runSummary } from '../../../reports/summary.js';
import { constraintName, groupedBinding, isMet, priceOf } from '../../../reports/wording.js';
import { alternativeLines } from './alternatives-text.js';
import { taskColumns, taskRows } from './facts.js';
import { failuresText } from './failures-text.js';
import type { ReportRequest } from './input.js';
import { toldRun } from './told.js';

/** Maximum number of task types in the text summary. The HTML report shows all. */
const MAX_TASKS = 12;

/** Returns the summary of a run as text for a terminal, in about twenty lines. It ends with a newline. */
export function summaryText(input: ReportRequest, run = toldRun(input)): string {
  const { failures, alternatives } = input.record.result;
  const others = alternatives === undefined ? [] : alternativeLines(alternatives);
  const own = [...reserves(input), ...limits(input), ...others.map((text): Line => ['alternative', text])];
  return runSummary(run, own, [...(failures === undefined ? [] : failuresText(failures)), ...tasks(input)]);
}

function reserves({ record: { result } }: ReportRequest): Line[] {
  const all = result.reserves ?? [];
  const shown = all.slice(0, MAX_SHOWN).map(({ constraint, where, unit, limit, reserve, left }): Line => {
    const difference = unitOfDifference(unit);
    const free = left === null ? 'no plan' : `${plain(inUnit(left, difference))} left free`;
    const at = where === '' ? '' : ` of ${oneLine(where)}`;
    return [
      'reserve',
      `${constraintName(constraint)}${at} ${plain(inUnit(limit, unit))}: ${plain(inUnit(reserve, difference))} asked, ${free}`,
    ];
  });
  return [...shown, ...moreLines(all.length - shown.length)];
}

function limits({ record: { result } }: ReportRequest): Line[] {
  // What a move would earn comes first, and the red line as a whole speaks for its zones.
  const { main } = groupedBinding(result.binding);
  const worth = main.filter(({ limit }) => limit.marginalValue !== 0);
  const shown = worth.slice(0, MAX_SHOWN).map(({ limit }) => limit);
  const more = result.binding.length - shown.length;
  return [
    ...shown.map((limit): Line => {
      const price = priceOf(limit);
      const value =
        price.rewardPerS === null
          ? 'no price'
          : `${plain(inUnit(price.rewardPerS, 'reward/s', { beside: result.objective }))} per ${price.per}`;
      const where = limit.where === '' ? '' : ` at ${oneLine(limit.where)}`;
      return ['binds', `${constraintName(limit.constraint)}${where}: ${value}${isMet(limit) ? '' : ' (of the bound)'}`];
    }),
    ...moreLines(more, 'limit', ' in the report'),
  ];
}

/** Returns the table of task types between empty lines; [] if no plan was evaluated. */
function tasks(input: ReportRequest): string[] {
  if (input.record.evaluation === null) return [];
  const rows = taskRows(input);
  const shown = rows.slice(0, MAX_TASKS);
  const more = rows.length - shown.length;
  return ['', ...textTable(shown, taskColumns(rows)), ...(more > 0 ? [`and ${more} more`] : []), ''];
}
