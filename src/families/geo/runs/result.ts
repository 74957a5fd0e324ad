import type { LimitName } from '../../../../models/facility/limits.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlanFigures } from './plan-figures.js';
import type { FamilyRunResult, Infeasibility, TrajectoryPoint } from '../../../runs/result.js';
import type { GeoLedgerEntry } from './ledger.js';

/** Result of `plenum solve --json` for a geo instance. The objective is the bill, USD, to be minimized. */
export interface GeoRunResult extends FamilyRunResult, GeoPlanFigures {
  readonly family: 'geo';
  /** Parts of the lower bound by epoch, USD, which sum to it; null if the bound has no such parts. */
  readonly boundByEpochUsd: readonly number[] | null;
  /** Cost of energy, transitions and carbon by epoch, USD; null if the plan could not be evaluated. */
  readonly costByEpochUsd: readonly number[] | null;
  /** Bill with CRAC power by CUP (Eq. 43) instead of the room's temperatures, USD; null if there is none. */
  readonly costByCupUsd: number | null;
  /** Lower bound on `costByCupUsd`, USD; null if there is none. */
  readonly boundByCupUsd: number | null;
  /** Relative gap between `costByCupUsd` and its bound; null if there is none. */
  readonly gapByCup: number | null;
  /** CUP of Eqs. 34 and 43 by data centre: heat removed per power of the CRACs, given or calibrated from the room. */
  readonly coolingPerPower: Readonly<Record<string, number>>;
  /** Name of the method that made the plan, if a method other than the requested one found a cheaper plan. */
  readonly planFrom?: string;
  /** Bill by the models that methods use, USD; null without a plan. The checker recomputes it independently. */
  readonly claimedCostUsd: number | null;
  readonly energyUsd: number | null;
  readonly transitionUsd: number | null;
  readonly demandUsd: number | null;
  readonly carbonUsd: number | null;
  readonly carbonKg: number | null;
  /** Energy and cost summed over all data centres and epochs; null if the plan could not be evaluated. */
  readonly ledger: GeoLedgerEntry | null;
  readonly binding: readonly GeoBinding[];
  /** Origin of the influence matrix of each room in use. */
  readonly matrixProvenance: readonly { readonly room: string; readonly summary: string }[];
  readonly infeasibility?: GeoRunInfeasibility;
  /** Quantities that the method calibrated or estimated, by name. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A binding limit of the plan (within a small tolerance of it), with the value in the tightest epoch. */
export interface GeoBinding {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /** Number of epochs in which the limit binds. */
  readonly epochs: number;
}

/** A limit that no plan can keep, e.g. arrivals that cannot be served or the carbon cap. */
export interface GeoRunInfeasibility extends Infeasibility {
  /** Epoch whose arrivals cannot be served; present if the limit is `unservedRate`. */
  readonly epoch?: number;
  readonly taskType?: string;
  /** Lower bound on the rate that remains unserved, tasks/s. */
  readonly missingPerS?: number;
}

/** A finished run: its result, the checker's evaluation, and the trajectory (incumbent and bound over time). */
export interface GeoRunRecord {
  readonly result: GeoRunResult;
  readonly evaluation: GeoEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
