import type { LimitName } from '../../../../models/facility/limits.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlanFigures } from './plan-figures.js';
import type { FamilyRunResult, Infeasibility, TrajectoryPoint } from '../../../runs/result.js';
import type { GeoLedgerEntry } from './ledger.js';

/**
 * Result of `plenum solve --json` for a geo instance. The objective is the bill, USD (least is best), the bound a lower
 * bound on it.
 */
export interface GeoRunResult extends FamilyRunResult, GeoPlanFigures {
  readonly family: 'geo';
  /** Parts of the bound by epoch, USD, which sum to it; null if the bound has no such parts. */
  readonly boundByEpochUsd: readonly number[] | null;
  /** Cost of energy, transitions and carbon by epoch, USD; demand charges belong to no epoch. */
  readonly costByEpochUsd: readonly number[] | null;
  /** Bill with the cooling of Eq. 43 (CUP) instead of the room's, USD. Next: its bound, and its gap. */
  readonly costByCupUsd: number | null;
  readonly boundByCupUsd: number | null;
  readonly gapByCup: number | null;
  /** Method that made the plan, if a cheaper plan of another method was returned. */
  readonly planFrom?: string;
  /** Bill by the methods' own model, USD. */
  readonly claimedCostUsd: number | null;
  readonly energyUsd: number | null;
  readonly transitionUsd: number | null;
  readonly demandUsd: number | null;
  readonly carbonUsd: number | null;
  readonly carbonKg: number | null;
  /** Ledger summed over all centres and epochs; null without a rated plan. */
  readonly ledger: GeoLedgerEntry | null;
  readonly binding: readonly GeoBinding[];
  /** Origin of the air of each room in use. */
  readonly matrixProvenance: readonly { readonly room: string; readonly summary: string }[];
  readonly infeasibility?: GeoRunInfeasibility;
  /** Figures that the method calibrated or estimated, by name. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A limit that the plan meets with hardly any room, for the tightest epoch. */
export interface GeoBinding {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /** Number of epochs in which it is met. */
  readonly epochs: number;
}

/** Limit that no plan keeps: tasks that cannot be served, or the smallest excess over the carbon cap, kg. */
export interface GeoRunInfeasibility extends Infeasibility {
  /** Epoch that cannot be served; present with `unservedRate`. */
  readonly epoch?: number;
  readonly taskType?: string;
  /** Rate that cannot be served, tasks/s. */
  readonly missingPerS?: number;
}

/** Everything that a report needs besides the instance. */
export interface GeoRunRecord {
  readonly result: GeoRunResult;
  readonly evaluation: GeoEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
