import type { StateGrid } from './instance.js';
import type { Template } from './template.js';

/** Names of the mappings, in the order in which they are listed to users. */
export const MAPPING_NAMES = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/** Rule by which waiting tasks get their cores: Algorithm 6, or one of the three of section 5.5.2. */
export type MappingName = (typeof MAPPING_NAMES)[number];

/** Names of the policies of cooling, in the order in which they are listed to users. */
export const THERMAL_NAMES = ['overcooling', 'throttling', 'templates'] as const;
/** Policy for CRACs and vents: one of section 5.5.1, or the templates of section 5.4. */
export type ThermalName = (typeof THERMAL_NAMES)[number];

/** Templates as an online scheduler sees them. */
export interface TemplateBook {
  readonly grid: StateGrid;
  /** Returns the template of a state of the grid; the same object for a state at every call. */
  readonly template: (state: number) => Template;
}

/** Outcome of one day under one energy budget. */
export interface DayOutcome {
  /** Energy budget of the day, J; Infinity where there is none. */
  readonly energyBudgetJ: number;
  /** Time at which the budget was spent and the room stopped, s; null if it lasted. */
  readonly stoppedAtS: number | null;
  /** Reward of tasks completed in time (Eq. 56). */
  readonly reward: number;
  /** Counts of tasks: every task that arrived is in exactly one of the other counts. */
  readonly tasks: {
    readonly arrived: number;
    readonly completedInTime: number;
    readonly completedLate: number;
    /** Tasks given up because they could no longer be completed in time. */
    readonly dropped: number;
    readonly running: number;
    readonly waiting: number;
    /** Tasks that arrived after the room had stopped. */
    readonly afterStop: number;
  };
  /** Energies of Eq. 52, J. */
  readonly energyJ: { readonly cores: number; readonly idle: number; readonly crac: number; readonly total: number };
  /**
   * Heat balance, J: energy of nodes = heat removed by CRACs + increase of the heat in nodes, air and plenum - heat
   * gained by vent changes. The last term is 0 (up to rounding) unless travel times are imported and vent combinations
   * hold unequal amounts of air.
   */
  readonly heatJ: {
    readonly nodes: number;
    readonly removed: number;
    readonly stored: number;
    readonly ventChanges: number;
  };
  /** CRAC-seconds in which a CRAC drew no power because its inlet was not warmer than the set-point. */
  readonly cracWithoutHeatS: number;
  /** Core-seconds at the lowest P-state because the node was too hot. */
  readonly throttledCoreS: number;
  /** Number of times that a node began to throttle. */
  readonly throttlings: number;
  readonly hottestOutletC: number;
  /** Hottest inlet of any node while the room runs, C; null where it never does. */
  readonly hottestInletC: number | null;
  /** Node-seconds above the outlet limit. */
  readonly nodeSecondsTooHot: number;
}

/**
 * Means over intervals of a day, and temperatures at their ends. K intervals; the last is shorter if the day is no
 * multiple. The means times the lengths add up to the energies of the outcome with the largest budget. After its budget
 * is spent, powers and counts are 0, temperatures NaN, and the reward stays.
 */
export interface DaySeries {
  readonly intervalS: number;
  readonly totalPowerW: Float64Array;
  readonly nodePowerW: Float64Array;
  readonly cracPowerW: Float64Array;
  readonly setPointC: Float64Array;
  readonly hottestOutletC: Float64Array;
  /** Hottest inlet at the end of any step of the interval, C. */
  readonly hottestInletC: Float64Array;
  /** Reward of the tasks that were completed in time by the end of the interval. */
  readonly rewardSoFar: Float64Array;
  readonly runningCores: Float64Array;
  readonly waitingTasks: Float64Array;
}

export interface DayResult {
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /**
   * Outcomes in the order of the budgets asked for. Only with templates does the budget change what is done, so that
   * each budget needs a day of its own.
   */
  readonly outcomes: readonly DayOutcome[];
  readonly series: DaySeries;
  /**
   * Counts of lookups with templates: all; those whose nearest state was infeasible (answered by a higher power limit
   * or a best effort); those outside the grid (in any value, and by value); and how often the vents moved.
   */
  readonly lookups: {
    readonly count: number;
    readonly infeasible: number;
    readonly nextLimit: number;
    readonly bestEffort: number;
    readonly outsideGrid: number;
    readonly workOutside: number;
    readonly coresOutside: number;
    readonly powerLimitOutside: number;
    readonly ventChanges: number;
  } | null;
}
