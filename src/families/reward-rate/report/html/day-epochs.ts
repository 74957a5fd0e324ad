import { currencyOf } from '../../../../../models/units.js';
import { celsius, count, type Measured } from '../../../../reports/format.js';
import { type Content, type Markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { measured, numeric, tableOf } from '../../../../reports/html/table.js';
import type { DayResult, EpochResult } from '../../studies/day/result.js';

/** Maximum number of CRACs with a column each: beyond it the lowest and the highest set-point are shown. */
const MAX_CRAC_COLUMNS = 16;

/**
 * Returns the sections on how each epoch is run, nodes on standby and set-points, and on what it earns and costs where
 * prices were given.
 */
export function epochSections(day: DayResult): SectionOptions[] {
  const { epochs } = day;
  const money = epochs.some(({ usd }) => usd !== undefined) ? [moneySection(day)] : [];
  return [{ id: 'settings', title: 'Set-points and standby', body: [settingsTable(epochs)] }, ...money];
}

function settingsTable(epochs: readonly EpochResult[]): Markup {
  const cracs = [...new Set(epochs.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const isWide = cracs.length > MAX_CRAC_COLUMNS;
  const setPoint = (head: Content, of: (setPointsC: Readonly<Record<string, number>>) => number | undefined) =>
    numeric<EpochResult>(head, ({ setPointsC }) => quantity(celsius(setPointsC === null ? null : of(setPointsC))));
  const each = isWide ? ` of ${cracs.length} CRACs, each in day.csv` : ' by CRAC';
  return tableOf(`Nodes on standby (asleep or off) and set-points${each}, by epoch.`, epochs, [
    { head: 'Epoch', of: ({ epoch }) => nameOf(epoch) },
    numeric('On standby', ({ onStandby }) => quantity(count(onStandby))),
    ...(isWide
      ? [
          setPoint('Lowest', (all) => Math.min(...Object.values(all))),
          setPoint('Highest', (all) => Math.max(...Object.values(all))),
        ]
      : cracs.map((name) => setPoint(nameOf(name), (all) => all[name]))),
  ]);
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
