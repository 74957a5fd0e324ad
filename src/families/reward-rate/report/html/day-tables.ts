import { inUnit, percent, significant, watts } from '../../../../reports/format.js';
import { markup, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import type { DayResult, EnergyJ } from '../../studies/day/result.js';

/** Uses of energy, in the order of the table, each with its field and the name shown. */
const USES: readonly (readonly [keyof EnergyJ, string])[] = [
  ['idleJ', 'Idle nodes'],
  ['coresJ', 'Cores at work'],
  ['coolingJ', 'Cooling'],
  ['upsLossJ', 'UPS loss'],
  ['otherJ', 'Other load'],
  ['wakingJ', 'Waking nodes, at most'],
  ['totalJ', 'Total'],
];

/** Returns a sentence that says whether totals of energy, reward and tasks agree when summed in different ways. */
export function closure({ ledger: { closure: found } }: DayResult): Markup {
  const worst = Math.max(found.energyParts, found.energyDay, found.rewardParts, found.rewardDay, found.tasks);
  return found.closes
    ? markup`<p>The ledger closes: no two ways of adding up differ by more than ${significant(worst, 2)} of their value.</p>\n`
    : markup`<div class="callout"><p>The ledger does not close: two ways of adding up differ by ${significant(worst, 3)} of their value.</p></div>\n`;
}

export function energySection(day: DayResult): SectionOptions {
  return { id: 'energy', title: 'Energy ledger', body: [energyTable(day)] };
}

function energyTable({ ledger: { energy }, epochs }: DayResult): Markup {
  const plannedS = epochs.reduce((sum, epoch) => sum + (epoch.energy === null ? 0 : epoch.epochS), 0);
  const beside = energy.totalJ;
  const uses = USES.flatMap(([use, name]) => {
    const joules = energy[use];
    return joules === undefined ? [] : [{ name, joules }];
  });
  return tableOf('Energy by use and mean power, over all epochs with a plan.', uses, [
    { head: 'Use', of: ({ name }) => name },
    numeric('Energy', ({ joules }) => quantity(inUnit(joules, 'J in kWh', { beside }))),
    numeric('% of total', ({ joules }) => percent(beside > 0 ? joules / beside : null)?.digits ?? 'none'),
    numeric('Mean power', ({ joules }) => quantity(watts(plannedS > 0 ? joules / plannedS : null))),
  ]);
}
