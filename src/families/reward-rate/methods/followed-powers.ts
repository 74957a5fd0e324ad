import { powerUse } from '../../../../models/facility/power-limits.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/** Excess over a limit that counts as rounding error, as a fraction of the limit. (The checker tolerates 1e-3 W.) */
const ROUNDING = 1e-12;

/**
 * Follows the powers of a room's zones while they change: their sum, and what they use of the limits on node powers and
 * of the cooling capacities (of these at a set-point common to all CRACs, where each CRAC's heat is a weighted sum).
 */
export function followedPowers({ zones, thermal, powerLimits, coolingLimits }: RewardRateModel) {
  const limits = [
    ...powerLimits.map((limit) => ({
      most: limit.limit,
      /** Use of the limit per watt of a zone; null: no constant. */
      perW: (zone: number) => (!limit.zones.includes(zone) ? 0 : limit.curve === undefined ? 1 : null),
      use: (powersW: Float64Array) => powerUse(limit, powersW),
    })),
    ...coolingLimits.map(({ crac, capacityW }) => {
      const share = thermal.cracHeatRow(crac);
      return {
        most: capacityW,
        perW: (zone: number) => share[zone]!,
        use: (powersW: Float64Array) => share.reduce((sum, part, b) => sum + part * powersW[b]!, 0),
      };
    }),
  ];
  const used = new Float64Array(limits.length);
  const ofZone = zones.map((_, b) =>
    limits.flatMap(({ perW }, limit) => (perW(b) === 0 ? [] : [{ limit, perW: perW(b) }])),
  );
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
    /** Returns by how much a limit is exceeded, in its unit; 0 for rounding error. */
    over: (limit: number): number => {
      const { most } = limits[limit]!;
      const over = used[limit]! - most;
      return over > ROUNDING * Math.max(1, Math.abs(most)) ? over : 0;
    },
  };
}
