import { currencyOf } from '../../../../../models/units.js';
import type { Measured } from '../../../../reports/format.js';
import { nameOf } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { measured, tableOf } from '../../../../reports/html/table.js';
import type { DayResult, EpochResult } from '../../studies/day/result.js';

/** Returns the report section on what each epoch earns and costs; [] if no prices were given. */
export function moneySections(day: DayResult): SectionOptions[] {
  return day.epochs.some(({ usd }) => usd !== undefined) ? [moneySection(day)] : [];
}

function moneySection({ epochs, ...day }: DayResult): SectionOptions {
  const currency = currencyOf(day);
  const hasCarbon = epochs.some(({ prices }) => prices !== undefined && prices.carbonUsdPerT > 0);
  const column = (head: string, unit: string, of: (epoch: EpochResult) => Measured) =>
    measured(head, unit, epochs, of, { currency });
  return {
    id: 'money',
    title: 'Prices and money',
    body: [
      tableOf(
        `Price of a kWh${hasCarbon ? ' with its CO2' : ''}, energy at the meter, what it costs and what the reward is worth, by epoch.`,
        epochs,
        [
          { head: 'Epoch', of: ({ epoch }) => nameOf(epoch) },
          column('Price', 'USD/kWh', ({ usdPerKWh }) => usdPerKWh),
          ...(hasCarbon ? [column('CO2', 'g/kWh', ({ prices }) => prices?.carbonGPerKWh)] : []),
          column('Energy', 'J in kWh', ({ energy }) => energy?.totalJ),
          column('Cost', 'USD', ({ usd }) => usd?.energyUsd),
          column('Revenue', 'USD', ({ usd }) => usd?.revenueUsd),
          column('Money', 'USD', ({ usd }) => usd?.usd),
        ],
      ),
    ],
  };
}
