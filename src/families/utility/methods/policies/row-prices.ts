import { S_PER_MIN } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { MappingEvent } from '../policy.js';

/**
 * Share of its limit at which a row's price stays. Our choice: what starts in one event fills a binding row by some per
 * cent.
 */
const TARGET = 0.95;
/** Maximum change of a price's logarithm per minute: loads follow as fast as tasks end (docs/utility/policies.md). */
const GAIN_PER_MINUTE = 0.1;
/** First price of a row that fills up, and the price below which it becomes 0, as a share of the typical price. */
const LEAST = 0.01;
/** Maximum price, as a multiple of the typical price. */
const MOST = 1e3;

/**
 * Prices mu of power rows (red lines in K, caps in W), utility per s and unit. At every event, rows above 95 % of their
 * limit after the last event become dearer and others cheaper, down to 0:
 *
 * mu *= exp(gain x clamp((load / limit - 0.95) / 0.05, -1, 1))
 */
export interface RowPrices {
  /** Charge on energy in each pool, utility/J (length J): sum over rows of mu x coefficient. */
  readonly charge: Float64Array;
  /** Length R: price of each row. */
  readonly price: Float64Array;
  /** Begins an event; returns the largest decrease of a charge, utility/J. */
  readonly begin: (event: MappingEvent) => number;
}

/**
 * Returns prices of a model's power rows, all 0 at first; null if it has none. @param energyScale typical worth of
 * energy, utility/J, to which prices are relative
 */
export function rowPrices({ pools, powerRows, eventIntervalS }: UtilityModel, energyScale: number): RowPrices | null {
  if (powerRows === undefined) return null;
  const { count, coefficient, limit } = powerRows;
  const size = pools.length;
  const price = new Float64Array(count);
  const charge = new Float64Array(size);
  const before = new Float64Array(size);
  const scale = Float64Array.from({ length: count }, (_, r) => {
    const greatest = coefficient.subarray(r * size, (r + 1) * size).reduce((a, b) => Math.max(a, b), 0);
    return greatest > 0 ? energyScale / greatest : 0;
  });
  const gain = (GAIN_PER_MINUTE * eventIntervalS) / S_PER_MIN;
  const step = (r: number, load: number): number => {
    const least = LEAST * scale[r]!;
    // Nothing runs within a limit of 0: there is nothing to charge.
    if (!(limit[r]! > 0)) return 0;
    const beyond = Math.max(-1, Math.min(1, (load / limit[r]! - TARGET) / (1 - TARGET)));
    // A row that was free begins at the least price.
    const next = Math.max(price[r]!, beyond > 0 ? least : 0) * Math.exp(gain * beyond);
    return next < least ? 0 : Math.min(next, MOST * scale[r]!);
  };
  return {
    charge,
    price,
    begin({ poolW }) {
      if (poolW === undefined) return 0;
      before.set(charge);
      charge.fill(0);
      for (let r = 0; r < count; r++) {
        const row = r * size;
        let load = 0;
        for (let j = 0; j < size; j++) load += coefficient[row + j]! * poolW[j]!;
        price[r] = step(r, load);
        if (price[r] === 0) continue;
        for (let j = 0; j < size; j++) charge[j]! += price[r]! * coefficient[row + j]!;
      }
      let fall = 0;
      for (let j = 0; j < size; j++) fall = Math.max(fall, before[j]! - charge[j]!);
      return fall;
    },
  };
}
