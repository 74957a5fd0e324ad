import { J_PER_KWH, S_PER_H } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';

/** Hours of a day. */
const HOURS = 24;

/**
 * Returns a function for the cost, USD, of one watt during the parts of some pieces within [fromS, toS). It goes hour
 * by hour; midnight is the start of the measured time. Null if energy has no price.
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
