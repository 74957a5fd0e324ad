import { J_PER_KWH, S_PER_H } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';

/** Number of hours in a day, i.e. of prices in a tariff. */
const HOURS = 24;

/**
 * Returns a function that computes the cost of drawing one watt during pieces of time (start and end, s), USD; null if
 * energy has no price. Only the parts of the pieces within [fromS, toS) count. Prices change by the hour, counted from
 * the start of the measured time (midnight).
 */
export function costPerWatt({
  energyPrice,
  period,
}: UtilityInstance): ((pieces: readonly (readonly [number, number])[], fromS: number, toS: number) => number) | null {
  if (energyPrice === undefined) return null;
  const { usdPerKwh } = energyPrice;
  return (pieces, fromS, toS) => {
    let usd = 0;
    for (const [beganS, endedS] of pieces) {
      const stopS = Math.min(endedS, toS);
      let atS = Math.max(beganS, fromS);
      // Hours are counted, not read off the moment: a border that is rounded down must not end the sum.
      for (let hour = Math.floor((atS - period.measuredFromS) / S_PER_H); atS < stopS; hour++) {
        const untilS = Math.min(stopS, period.measuredFromS + (hour + 1) * S_PER_H);
        if (!(untilS > atS)) continue;
        usd += (usdPerKwh[((hour % HOURS) + HOURS) % HOURS]! * (untilS - atS)) / J_PER_KWH;
        atS = untilS;
      }
    }
    return usd;
  };
}
