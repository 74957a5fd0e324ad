import type { UtilityInstance } from '../../../../models/problems/utility/instance.js';

/** Length of a day, s. */
const DAY_S = 86_400;
/** Length of an hour, s. */
const HOUR_S = 3600;
/** Joules in a kWh. */
const J_PER_KWH = 3.6e6;

/**
 * Function to the cost of one watt over the part of pieces within [fromS, toS), USD: hour by hour of the day, midnight being the start of the
 * measured time; null where energy has no price.
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
      while (atS < stopS) {
        const sinceS = atS - period.measuredFromS;
        const hours = Math.floor(sinceS / HOUR_S);
        const untilS = Math.min(stopS, period.measuredFromS + (hours + 1) * HOUR_S);
        const hourOfDay = Math.floor((sinceS - Math.floor(sinceS / DAY_S) * DAY_S) / HOUR_S);
        if (!(untilS > atS)) break;
        usd += (usdPerKwh[hourOfDay]! * (untilS - atS)) / J_PER_KWH;
        atS = untilS;
      }
    }
    return usd;
  };
}
