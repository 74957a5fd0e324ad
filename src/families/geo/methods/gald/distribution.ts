import type { GeoModel } from '../../../../../models/families/geo/model.js';

/**
 * Chromosome: division of the arrivals of one epoch among the centres, and the result of the greedy heuristic for it. I
 * task types, D centres, J node types.
 */
export interface Distribution {
  /**
   * Share of a task type's arrivals: entry task * D + centre; the entries of a task type and its `missing` sum to 1.
   */
  readonly shares: Float64Array;
  /** Share of each task type's arrivals that no centre can serve. */
  readonly missing: Float64Array;
  /** 1 for a centre that breaks a limit whatever it serves, else 0. */
  readonly broken: Uint8Array;
  /**
   * Number of nodes awake (entry centre * J + type). `energyKwh`: energy by centre at the meter without transitions.
   * `usd`: cost that the centre adds to the bill.
   */
  readonly awake: Int32Array;
  readonly energyKwh: Float64Array;
  readonly usd: Float64Array;
}

/** 1 for a centre whose greedy result is out of date, else 0. */
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

/** Marks in `stale` the centres where the shares of some task type differ. */
export function markDifferences(stale: StaleCentres, a: Float64Array, b: Float64Array): void {
  const centres = stale.length;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) stale[n % centres] = 1;
}
