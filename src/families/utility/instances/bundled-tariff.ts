import type { EnergyPriceSeries, UtilityInstance } from '../../../../models/problems/utility/instance.js';

/** Price of a weekday in summer off-peak, USD/kWh (schedule E-19 of 2017, secondary voltage). */
const OFF_PEAK = 0.08445;
/** The same part-peak, USD/kWh. */
const PART_PEAK = 0.11127;
/** The same in the peak hours, USD/kWh. */
const PEAK = 0.15178;
/** Prices of the 48 half hours: peak from 12:00 to 18:00, part-peak from 8:30 to 21:30 around it. */
const HALF_HOURS = Array.from({ length: 48 }, (_, h) => {
  if (h >= 24 && h < 36) return PEAK;
  return h >= 17 && h < 43 ? PART_PEAK : OFF_PEAK;
});
/** Digits after the point of a price, USD/kWh; those of the schedule and one more for means of two half hours. */
const DIGITS = 6;

/** Prices by hour of day, means of half hours. */
function e19Summer(): EnergyPriceSeries {
  return {
    source: 'series',
    usdPerKwh: Array.from({ length: 24 }, (_, h) =>
      Number(((HALF_HOURS[2 * h]! + HALF_HOURS[2 * h + 1]!) / 2).toFixed(DIGITS)),
    ),
    provenance:
      'PG&E Electric Schedule E-19 of 2017-03-01, secondary voltage, a weekday in summer, energy alone; the hours 8 and 21 are means of their halves',
  };
}

/** Budget of a day, USD. Ours: what the 1.089 GJ of serial-100 cost at the mean price of the day, 0.1091 USD/kWh, rounded. */
const BUDGET_USD = 33;

/** Instance with a budget of money in place of its budget of energy. */
export function withTariff(instance: UtilityInstance): UtilityInstance {
  return {
    ...instance,
    name: `${instance.name}-e19`,
    description: `${instance.name} with a time-of-use tariff, and a budget of money in place of the one of energy.`,
    energyBudgetJPerDay: undefined,
    energyPrice: e19Summer(),
    costBudgetUsdPerDay: BUDGET_USD,
  };
}
