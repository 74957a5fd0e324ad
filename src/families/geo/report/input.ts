import type { GeoFront, GeoFrontPoint } from '../studies/front/front.js';
import type { LimitName } from '../../../../models/facility/limits.js';
import type { Infeasibility } from '../../../runs/result.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { CentreSeries, GeoSeries } from '../../../../models/families/geo/series.js';
import type { GeoRunResult } from '../runs/result.js';

/** Input of a geo report; reports compute nothing but sums and ratios from it. */
export interface GeoReportRequest {
  readonly model: GeoModel;
  readonly series: GeoReportSeries;
  /** Plan; null if the run found none. */
  readonly plan: GeoPlan | null;
  readonly record: GeoReportRecord;
  /** Plans of other methods for the same instance, shown for comparison; empty for a single run. */
  readonly compared: readonly GeoComparedMethod[];
  /** Results for cost against carbon; null if not asked for. */
  readonly front: GeoReportFront | null;
}

/** Series with what only charts and lists show. Arrays by epoch. */
export interface GeoReportSeries extends GeoSeries {
  readonly centres: readonly (CentreSeries & {
    /** Solar energy available by epoch, kWh, even if curtailed. */
    readonly solarKwh: Float64Array;
    readonly windKwh: Float64Array;
    /** Local time at the epoch's beginning, such as "2017-11-05T01:00-07:00". */
    readonly localBeginnings: readonly string[];
  })[];
}

/** Fields of a run's record that a report reads. */
export interface GeoReportRecord {
  readonly result: GeoReportResult;
  /** Evaluation by the checker; null without a plan. Its cost is NaN if the plan cannot be rated. */
  readonly evaluation: GeoEvaluation | null;
}

/** Result without the fields that the evaluation already has. */
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

/** A limit that the plan meets with hardly any room. */
export interface GeoReportBinding {
  readonly constraint: LimitName;
  readonly where: string;
  /** Number of epochs in which the limit is met. */
  readonly epochs: number;
}

/** A method with its costs, shown as a line as in Fig. 4.2. */
export interface GeoComparedMethod {
  readonly method: string;
  readonly feasible: boolean;
  readonly costUsd: number;
  /** Cost by epoch without demand charges, USD. */
  readonly costByEpochUsd: readonly number[];
}

/** Front of cost against carbon, as the report shows it. */
export interface GeoReportFront extends Pick<GeoFront, 'pareto'> {
  readonly points: readonly Omit<GeoFrontPoint, 'gap'>[];
}
