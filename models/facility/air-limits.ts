import { type LimitName, unitOf } from './limits.js';
import type { PoweredRoom } from './room-state.js';

/** Pairs of an index and a weight. */
type Weights = readonly (readonly [index: number, weight: number])[];

/** Weighted sum of what a room's steady state has: temperatures, heats and node powers. */
export interface Reading {
  /** Weights of inlet temperatures, by zone. They are not negative. */
  readonly inlets?: Weights;
  /** Weights of the heats that CRACs remove, W, by index in the influence matrix. */
  readonly heats?: Weights;
  /** Weights of the power of zones' nodes, W. */
  readonly powers?: Weights;
}

/** Limit on temperatures or heats in the model of a room. */
export interface AirLimit {
  readonly constraint: LimitName;
  readonly unit: string;
  readonly where: string;
  /** Place of the stated value. */
  readonly of: string;
  readonly reading: Reading;
  /** Value that plans must keep, in `unit`. */
  readonly limit: number;
  /** The value without reserve. Plans must keep it in rooms with a failed CRAC. */
  readonly stated: number;
}

/** Returns the value of a reading in a steady state. Indices are those of the arrays. */
export function readingIn(
  { inlets = [], heats = [], powers = [] }: Reading,
  state: {
    readonly zoneInletC: ArrayLike<number>;
    readonly cracHeatW: ArrayLike<number>;
    readonly zoneNodePowerW: ArrayLike<number>;
  },
): number {
  let sum = 0;
  for (const [b, weight] of inlets) sum += weight * state.zoneInletC[b]!;
  for (const [c, weight] of heats) sum += weight * state.cracHeatW[c]!;
  for (const [b, weight] of powers) sum += weight * state.zoneNodePowerW[b]!;
  return sum;
}

/**
 * Returns the limits on heats of a room, and those on temperatures besides its red line. Their readings name CRACs by
 * index among the room's working CRACs; the others remove no heat.
 */
export function airLimitsOf({
  cracs,
  coolingLimits,
  airLimits,
}: {
  readonly cracs: readonly { readonly index: number }[];
  readonly coolingLimits: readonly { readonly where: string; readonly crac: number; readonly capacityW: number }[];
  readonly airLimits: readonly AirLimit[];
}): AirLimit[] {
  return [
    ...coolingLimits.map(({ where, crac, capacityW: limit }): AirLimit => {
      const reading = { heats: [[crac, 1]] as const };
      return {
        constraint: 'coolingCapacity',
        unit: unitOf('coolingCapacity'),
        where,
        of: where,
        reading,
        limit,
        stated: limit,
      };
    }),
    ...airLimits.map(({ reading, ...limit }): AirLimit => {
      const heats = (reading.heats ?? []).flatMap(([at, weight]) => {
        const c = cracs.findIndex(({ index }) => index === at);
        return c < 0 ? [] : [[c, weight] as const];
      });
      return { ...limit, reading: { ...reading, heats } };
    }),
  ];
}

/** Returns true if a limit is on temperatures alone. Colder set-points then never raise what is limited. */
export function isOnTemperatures({ reading: { inlets = [], heats = [] } }: Pick<AirLimit, 'reading'>): boolean {
  return inlets.length > 0 && heats.length === 0;
}

/** Returns the rise of a reading per kelvin of a common set-point. Heats do not depend on it. */
export function perCommonC({ inlets = [] }: Reading): number {
  return inlets.reduce((sum, [, weight]) => sum + weight, 0);
}

/** Relative excess over a limit that counts as rounding error. (The checker tolerates more.) */
const ROUNDING = 1e-12;

/**
 * Returns the warmest common set-point at which a room keeps a limit, C. Heats do not depend on it: a limit on heats
 * alone gives Infinity where it is kept, -Infinity where it is not.
 */
export function warmestCommonC({ reading, limit }: AirLimit, { riseC, heatW, zonePowerW }: PoweredRoom): number {
  const perC = perCommonC(reading);
  const left = limit - readingIn(reading, { zoneInletC: riseC, cracHeatW: heatW, zoneNodePowerW: zonePowerW });
  if (perC > 0) return left / perC;
  return left >= -ROUNDING * Math.abs(limit) ? Infinity : -Infinity;
}
