import type { GeoFront } from '../studies/front/front.js';
import type { LimitName } from '../../../../models/facility/limits.js';
import type { Infeasibility } from '../../../runs/result.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { CentreSeries, GeoSeries } from '../../../../models/families/geo/series.js';
import type { GeoRunResult } from '../runs/result.js';

/** Data of one geo run that its report shows. Reports compute only sums and ratios from them. */
export interface GeoReportRequest {
  readonly model: GeoModel;
  readonly series: GeoReportSeries;
  /** Plan; null if the run found none. */
  readonly plan: GeoPlan | null;
  readonly record: GeoReportRecord;
  /** Results of other methods for the same instance, shown for comparison; empty if only one method was run. */
  readonly compared: readonly GeoComparedMethod[];
  /** Pareto front of cost and carbon; null if none was computed. */
  readonly front: GeoFront | null;
}

/** Series of the instance, with further ones that only charts and lists show. Arrays are indexed by epoch. */
export interface GeoReportSeries extends GeoSeries {
  readonly centres: readonly (CentreSeries & {
    /** Solar energy available by epoch, kWh, even if it is curtailed. */
    readonly solarKwh: Float64Array;
    /** Wind energy available by epoch, kWh, even if it is curtailed. */
    readonly windKwh: Float64Array;
    /** Local time at the epoch's beginning, such as "2017-11-05T01:00-07:00". */
    readonly localBeginnings: readonly string[];
  })[];
}

/** Result of a run with the checker's evaluation of its plan: only the fields that a report reads. */
export interface GeoReportRecord {
  readonly result: GeoReportResult;
  /** Evaluation by the checker; null without a plan. Its cost is NaN if the checker could not evaluate the plan. */
  readonly evaluation: GeoEvaluation | null;
}

/** Result of a run without the fields that are also in the evaluation. */
export type GeoReportResult = Omit<
  GeoRunResult,
  SaidByEvaluation | 'family' | 'objectiveUnit' | 'binding' | 'infeasibility'
> & {
  readonly binding: readonly GeoReportBinding[];
  readonly infeasibility?: Pick<Infeasibility, 'message' | 'others' | 'omitted'>;
};

type SaidByEvaluation =
  | 'costByEpochUsd'
  | 'energyUsd'
  | 'transitionUsd'
  | 'demandUsd'
  | 'carbonUsd'
  | 'carbonKg'
  | 'ledger';

/** A binding limit of a plan: the plan is within a small tolerance of it. */
export interface GeoReportBinding {
  readonly constraint: LimitName;
  readonly where: string;
  /** Number of epochs in which the limit binds. */
  readonly epochs: number;
}

/** A method with its costs, drawn as a line in the chart that corresponds to Fig. 4.2 of the thesis. */
export interface GeoComparedMethod {
  readonly method: string;
  readonly feasible: boolean;
  readonly costUsd: number;
  /** Cost by epoch without demand charges, USD. */
  readonly costByEpochUsd: readonly number[];
}
