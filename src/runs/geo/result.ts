import type { GeoEvaluation } from '../../../models/problems/geo/outcome.js';
import type { Violation } from '../../../models/problems/violation.js';
import type { Infeasibility, Termination, TrajectoryPoint } from '../result.js';
import type { GeoLedgerEntry } from './ledger.js';

/** The object `plenum solve --json` prints for a geo instance. Field meanings: docs/results.md. */
export interface GeoRunResult {
  readonly instance: string;
  readonly family: 'geo';
  readonly method: string;
  readonly seed: number;
  readonly termination: Termination;
  /** The checker's verdict on the returned plan; false when there is none. */
  readonly feasible: boolean;
  /** The bill of the returned plan by the checker, USD (least is best); null without a plan it could rate. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /** Proven lower bound on the bill of every feasible plan, USD, or null. */
  readonly bound: number | null;
  /** |bound - objective| / |bound|. */
  readonly gap: number | null;
  readonly gapReason?: string;
  readonly boundScope: string;
  /** USD by epoch, whose sum is the bound; null where the bound has no such parts. */
  readonly boundByEpochUsd: readonly number[] | null;
  /** Energy, transitions and carbon's price by epoch, USD; demand charges belong to no epoch. */
  readonly costByEpochUsd: readonly number[] | null;
  /** Bill, bound and gap with the cooling of Eq. 43 (CUP) in place of the room's. */
  readonly costByCupUsd: number | null;
  readonly boundByCupUsd: number | null;
  readonly gapByCup: number | null;
  /** The bill by the model the methods use. */
  readonly claimedCostUsd: number | null;
  readonly energyUsd: number | null;
  readonly transitionUsd: number | null;
  readonly demandUsd: number | null;
  readonly carbonUsd: number | null;
  readonly carbonKg: number | null;
  /** Sums over all centres and epochs. */
  readonly ledger: GeoLedgerEntry | null;
  readonly binding: readonly GeoBinding[];
  readonly violations: readonly Violation[];
  readonly infeasibility?: GeoRunInfeasibility;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly work: Readonly<Record<string, number>>;
  /** What the method calibrated or estimated. */
  readonly figures: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A limit the plan meets with hardly any room: the tightest of its epochs. */
export interface GeoBinding {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /** In how many epochs it is met. */
  readonly epochs: number;
}

/** What cannot be served. */
export interface GeoRunInfeasibility extends Infeasibility {
  readonly epoch: number;
  readonly taskType: string;
  /** tasks/s. */
  readonly missingPerS: number;
}

/** Everything a report needs beside the instance. */
export interface GeoRunRecord {
  readonly result: GeoRunResult;
  readonly evaluation: GeoEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
