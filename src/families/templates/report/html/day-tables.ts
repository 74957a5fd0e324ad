import { S_PER_H } from '../../../../../models/units.js';
import type { DayBudgetRecord, TemplatesDay, TemplatesDayRecord } from '../../studies/day/record.js';
import { fixed, percent, significant } from '../../../../reports/format.js';
import {
  counted,
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import { table, type Column } from '../../../../reports/html/table.js';
import { dayBuckets } from './day-buckets.js';

export function budgetWords(energyBudgetJ: number): string {
  return Number.isFinite(energyBudgetJ) ? `${megajoules(energyBudgetJ)} MJ` : 'no energy budget';
}

/** Text of an energy in MJ: budgets are round; a ledger shows tenths. */
function megajoules(joules: number): string {
  return typeset(String(Number((joules / 1e6).toPrecision(9))));
}

const energy = (joules: number) => ({ digits: fixed(joules / 1e6, 1), unit: '' });

/** Rows, one per method and budget; names are of the method alone where there is one budget. */
function rowsOf(
  { methods }: TemplatesDayRecord,
  cells: (entry: DayBudgetRecord, field: (name: string) => string) => Content[],
): Content[][] {
  return (methods[0]?.budgets ?? []).flatMap((_, b) =>
    methods.map((method): Content[] => {
      const entry = method.budgets[b]!;
      const field = (name: string): string => `${name}.${method.name}.${String(b)}`;
      return [unbroken(method.name), budgetWords(entry.outcome.energyBudgetJ), ...cells(entry, field)];
    }),
  );
}

/** Name such as "consolidation+overcooling", broken after the plus sign or nowhere. */
const unbroken = (name: string): Content =>
  name
    .split('+')
    .map((part, n, { length }) => [
      markup`<span class="nb">${part}${n < length - 1 ? '+' : ''}</span>`,
      n < length - 1 ? markup`<wbr>` : NOTHING,
    ]);
const count = (value: number): Content => typeset(String(value));
const numeric = (head: string): Column => ({ head, numeric: true });

/** Table of what was earned, and of what became of every task. */
export function fatesTable(record: TemplatesDayRecord): Markup {
  const { greatestReward } = record.arrivals;
  return table({
    caption: `What became of ${counted(record.arrivals.tasks, 'task')}. All of them in time would earn ${typeset(significant(greatestReward, 7))}.`,
    columns: [
      { head: 'Method' },
      numeric('Energy budget'),
      numeric('Reward'),
      numeric('Of all'),
      numeric('In time'),
      numeric('Late'),
      numeric('Dropped'),
      numeric('Running at the end'),
      numeric('Waiting at the end'),
      numeric('After the stop'),
      numeric('Lasts until'),
    ],
    rows: rowsOf(record, ({ outcome: { reward, tasks, stoppedAtS } }, field) => [
      figure(field('reward'), reward, (value) => ({ digits: significant(value!, 7), unit: '' })),
      quantity(greatestReward > 0 ? percent(reward / greatestReward) : null),
      count(tasks.completedInTime),
      count(tasks.completedLate),
      count(tasks.dropped),
      count(tasks.running),
      count(tasks.waiting),
      count(tasks.afterStop),
      stoppedAtS === null ? 'the end' : quantity({ digits: fixed(stoppedAtS / S_PER_H, 2), unit: 'h' }),
    ]),
  });
}

/** Table of where the energy went, and of how hot outlets got. */
export function energyTable(record: TemplatesDayRecord): Markup {
  return table({
    caption: `Energy in MJ, and heat. Outlets may be ${fixed(record.outletLimitC, 1)} °C.`,
    columns: [
      { head: 'Method' },
      numeric('Energy budget'),
      numeric('Cores'),
      numeric('Idle nodes'),
      numeric('CRACs'),
      numeric('Total, MJ'),
      numeric('Hottest outlet'),
      numeric('Node hours too hot'),
      numeric('Core hours throttled'),
      numeric('Throttlings'),
      { head: 'Ledger closes' },
    ],
    rows: rowsOf(record, ({ outcome, closure }, field) => {
      const { energyJ } = outcome;
      return [
        quantity(energy(energyJ.cores)),
        quantity(energy(energyJ.idle)),
        quantity(energy(energyJ.crac)),
        figure(field('energyJ'), energyJ.total, (value) => energy(value!)),
        quantity({ digits: fixed(outcome.hottestOutletC, 2), unit: '°C' }),
        quantity({ digits: significant(outcome.nodeSecondsTooHot / S_PER_H, 3), unit: '' }),
        quantity({ digits: significant(outcome.throttledCoreS / S_PER_H, 3), unit: '' }),
        count(outcome.throttlings),
        closure.closes ? 'yes' : 'no',
      ];
    }),
  });
}

/** Table of how templates were looked up; nothing where no method has them. */
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

/** The figure of one budget as a table by hour. */
export function hoursTable({ record, series }: TemplatesDay, budget: number, chosen: readonly number[]): Markup {
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
    quantity({ digits: significant(rate, 3), unit: '' }),
    ...hours.flatMap((buckets): Content[] => {
      const found = buckets.find(({ fromS }) => Math.floor(fromS / S_PER_H + 1e-9) === hour);
      return [
        cell(found === undefined ? undefined : found.powerW / 1000, 1),
        cell(found?.setPointC, 2),
        cell(found?.hottestOutletC, 2),
      ];
    }),
  ]);
  return markup`<details><summary>The same as a table by hour</summary>
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
