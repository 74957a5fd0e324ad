import type {
  DayOutcome,
  DayResult,
  DaySeries,
  MappingName,
  ThermalName,
} from '../../../../../models/families/templates/online.js';
import type { TraceCounts, TraceWindow } from '../../../../instances/swf/window.js';
import type { PlanFigures } from '../../../../runs/plan-figures.js';
import type { DayClosure } from './closure.js';
import type { DayOptions } from './request.js';
import type { SteadyEnergy } from './steady-energy.js';

/** Result of `plenum templates day --json`, also stored in result.json; fields: docs/templates/results.md. */
export interface TemplatesDayRecord {
  readonly instance: string;
  readonly sha256: string;
  readonly family: 'templates';
  readonly study: 'day';
  /** Random seed of the arrivals and of randomly chosen nodes; equal for all methods. */
  readonly seed: number;
  readonly arrivals: ArrivalsRecord;
  readonly outletLimitC: number;
  readonly options: DayOptions;
  /** Energy that a day would take with an idle room and with a fully loaded room, J, for comparison with budgets. */
  readonly steadyEnergy: SteadyEnergy;
  /** File of the template database; null if no method needs one. */
  readonly database: string | null;
  /** Days in the order of the requested methods. All have the same tasks. */
  readonly methods: readonly DayMethodRecord[];
  /** Number of requested methods that were not simulated because of an interrupt. */
  readonly methodsLeft: number;
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

export type ArrivalsKind = 'constant' | 'bursty' | 'sinusoidal' | 'trace';

export interface ArrivalsRecord {
  readonly kind: ArrivalsKind;
  /** Description for people, e.g. "6 tasks/s, Poisson". */
  readonly description: string;
  readonly durationS: number;
  readonly tasks: number;
  readonly tasksByType: readonly { readonly taskType: string; readonly tasks: number }[];
  /** Sum of the rewards of all tasks that arrive. */
  readonly greatestReward: number;
  /** Mean arrival rate in each hour, tasks/s. The last hour may be shorter. */
  readonly tasksPerSByHour: readonly number[];
  /** Requested window of a job trace, counts of its jobs, and SHA-256 of the file; absent without a trace. */
  readonly trace?: TraceCounts & TraceWindow & { readonly sha256: string };
}

export interface DayMethodRecord {
  readonly name: string;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /** Outcome under each energy budget, in the requested order; `energyBudgetJ` Infinity (JSON: null) is no limit. */
  readonly budgets: readonly DayBudgetRecord[];
}

/** Results of a day with one method under one energy budget, with the figures that all families report of a plan. */
export interface DayBudgetRecord extends Pick<PlanFigures, 'energyByPart' | 'completed'> {
  readonly outcome: DayOutcome;
  readonly closure: DayClosure;
  readonly lookups: DayResult['lookups'];
  /**
   * Mean total power by interval of the time series, W; 0 once the budget is used up. Present only with
   * --series-interval-s.
   */
  readonly powerW?: readonly number[];
}

/** Record of a day study, with the time series (written to series.csv, not result.json) of every day. */
export interface TemplatesDay {
  readonly record: TemplatesDayRecord;
  /**
   * Time series, [method][budget]. After an energy budget is used up, powers and counts are 0, and temperatures and
   * set-points are NaN.
   */
  readonly series: readonly (readonly DaySeries[])[];
}
