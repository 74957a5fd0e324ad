import { J_PER_MJ, S_PER_H, W_PER_KW } from '../../../../../models/units.js';
import type { TemplatesDay, TemplatesDayRecord } from '../../studies/day/record.js';
import { fixed, significant } from '../../../../reports/format.js';
import {
  counted,
  markup,
  nameOf,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import { type Column, numeric as numericOf, type RowColumn, table, tableOf } from '../../../../reports/html/table.js';
import type { Figure } from '../../../../reports/figures.js';
import { figureColumns } from '../../../../reports/html/figure-columns.js';
import { energyFigures, fateFigures, type TemplatesDayShown } from '../../figures.js';
import { dayBuckets } from './day-buckets.js';

export function budgetWords(energyBudgetJ: number): string {
  return Number.isFinite(energyBudgetJ) ? `${megajoules(energyBudgetJ)} MJ` : 'no energy budget';
}

/** Returns an energy as text in MJ, rounded to nine significant digits. */
function megajoules(joules: number): string {
  return typeset(String(Number((joules / J_PER_MJ).toPrecision(9))));
}

/** Row of a table: the results of a day with one method under one budget, with the budget's index. */
interface DayRow extends TemplatesDayShown {
  readonly budget: number;
}

/** Returns the rows of a table, one for each method and budget. */
function rowsOf({ methods, arrivals: { greatestReward } }: TemplatesDayRecord): DayRow[] {
  return (methods[0]?.budgets ?? []).flatMap((_, budget) =>
    methods.map(({ name, budgets }) => ({ ...budgets[budget]!, name, greatestReward, budget })),
  );
}

/**
 * Returns a table with one row for each method and budget, and one column for each figure.
 *
 * @param more additional columns
 */
function dayTable(
  caption: string,
  record: TemplatesDayRecord,
  figures: readonly Figure<TemplatesDayShown>[],
  more: readonly RowColumn<DayRow>[] = [],
): Markup {
  const rows = rowsOf(record);
  return tableOf(caption, rows, [
    { head: 'Method', of: ({ name }) => unbroken(name) },
    numericOf('Energy budget', ({ outcome }) => budgetWords(outcome.energyBudgetJ)),
    ...figureColumns(
      figures,
      rows,
      (row) => row,
      ({ name, budget }, key) => `${key}.${name}.${String(budget)}`,
    ),
    ...more,
  ]);
}

/** Returns a method name such as "consolidation+overcooling" as text that browsers wrap only after the plus sign. */
const unbroken = (name: string): Content =>
  name
    .split('+')
    .map((part, n, { length }) => [
      markup`<span class="nb">${part}${n < length - 1 ? '+' : ''}</span>`,
      n < length - 1 ? markup`<wbr>` : NOTHING,
    ]);
const count = (value: number): Content => typeset(String(value));
const numeric = (head: string): Column => ({ head, numeric: true });

/** Returns the table of rewards and of tasks by outcome. */
export function fatesTable(record: TemplatesDayRecord): Markup {
  const { greatestReward, tasks } = record.arrivals;
  const caption = `What became of ${counted(tasks, 'task')}. All of them in time would earn ${typeset(significant(greatestReward))}.`;
  return dayTable(caption, record, fateFigures);
}

/** Returns the table of energy by use and of outlet temperatures. */
export function energyTable(record: TemplatesDayRecord): Markup {
  const caption = `Energy, and heat. Outlets may be ${fixed(record.outletLimitC, 1)} °C.`;
  return dayTable(caption, record, energyFigures, [
    { head: 'Ledger closes', of: ({ closure }) => (closure.closes ? 'yes' : 'no') },
  ]);
}

/**
 * Returns the table of template lookups by method. It has the number of lookups, and how many were outside the grid or
 * met an infeasible state. Empty if no method uses templates.
 */
export function lookupsTable(record: TemplatesDayRecord): Markup {
  const rows = record.methods.flatMap(({ name, budgets }) =>
    budgets.flatMap(({ outcome, lookups }): Content[][] =>
      lookups === null
        ? []
        : [
            [
              unbroken(name),
              budgetWords(outcome.energyBudgetJ),
              count(lookups.count),
              count(lookups.infeasible),
              count(lookups.nextLimit),
              count(lookups.bestEffort),
              count(lookups.outsideGrid),
              count(lookups.workOutside),
              count(lookups.coresOutside),
              count(lookups.powerLimitOutside),
              count(lookups.ventChanges),
            ],
          ],
    ),
  );
  if (rows.length === 0) return NOTHING;
  return table({
    caption:
      'Templates looked up. Where the nearest state is infeasible a higher power limit may answer, or a best effort. Outside the grid: more than half a step beyond its ends; several values may be at once. Without an energy budget there is no power limit that could be.',
    columns: [
      { head: 'Method' },
      numeric('Energy budget'),
      numeric('Lookups'),
      numeric('Nearest state infeasible'),
      numeric('Higher limit taken'),
      numeric('Best effort taken'),
      numeric('Outside the grid'),
      numeric('... by arriving work'),
      numeric('... by running cores'),
      numeric('... by power limit'),
      numeric('Vents moved'),
    ],
    rows,
  });
}

/**
 * Returns a table by hour of the values in one budget's figure. The table is folded behind a line of text.
 *
 * @param budget index of the budget
 * @param chosen indices of the methods shown
 * @param summary text of the line
 */
export function hoursTable(
  { record, series }: TemplatesDay,
  budget: number,
  chosen: readonly number[],
  summary = 'The same as a table by hour',
): Markup {
  const { durationS, tasksPerSByHour } = record.arrivals;
  const hours = chosen.map((m) => {
    const { stoppedAtS } = record.methods[m]!.budgets[budget]!.outcome;
    const own = series[m]![budget]!;
    return dayBuckets(own, durationS, stoppedAtS, Math.max(1, Math.ceil(durationS / S_PER_H)));
  });
  const names = chosen.map((m) => record.methods[m]!.name);
  const cell = (value: number | null | undefined, decimals: number): Content =>
    value === null || value === undefined ? '' : quantity({ digits: fixed(value, decimals), unit: '' });
  const rows = tasksPerSByHour.map((rate, hour): Content[] => [
    String(hour),
    quantity({ digits: significant(rate), unit: '' }),
    ...hours.flatMap((buckets): Content[] => {
      const found = buckets.find(({ fromS }) => Math.floor(fromS / S_PER_H + 1e-9) === hour);
      return [
        cell(found === undefined ? undefined : found.powerW / W_PER_KW, 1),
        cell(found?.setPointC, 2),
        cell(found?.hottestOutletC, 2),
      ];
    }),
  ]);
  return markup`<details><summary>${summary}</summary>
${table({
  caption:
    'Mean power in kW while the room runs, CRAC set-point at the end of the hour and hottest outlet within it, °C. Empty after the stop.',
  columns: [
    numeric('Hour'),
    numeric('Tasks/s'),
    ...names.flatMap((name): Column[] => [
      { head: markup`${nameOf(name)}: kW`, numeric: true },
      numeric('set-point'),
      numeric('outlet'),
    ]),
  ],
  rows,
})}</details>\n`;
}
