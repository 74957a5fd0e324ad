import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { DayMethodRecord, TemplatesDayRecord } from '../studies/day/record.js';
import { figuresIn } from '../../../reports/figures.js';
import { countOf, oneLine, significant } from '../../../reports/format.js';
import { figureColumns } from '../../../reports/html/figure-columns.js';
import { textTable } from '../../../reports/html/table.js';
import { energyFigures, fateFigures, type TemplatesDayShown } from '../figures.js';

/** Returns an energy budget as text in MJ, with the digits that the user gave, as the page also shows it. */
function budgetText(budgetJ: number): string {
  return `${Number((budgetJ / J_PER_MJ).toPrecision(9))} MJ`;
}

/** Returns the text of a simulated day, ending with a newline: reward by method and budget, and what limited it. */
export function templatesDayText(record: TemplatesDayRecord): string {
  const { instance, arrivals, seed, methods, methodsLeft, files, outletLimitC, warnings } = record;
  const lines = [
    `${oneLine(instance)}: a day of ${significant(arrivals.durationS / S_PER_H)} h, ${countOf(arrivals.tasks, 'task')} (${oneLine(arrivals.description)}), seed ${seed}`,
    `all of them together would earn ${significant(arrivals.greatestReward)}; outlets above ${outletLimitC} C are throttled`,
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

function budgetLines({ methods, arrivals: { greatestReward } }: TemplatesDayRecord, budgetJ: number): string[] {
  const title = Number.isFinite(budgetJ) ? `energy budget ${budgetText(budgetJ)}` : 'no energy budget';
  const rows = methods.map(({ name, budgets }): TemplatesDayShown => {
    const found = budgets.find(({ outcome }) => Object.is(outcome.energyBudgetJ, budgetJ))!;
    return { ...found, name, greatestReward };
  });
  const told = figuresIn([...fateFigures, ...energyFigures], 'summary');
  const columns = [
    { head: 'method', of: ({ name }: TemplatesDayShown) => name },
    ...figureColumns(
      told,
      rows,
      (row) => row,
      (_, key) => key,
    ),
  ];
  const broken = methods.flatMap(({ name, budgets }) =>
    budgets.flatMap(({ outcome, closure }) =>
      outcome.energyBudgetJ === budgetJ && !closure.closes
        ? [`${name}: the ledger does not close: ${JSON.stringify(closure)}. This is a mistake in the program.`]
        : [],
    ),
  );
  return [title, ...textTable(rows, columns), ...broken];
}

/**
 * Returns a line for each method and budget that used templates. It has the number of lookups, and how many were
 * outside the grid or met an infeasible state.
 */
function lookupLines(methods: readonly DayMethodRecord[]): string[] {
  const lines = methods.flatMap(({ name, budgets }) =>
    budgets.flatMap(({ outcome, lookups }) => {
      if (lookups === null) return [];
      const { count, outsideGrid, workOutside, coresOutside, powerLimitOutside, infeasible } = lookups;
      const budget = Number.isFinite(outcome.energyBudgetJ) ? `, ${budgetText(outcome.energyBudgetJ)}` : '';
      const by = `arriving work ${workOutside}, running cores ${coresOutside}, power limit ${powerLimitOutside}`;
      const outside = `${outsideGrid} outside the grid${outsideGrid > 0 ? ` (${by})` : ''}`;
      return [
        `${name}${budget}: ${countOf(count, 'template')} looked up, ${outside}, ${countOf(infeasible, 'infeasible state')}`,
      ];
    }),
  );
  return lines.length > 0 ? ['', ...lines] : [];
}
