import { J_PER_KWH } from '../../../../../models/units.js';
import { aligned, celsius, count } from '../../../../reports/format.js';
import { type Markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Column, table } from '../../../../reports/html/table.js';
import type { DayResult, EpochResult } from '../../studies/day/result.js';

/** Greatest number of CRACs with a column each: beyond it the lowest and the highest set-point are shown. Ours. */
const MAX_CRAC_COLUMNS = 16;

/** Sections on how each epoch is run, nodes on standby and set-points, and on what it earns and costs where prices were given. */
export function epochSections({ epochs }: DayResult): SectionOptions[] {
  const money = epochs.some(({ usd }) => usd !== undefined) ? [moneySection(epochs)] : [];
  return [{ id: 'settings', title: 'Set-points and standby', body: [settingsTable(epochs)] }, ...money];
}

function settingsTable(epochs: readonly EpochResult[]): Markup {
  const cracs = [...new Set(epochs.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const isWide = cracs.length > MAX_CRAC_COLUMNS;
  const heads: Column[] = isWide
    ? ['Lowest', 'Highest'].map((head) => ({ head, numeric: true }))
    : cracs.map((name) => ({ head: nameOf(name), numeric: true }));
  const setPoints = ({ setPointsC }: EpochResult): readonly (number | null)[] => {
    if (setPointsC === null) return heads.map(() => null);
    const values = Object.values(setPointsC);
    return isWide ? [Math.min(...values), Math.max(...values)] : cracs.map((name) => setPointsC[name] ?? null);
  };
  const each = isWide ? ` of ${cracs.length} CRACs, each in day.csv` : ' by CRAC';
  return table({
    caption: `Nodes on standby (asleep or off) and set-points${each}, by epoch.`,
    columns: [{ head: 'Epoch' }, { head: 'On standby', numeric: true }, ...heads],
    rows: epochs.map((epoch) => [
      nameOf(epoch.epoch),
      quantity(count(epoch.onStandby)),
      ...setPoints(epoch).map((valueC) => quantity(celsius(valueC))),
    ]),
  });
}

function moneySection(epochs: readonly EpochResult[]): SectionOptions {
  const usd = aligned(
    epochs.flatMap((epoch) => [epoch.usd?.revenueUsd, epoch.usd?.energyUsd, epoch.usd?.usd]),
    7,
  );
  const price = aligned(
    epochs.map(({ usdPerKWh }) => usdPerKWh),
    6,
  );
  const kWhOf = ({ energy }: EpochResult): number | null => (energy === null ? null : energy.totalJ / J_PER_KWH);
  const kWh = aligned(epochs.map(kWhOf), 7);
  const carbon = aligned(
    epochs.map(({ prices }) => prices?.carbonGPerKWh),
    6,
  );
  const hasCarbon = epochs.some(({ prices }) => prices !== undefined && prices.carbonUsdPerT > 0);
  return {
    id: 'money',
    title: 'Prices and money',
    body: [
      table({
        caption: `Price of a kWh${hasCarbon ? ' with its CO2' : ''}, energy at the meter, what it costs and what the reward is worth, by epoch.`,
        columns: [
          { head: 'Epoch' },
          { head: 'USD/kWh', numeric: true },
          ...(hasCarbon ? [{ head: 'g CO2/kWh', numeric: true }] : []),
          { head: 'kWh', numeric: true },
          { head: 'Cost, USD', numeric: true },
          { head: 'Revenue, USD', numeric: true },
          { head: 'Money, USD', numeric: true },
        ],
        rows: epochs.map((epoch) => [
          nameOf(epoch.epoch),
          quantity(price(epoch.usdPerKWh)),
          ...(hasCarbon ? [quantity(carbon(epoch.prices?.carbonGPerKWh))] : []),
          quantity(kWh(kWhOf(epoch))),
          quantity(usd(epoch.usd?.energyUsd)),
          quantity(usd(epoch.usd?.revenueUsd)),
          quantity(usd(epoch.usd?.usd)),
        ]),
      }),
    ],
  };
}
