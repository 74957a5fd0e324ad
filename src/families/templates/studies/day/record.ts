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
  /** Seed of the arrivals and of random nodes; equal for all methods. */
  readonly seed: number;
  readonly arrivals: ArrivalsRecord;
  readonly outletLimitC: number;
  readonly options: DayOptions;
  /** Energy of the idle room and of the room under full load, J, to compare budgets with. */
  readonly steadyEnergy: SteadyEnergy;
  /** File of the template database; null if no method needs one. */
  readonly database: string | null;
  /** Days in the order of the requested methods, all with the same tasks. */
  readonly methods: readonly DayMethodRecord[];
  /** Number of requested methods left out because of an interrupt. */
  readonly methodsLeft: number;
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

export type ArrivalsKind = 'constant' | 'bursty' | 'sinusoidal' | 'trace';

/** The tasks that arrived. */
export interface ArrivalsRecord {
  readonly kind: ArrivalsKind;
  /** Description for people: "6 tasks/s, Poisson". */
  readonly description: string;
  readonly durationS: number;
  readonly tasks: number;
  readonly tasksByType: readonly { readonly taskType: string; readonly tasks: number }[];
  /** Sum of the rewards of all tasks. */
  readonly greatestReward: number;
  /** Mean rate of arrivals by hour, tasks/s (the last hour may be shorter). */
  readonly tasksPerSByHour: readonly number[];
  /** Requested window of a job trace, and how many of its jobs were used. */
  readonly trace?: TraceCounts & TraceWindow & { readonly sha256: string };
}

export interface DayMethodRecord {
  /** Name, such as "greedy+templates". */
  readonly name: string;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /** Outcomes by budget, in the requested order. `energyBudgetJ` is Infinity (null in JSON) without a limit. */
  readonly budgets: readonly DayBudgetRecord[];
}

/** Day of a method under a budget, with what all families say of a plan. */
export interface DayBudgetRecord extends Pick<PlanFigures, 'energyByPart' | 'completed'> {
  readonly outcome: DayOutcome;
  readonly closure: DayClosure;
  readonly lookups: DayResult['lookups'];
  /**
   * Mean power of the room by interval of the series, W, 0 after a stop; present where --series-interval-s is given.
   */
  readonly powerW?: readonly number[];
}

/** Record with the series of every day, which go to series.csv and charts, not to JSON. */
export interface TemplatesDay {
  readonly record: TemplatesDayRecord;
  /** Series by method, then by budget. After a stop powers and counts are 0, temperatures and set-points NaN. */
  readonly series: readonly (readonly DaySeries[])[];
}
