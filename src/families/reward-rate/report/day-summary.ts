import { currencyOf } from '../../../../models/units.js';
import { inOneLine, toldFigures } from '../../../reports/figures.js';
import { countOf, inUnit, oneLine, plain } from '../../../reports/format.js';
import { plainText } from '../../../reports/html/markup.js';
import { textTable } from '../../../reports/html/table.js';
import { studyWarnings } from '../../../reports/study-warnings.js';
import { type Line, linesText } from '../../../reports/summary.js';
import type { DayResult } from '../studies/day/result.js';
import { dayFigures, epochColumns } from './day-figures.js';

/** Returns the results of a day as text for a terminal: a table of epochs and totals. It ends with a newline. */
export function dayText(day: DayResult): string {
  const { ledger, taskTypes, epochs, epochsLeft } = day;
  const left = `Interrupted: ${countOf(epochsLeft, 'epoch', ['was', 'were'])} not solved; run again to go on.`;
  const open = 'The ledger does not close: see closure in day.json. Please report this.';
  const told = toldFigures(dayFigures, 'summary', day, currencyOf(day));
  const lines: Line[] = [
    ...told.map((one): Line => [one.label, plainText(inOneLine(one))]),
    ...ledger.tasks.map(({ arrived, completed, lost }, i): Line => {
      const [done, all, none] = [completed, arrived, lost].map((tasks) => plain(inUnit(tasks, '')));
      return [oneLine(taskTypes[i]!), `${done!} of ${all!} tasks, ${none!} lost`];
    }),
    ...(day.boundScope === '' ? [] : [['bounds cover', oneLine(day.boundScope)] as const]),
  ];
  return linesText([
    `${oneLine(day.instance)}: method ${day.method}${day.naive ? ' --naive' : ''}, arrivals ${oneLine(day.arrivals)}`,
    ...textTable(epochs, epochColumns(day)),
    ...(epochsLeft > 0 ? [left] : []),
    ...lines,
    ...(ledger.closure.closes ? [] : [open]),
  ]);
}

/** Returns the warnings of a day and of its epochs, without duplicates. */
export function dayWarnings({ warnings, epochs }: DayResult): string[] {
  const runs = epochs.map((epoch) => ({ name: epoch.epoch, warnings: epoch.warnings }));
  return studyWarnings(warnings, runs, { one: 'Epoch', many: 'epochs' });
}
