import { H_PER_DAY, S_PER_DAY, S_PER_H } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { energyTariff, type EnergyTariff } from '../../../../models/families/utility/energy-tariff.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalFault } from '../../../instances/fault.js';

/**
 * Time after the end of the simulated time that the price table still covers, s. Our choice: the last price holds after
 * that, which affects no budget.
 */
const BEYOND_S = 2 * S_PER_DAY;

/** Returns the energy prices over the simulated time and two more days; undefined if energy has no price. */
export function tariffOf({ energyPrice, period }: UtilityInstance): EnergyTariff | undefined {
  if (energyPrice === undefined) return undefined;
  const { usdPerKwh } = energyPrice;
  const { durationS, measuredFromS } = period;
  const daysBefore = Math.ceil(measuredFromS / S_PER_DAY);
  const originS = measuredFromS - daysBefore * S_PER_DAY;
  const steps = Math.ceil((durationS + BEYOND_S - originS) / S_PER_H);
  return energyTariff(
    Float64Array.from({ length: steps }, (_, h) => usdPerKwh[h % H_PER_DAY]!),
    { originS, stepS: S_PER_H, meanUsdPerKwh: meanPrice(usdPerKwh, durationS - measuredFromS) },
  );
}

/** Returns the mean price of the first `lastsS` seconds of a day, USD/kWh. */
function meanPrice(usdPerKwh: readonly number[], lastsS: number): number {
  let sum = 0;
  for (let h = 0; h * S_PER_H < lastsS; h++) sum += usdPerKwh[h]! * Math.min(S_PER_H, lastsS - h * S_PER_H);
  return sum / lastsS;
}

/** Returns the contradictions between energy price and budgets, such as two budgets for one day. */
export function energyPriceFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const costBudget = draft?.costBudgetUsdPerDay;
  const faults: LocalFault[] = [];
  const { durationS, measuredFromS } = draft?.period ?? {};
  const prices = draft?.energyPrice?.usdPerKwh;
  if (costBudget !== undefined && draft?.energyPrice === undefined) {
    const remedy = 'Give energyPrice, or a budget of energy instead.';
    faults.push({ path: 'costBudgetUsdPerDay', value: costBudget, allowed: 'only with energyPrice', remedy });
  }
  if (costBudget !== undefined && draft?.energyBudgetJPerDay !== undefined) {
    const remedy = 'Keep the one that the scheduler has to keep; with energyPrice the cost is reported in any case.';
    const allowed = 'one budget of a day: energyBudgetJPerDay or costBudgetUsdPerDay';
    faults.push({ path: 'costBudgetUsdPerDay', value: costBudget, allowed, remedy });
  }
  if (durationS === undefined || measuredFromS === undefined || prices === undefined) return faults;
  const measured = prices.slice(0, Math.ceil((durationS - measuredFromS) / S_PER_H));
  if (measured.length > 0 && measured.every((price) => price === 0)) {
    const allowed = 'a price above 0 in some hour of the measured time';
    const remedy = 'Correct the prices, or leave energyPrice out.';
    faults.push({ path: 'energyPrice.usdPerKwh', value: 'all 0', allowed, remedy });
  }
  return faults;
}
