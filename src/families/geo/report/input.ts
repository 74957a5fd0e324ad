import type { LimitName } from '../../../../models/facility/limits.js';
import type { Infeasibility } from '../../../runs/result.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { CentreSeries, GeoSeries } from '../../../../models/families/geo/series.js';
import type { GeoRunResult } from '../runs/result.js';

/** Data that a geo report is made from. Reports add nothing to it but arithmetic. */
export interface GeoReportRequest {
  readonly model: GeoModel;
  readonly series: GeoReportSeries;
  /** Plan; null when the run found none. */
  readonly plan: GeoPlan | null;
  readonly record: GeoReportRecord;
  /** Plans of other methods on the same instance, drawn beside this one; empty for a single run. */
  readonly compared: readonly GeoComparedMethod[];
  /** Cost against carbon, where it was asked for. */
  readonly front: GeoReportFront | null;
}

/** The series with what pictures and lists show. Arrays by epoch. */
export interface GeoReportSeries extends GeoSeries {
  readonly centres: readonly (CentreSeries & {
    /** Solar energy on offer by epoch, kWh, curtailed or not. */
    readonly solarKwh: Float64Array;
    readonly windKwh: Float64Array;
    /** Local time at the epoch's beginning, such as "2017-11-05T01:00-07:00". */
    readonly localBeginnings: readonly string[];
  })[];
}

/** Fields of a run's record that a report reads. */
export interface GeoReportRecord {
  readonly result: GeoReportResult;
  /** Evaluation by the checker; null without a plan. Its cost is NaN where the plan cannot be rated. */
  readonly evaluation: GeoEvaluation | null;
}

/** Result without the fields that the evaluation has itself. */
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

/** A limit the plan meets with hardly any room. */
export interface GeoReportBinding {
  readonly constraint: LimitName;
  readonly where: string;
  /** Number of epochs in which the limit is met. */
  readonly epochs: number;
}

/** Method and its costs, one line of Fig. 4.2. */
export interface GeoComparedMethod {
  readonly method: string;
  readonly feasible: boolean;
  readonly costUsd: number;
  /** Cost by epoch, USD, demand charges left out. */
  readonly costByEpochUsd: readonly number[];
}

export interface GeoReportFront {
  readonly points: readonly GeoReportFrontPoint[];
  /** Positions of the plans that no other is better than in both, by rising emission. */
  readonly pareto: readonly number[];
}

/** A plan with few emissions and what any plan with no more of them must cost. */
export interface GeoReportFrontPoint {
  /** Cap asked for, kg, or null. */
  readonly carbonCapKg: number | null;
  readonly carbonUsdPerTonne: number | null;
  /** Figures by the checker; null if no feasible plan was found. The cost is without any price of carbon. */
  readonly carbonKg: number | null;
  readonly costUsd: number | null;
  /**
   * Proven bound on the cost of every plan that emits at most max(carbonCapKg, carbonKg), USD; null if nothing is
   * proven.
   */
  readonly boundUsd: number | null;
}
