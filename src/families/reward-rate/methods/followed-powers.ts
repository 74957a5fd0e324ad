import { airLimitsOf } from '../../../../models/facility/air-limits.js';
import { powerUse } from '../../../../models/facility/power-limits.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { linearForm } from './room-program/coupling.js';

/** Excess over a limit that counts as rounding error, as a fraction of the limit. (The checker tolerates 1e-3 W.) */
const ROUNDING = 1e-12;

/**
 * Follows the powers of a room's zones while they change: their sum, and what they use of all limits besides the power cap
 * and red line. CRACs have one common set-point T, so limits on the air state that use(P) + perC T <= most for the zone
 * powers P, with perC >= 0 (linearForm).
 */
export function followedPowers(model: RewardRateModel) {
  const { zones, powerLimits } = model;
  const idleW = Float64Array.from(zones, (zone) => zone.idleW);
  const limits = [
    ...powerLimits.map((limit) => ({
      most: limit.limit,
      perC: 0,
      /** Use of the limit per watt of a zone; null: no constant. */
      perW: (zone: number) => (!limit.zones.includes(zone) ? 0 : limit.curve === undefined ? 1 : null),
      use: (powersW: Float64Array) => powerUse(limit, powersW),
    })),
    ...airLimitsOf(model).map(({ limit: most, reading }) => {
      const { perW, perC } = linearForm({ model, setPoints: 'common' }, reading, idleW);
      return {
        most,
        perC: perC[0]!,
        perW: (zone: number) => perW[zone]!,
        use: (powersW: Float64Array) => perW.reduce((sum, part, b) => sum + part * powersW[b]!, 0),
      };
    }),
  ];
  const used = new Float64Array(limits.length);
  const ofZone = zones.map((_, b) =>
    limits.flatMap(({ perW }, limit) => (perW(b) === 0 ? [] : [{ limit, perW: perW(b) }])),
  );
  const warming = [...limits.keys()].filter((n) => limits[n]!.perC > 0);
  let zonePowerW: Float64Array = new Float64Array(0);
  let nodePowerW = 0;
  return {
    /** Values that plans must keep, by limit, each in its unit: W for racks, PDUs and CRACs. */
    limits: limits.map(({ most }) => most),
    /** Follows these powers, W, from now on, with all sums made anew. `add` changes them in place. */
    load(powersW: Float64Array): void {
      zonePowerW = powersW;
      nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
      for (const [n, { use }] of limits.entries()) used[n] = use(powersW);
    },
    /** Adds power, W, to a zone; negative to reduce it. The same with the other sign undoes it, but for rounding. */
    add(zone: number, addedW: number): void {
      zonePowerW[zone]! += addedW;
      nodePowerW += addedW;
      for (const { limit, perW } of ofZone[zone]!) {
        used[limit] = perW === null ? limits[limit]!.use(zonePowerW) : used[limit]! + perW * addedW;
      }
    },
    nodePowerW: (): number => nodePowerW,
    /** Returns the warmest common set-point that keeps the limits on temperatures, C; Infinity if there are none. */
    warmestC: (): number =>
      warming.reduce((least, n) => Math.min(least, (limits[n]!.most - used[n]!) / limits[n]!.perC), Infinity),
    /**
     * Returns by how much a limit is exceeded, in its unit; 0 for rounding error, and for limits on temperatures, which
     * some set-point keeps.
     */
    over: (limit: number): number => {
      const { most, perC } = limits[limit]!;
      if (perC > 0) return 0;
      const over = used[limit]! - most;
      return over > ROUNDING * Math.max(1, Math.abs(most)) ? over : 0;
    },
  };
}
