import type { GeoProblem } from '../../../../../models/problems/geo/problem.js';

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
  /** 1 for a centre that breaks a limit whatever it is given to do, else 0. */
  readonly broken: Uint8Array;
  /**
   * Figures by centre: nodes awake (entry centre * J + type), energy at the meter without transitions (kWh), cost that
   * it adds to the bill (USD).
   */
  readonly awake: Int32Array;
  readonly energyKwh: Float64Array;
  readonly usd: Float64Array;
}

/** 1 for a centre of which the greedy heuristic has to be asked again, else 0. */
export type StaleCentres = Uint8Array;

export function createDistribution({ taskNames, centres, nodeTypes }: GeoProblem): Distribution {
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

/** Marks the centres where the shares of some task type differ, in `stale`. */
export function markDifferences(stale: StaleCentres, a: Float64Array, b: Float64Array): void {
  const centres = stale.length;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) stale[n % centres] = 1;
}
