import { S_PER_MIN } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { MappingEvent } from '../policy.js';

/**
 * Load of a power limit at which its price stays constant, as a fraction of the limit. Our choice: below 1, because the
 * tasks that start at one mapping event raise the load of a binding limit by some per cent.
 */
const TARGET = 0.95;
/**
 * Maximum change of the logarithm of a price per minute: fast enough to follow the loads, which fall as tasks end
 * (docs/utility/policies.md).
 */
const GAIN_PER_MINUTE = 0.1;
/**
 * Initial price of a power limit whose load exceeds 95 % of the limit, as a fraction of the typical price. A price that
 * falls below it becomes 0.
 */
const LEAST = 0.01;
/** Maximum price of a power limit, as a multiple of the typical price. */
const MOST = 1e3;

/**
 * Prices mu of power limits, utility/(s K) for red lines and utility/(s W) for caps. They estimate the limits' dual
 * values. At every event, the price of a limit rises if the load after the last event was above 95 % of the limit.
 * Otherwise it falls, down to 0:
 *
 * mu *= exp(gain x clamp((load / limit - 0.95) / 0.05, -1, 1))
 */
export interface RowPrices {
  /** Cost of energy in each pool due to the power limits, utility/J: sum over power limits of mu x coefficient. */
  readonly charge: Float64Array;
  /** Price mu of each power limit, utility/(s K) or utility/(s W). */
  readonly price: Float64Array;
  /** Adjusts the prices at a mapping event. Returns the largest decrease of the energy cost of any pool, utility/J. */
  readonly begin: (event: MappingEvent) => number;
}

/**
 * Returns prices for a model's power limits, all 0 at first; null if it has none.
 *
 * @param energyScale typical price of energy, utility/J, from which the typical price of a limit is computed
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
