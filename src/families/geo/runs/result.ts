import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlanFigures } from './plan-figures.js';
import type { FamilyRunResult, Infeasibility, TrajectoryPoint } from '../../../runs/result.js';
import type { GeoLedgerEntry } from './ledger.js';

/**
 * Object that `plenum solve --json` prints for a geo instance: objective is the bill, USD (least is best), bound a
 * lower one on it.
 */
export interface GeoRunResult extends FamilyRunResult, GeoPlanFigures {
  readonly family: 'geo';
  /** Parts of the bound by epoch, USD, which sum to it; null if the bound has no such parts. */
  readonly boundByEpochUsd: readonly number[] | null;
  /** Cost of energy, transitions and carbon by epoch, USD; demand charges belong to no epoch. */
  readonly costByEpochUsd: readonly number[] | null;
  /** Bill, bound and gap with the cooling of Eq. 43 (CUP) in place of the room's. */
  readonly costByCupUsd: number | null;
  readonly boundByCupUsd: number | null;
  readonly gapByCup: number | null;
  /** The method whose plan was returned, where it is not the one asked for: another one whose plan costs less. */
  readonly planFrom?: string;
  /** The bill by the model the methods use. */
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

/** A limit the plan meets with hardly any room: the tightest of its epochs. */
export interface GeoBinding {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /** Number of epochs in which it is met. */
  readonly epochs: number;
}

/** Limit in the way: tasks that cannot be served, or the least excess of every plan over the carbon cap, kg. */
export interface GeoRunInfeasibility extends Infeasibility {
  /** Epoch that cannot be served; present with `unservedRate`. */
  readonly epoch?: number;
  readonly taskType?: string;
  /** Rate that cannot be served, tasks/s. */
  readonly missingPerS?: number;
}

/** Data that a report needs beside the instance. */
export interface GeoRunRecord {
  readonly result: GeoRunResult;
  readonly evaluation: GeoEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
