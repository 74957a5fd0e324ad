import type { StateGrid } from './instance.js';
import type { Template } from './template.js';

/** Names of the mapping rules, which assign cores to waiting tasks, in the order shown to users. */
export const MAPPING_NAMES = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/** Name of a mapping rule: Algorithm 6 of the thesis, or a rule of section 5.5.2. */
export type MappingName = (typeof MAPPING_NAMES)[number];

/** Names of the cooling policies, in the order shown to users. */
export const THERMAL_NAMES = ['overcooling', 'throttling', 'templates'] as const;
/** Name of a policy that controls CRACs and vents: one of thesis section 5.5.1, or the templates of section 5.4. */
export type ThermalName = (typeof THERMAL_NAMES)[number];

/** All templates of a grid, for lookup by an online scheduler. */
export interface TemplateBook {
  readonly grid: StateGrid;
  /** Returns the template of a state, given the index of the state. It is always the same object for a state. */
  readonly template: (state: number) => Template;
}

/** Results of a simulated day under one energy budget. */
export interface DayOutcome {
  /** Energy budget of the day, J; Infinity if there is none. */
  readonly energyBudgetJ: number;
  /** Time at which the energy budget was used up and the room stopped, s; null if the budget lasted. */
  readonly stoppedAtS: number | null;
  /** Reward of tasks completed in time (Eq. 56). */
  readonly reward: number;
  /** Number of tasks that arrived, and how many of them had each outcome. */
  readonly tasks: {
    readonly arrived: number;
    readonly completedInTime: number;
    readonly completedLate: number;
    /** Tasks that could no longer be completed in time. */
    readonly dropped: number;
    readonly running: number;
    readonly waiting: number;
    /** Tasks that arrived after the room had stopped. */
    readonly afterStop: number;
  };
  /** Energy of the day (Eq. 52), J, of busy cores, of idle nodes, of CRACs, and in total. */
  readonly energyJ: { readonly cores: number; readonly idle: number; readonly crac: number; readonly total: number };
  /**
   * Heat balance of the day, J. The energy of nodes equals the heat removed by CRACs, plus the increase of heat stored
   * in nodes, air and plenum, minus the heat gained by vent changes.
   *
   * The last term is 0 up to rounding errors. It can differ from 0 if air travel times are imported and vent
   * combinations hold unequal volumes of air.
   */
  readonly heatJ: {
    readonly nodes: number;
    readonly removed: number;
    readonly stored: number;
    readonly ventChanges: number;
  };
  /** Time in which a CRAC drew no power because its inlet was not warmer than its set-point, s, summed over CRACs. */
  readonly cracWithoutHeatS: number;
  /** Time in which cores ran in the slowest P-state because their node was too hot, s, summed over cores. */
  readonly throttledCoreS: number;
  /** Number of times that a node began to slow down its cores because it was too hot. */
  readonly throttlings: number;
  readonly hottestOutletC: number;
  /** Highest inlet temperature while the room ran, C; null if it never ran. */
  readonly hottestInletC: number | null;
  /** Time in which a node's outlet temperature exceeded the limit, s, summed over nodes. */
  readonly nodeSecondsTooHot: number;
}

/**
 * Course of a day, in intervals of equal length, of which the last may be shorter. Arrays hold the mean over each
 * interval or, for temperatures, the value at its end. Means times lengths sum to the energies of the outcome with the
 * largest budget.
 *
 * After the energy budget is used up, powers and counts are 0, temperatures NaN, and the reward is constant.
 */
export interface DaySeries {
  readonly intervalS: number;
  readonly totalPowerW: Float64Array;
  readonly nodePowerW: Float64Array;
  readonly cracPowerW: Float64Array;
  readonly setPointC: Float64Array;
  readonly hottestOutletC: Float64Array;
  /** Highest inlet temperature in each interval, C. Only temperatures at the ends of simulation steps count. */
  readonly hottestInletC: Float64Array;
  /** Reward of tasks completed in time, from the start of the day to the end of each interval. */
  readonly rewardSoFar: Float64Array;
  readonly runningCores: Float64Array;
  readonly waitingTasks: Float64Array;
}

export interface DayResult {
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /**
   * Outcome under each requested energy budget. One simulation serves all budgets, except under the policy "templates",
   * whose decisions depend on the budget.
   */
  readonly outcomes: readonly DayOutcome[];
  readonly series: DaySeries;
  /**
   * Numbers of template lookups in a day; null for policies without templates. A lookup takes the grid state nearest to
   * the actual state.
   *
   * `infeasible` counts lookups of an infeasible grid state. The answer is then the template of a higher power limit
   * (`nextLimit`) or a best effort (`bestEffort`). `outsideGrid` counts lookups of a state outside the grid, and three
   * further fields count them by the value that is outside. `ventChanges` counts how often the vents moved.
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
