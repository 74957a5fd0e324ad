import type { GeoModel } from '../../../../../models/families/geo/model.js';

/**
 * Chromosome: how the arrivals of one epoch are divided among centres, with the greedy heuristic's result. I task
 * types, D centres, J node types.
 */
export interface Distribution {
  /**
   * Share of a task type's arrivals: entry task * D + centre; the entries of a task type and its `missing` sum to 1.
   */
  readonly shares: Float64Array;
  /** Share of each task type's arrivals that no centre can serve. */
  readonly missing: Float64Array;
  /** By centre: 1 if it breaks a limit whatever it serves, else 0. */
  readonly broken: Uint8Array;
  /**
   * Nodes awake (entry centre * J + type). `energyKwh`: meter energy of each centre without transitions. `usd`: what
   * the centre adds to the bill.
   */
  readonly awake: Int32Array;
  readonly energyKwh: Float64Array;
  readonly usd: Float64Array;
}

/** By centre: 1 if its greedy result is out of date, else 0. */
export type StaleCentres = Uint8Array;

export function createDistribution({ taskNames, centres, nodeTypes }: GeoModel): Distribution {
  return {
    shares: new Float64Array(taskNames.length * centres.length),
    missing: new Float64Array(taskNames.length),
    broken: new Uint8Array(centres.length),
    awake: new Int32Array(centres.length * nodeTypes.length),
    energyKwh: new Float64Array(centres.length),
    usd: new Float64Array(centres.length),
  };
}

export function copyDistribution(target: Distribution, source: Distribution): void {
  target.shares.set(source.shares);
  target.missing.set(source.missing);
  target.broken.set(source.broken);
  target.awake.set(source.awake);
  target.energyKwh.set(source.energyKwh);
  target.usd.set(source.usd);
}

/** Marks in `stale` the centres whose share of some task type differs. */
export function markDifferences(stale: StaleCentres, a: Float64Array, b: Float64Array): void {
  const centres = stale.length;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) stale[n % centres] = 1;
}
