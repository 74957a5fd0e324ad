import type { GeoModel } from '../../../../../models/families/geo/model.js';

/** Chromosome: how an epoch's arrivals are divided among D centres, with the greedy heuristic's result. */
export interface Distribution {
  /** Share of a task type's arrivals that a centre serves, at task * D + centre; with `missing` they sum to 1. */
  readonly shares: Float64Array;
  /** Share of each task type's arrivals that no centre can serve. */
  readonly missing: Float64Array;
  /** For each centre, 1 if it breaks a limit even without work, else 0. */
  readonly broken: Uint8Array;
  /** Number of awake nodes, at index centre * J + node type with J node types. */
  readonly awake: Int32Array;
  /** Energy at the meter of each centre without transitions, kWh. */
  readonly energyKwh: Float64Array;
  /** What each centre adds to the bill, USD. */
  readonly usd: Float64Array;
}

/** For each centre, 1 if its shares have changed since the greedy heuristic was last applied, else 0. */
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

/** Marks in `stale` each centre whose share of some task type differs between `a` and `b`. */
export function markDifferences(stale: StaleCentres, a: Float64Array, b: Float64Array): void {
  const centres = stale.length;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) stale[n % centres] = 1;
}
