import { S_PER_H } from '../../../../models/units.js';
import type { DayBudgetRecord, DayMethodRecord, TemplatesDayRecord } from '../studies/day/record.js';
import { fixed, oneLine, significant } from '../../../reports/format.js';

/** Megajoules per joule. */
const MJ = 1e-6;

/**
 * Text of a simulated day for a terminal: what every method earned under every budget, and why not more. Ends with a
 * newline.
 */
export function templatesDayText(record: TemplatesDayRecord): string {
  const { instance, arrivals, seed, methods, methodsLeft, files, outletLimitC, warnings } = record;
  const lines = [
    `${oneLine(instance)}: a day of ${significant(arrivals.durationS / S_PER_H, 4)} h, ${arrivals.tasks} tasks (${oneLine(arrivals.description)}), seed ${seed}`,
    `all of them together would earn ${significant(arrivals.greatestReward, 6)}; outlets above ${outletLimitC} C are throttled`,
    ...budgetsOf(methods).flatMap((budgetJ) => ['', ...budgetLines(record, budgetJ)]),
    ...lookupLines(methods),
    ...(warnings.length > 0 ? ['', ...warnings.map((warning) => `warning       ${oneLine(warning)}`)] : []),
    ...(methodsLeft > 0 ? ['', `interrupted: ${methodsLeft} method(s) left out`] : []),
    ...Object.values(files).map((file) => `written       ${file}`),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function budgetsOf(methods: readonly DayMethodRecord[]): readonly number[] {
  return (methods[0]?.budgets ?? []).map(({ outcome }) => outcome.energyBudgetJ);
}

/** Heads of the columns of the table of days. */
const HEAD = [
  ...['method', 'reward', '% of all', 'in time', 'late', 'dropped', 'left', 'after stop'],
  ...['MJ', 'cores MJ', 'idle MJ', 'CRAC MJ', 'stop', 'throttled', 'hottest'],
];

function budgetLines({ methods, arrivals }: TemplatesDayRecord, budgetJ: number): string[] {
  const title = Number.isFinite(budgetJ) ? `energy budget ${significant(budgetJ * MJ, 6)} MJ` : 'no energy budget';
  const rows = methods.map((method) => {
    const found = method.budgets.find(({ outcome }) => Object.is(outcome.energyBudgetJ, budgetJ))!;
    return rowOf(method.name, found, arrivals.greatestReward);
  });
  const widths = HEAD.map((_, n) => Math.max(...[HEAD, ...rows].map((row) => row[n]!.length)));
  const broken = methods.flatMap(({ name, budgets }) =>
    budgets.flatMap(({ outcome, closure }) =>
      outcome.energyBudgetJ === budgetJ && !closure.closes
        ? [`${name}: the ledger does not close: ${JSON.stringify(closure)}. This is a fault of ours.`]
        : [],
    ),
  );
  return [
    title,
    ...[HEAD, ...rows].map((row) =>
      row.map((text, n) => (n === 0 ? text.padEnd(widths[n]!) : text.padStart(widths[n]!))).join('  '),
    ),
    ...broken,
  ];
}

/** Lines on how well the templates that were looked up fit the states in which they were used. */
function lookupLines(methods: readonly DayMethodRecord[]): string[] {
  const lines = methods.flatMap(({ name, budgets }) =>
    budgets.flatMap(({ outcome, lookups }) => {
      if (lookups === null) return [];
      const { count, outsideGrid, workOutside, coresOutside, powerLimitOutside, infeasible } = lookups;
      const budget = Number.isFinite(outcome.energyBudgetJ) ? `, ${significant(outcome.energyBudgetJ * MJ, 6)} MJ` : '';
      const by = `arriving work ${workOutside}, running cores ${coresOutside}, power limit ${powerLimitOutside}`;
      const outside = `${outsideGrid} outside the grid${outsideGrid > 0 ? ` (${by})` : ''}`;
      return [`${name}${budget}: ${count} templates looked up, ${outside}, ${infeasible} infeasible states`];
    }),
  );
  return lines.length > 0 ? ['', ...lines] : [];
}

function rowOf(name: string, { outcome }: DayBudgetRecord, greatestReward: number): string[] {
  const { reward, tasks, energyJ, stoppedAtS, throttledCoreS, hottestOutletC } = outcome;
  const share = greatestReward > 0 ? fixed((100 * reward) / greatestReward, 1) : '-';
  const energies = [energyJ.total, energyJ.cores, energyJ.idle, energyJ.crac].map((joules) => fixed(joules * MJ, 1));
  return [
    name,
    significant(reward, 6),
    share,
    ...[tasks.completedInTime, tasks.completedLate, tasks.dropped, tasks.running + tasks.waiting, tasks.afterStop].map(
      String,
    ),
    ...energies,
    stoppedAtS === null ? 'lasted' : `${fixed(stoppedAtS / S_PER_H, 2)} h`,
    `${significant(throttledCoreS / S_PER_H, 3)} core h`,
    `${fixed(hottestOutletC, 2)} C`,
  ];
}
