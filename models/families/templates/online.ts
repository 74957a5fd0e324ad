import type { StateGrid } from './instance.js';
import type { Template } from './template.js';

/** Names of the mapping rules, which assign cores to waiting tasks, in the order in which they are shown to users. */
export const MAPPING_NAMES = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/**
 * Mapping rule, which assigns cores to waiting tasks: Algorithm 6 of the thesis, or one of the three of section 5.5.2.
 */
export type MappingName = (typeof MAPPING_NAMES)[number];

/** Names of the cooling policies, in the order in which they are shown to users. */
export const THERMAL_NAMES = ['overcooling', 'throttling', 'templates'] as const;
/** Cooling policy, which controls CRACs and vents: one of thesis section 5.5.1, or the templates of section 5.4. */
export type ThermalName = (typeof THERMAL_NAMES)[number];

/** Lookup table of templates (optimal settings of the room, one for each state of the grid) for an online scheduler. */
export interface TemplateBook {
  readonly grid: StateGrid;
  /** Returns the template of a state, given its index in the grid. Every call returns the same object for a state. */
  readonly template: (state: number) => Template;
}

/** Outcome of a simulated day under one energy budget. */
export interface DayOutcome {
  /** Energy budget of the day, J; Infinity if there is none. */
  readonly energyBudgetJ: number;
  /** Time at which the energy budget was exhausted and the room stopped, s; null if it was not exhausted. */
  readonly stoppedAtS: number | null;
  /** Reward of tasks completed in time (Eq. 56). */
  readonly reward: number;
  /** Numbers of tasks. Every task that arrived is counted in exactly one of the other fields. */
  readonly tasks: {
    readonly arrived: number;
    readonly completedInTime: number;
    readonly completedLate: number;
    /** Number of tasks dropped because they could no longer be completed in time. */
    readonly dropped: number;
    readonly running: number;
    readonly waiting: number;
    /** Number of tasks that arrived after the room had stopped. */
    readonly afterStop: number;
  };
  /** Energy of the day (Eq. 52), J: of cores, of idle nodes, of CRACs, and the total. */
  readonly energyJ: { readonly cores: number; readonly idle: number; readonly crac: number; readonly total: number };
  /**
   * Heat balance, J: energy of nodes = heat removed by CRACs + increase of heat stored in nodes, air and plenum - heat
   * gained by vent changes. The last term is 0 up to rounding errors. Exception: travel times are imported and vent
   * combinations hold unequal volumes of air.
   */
  readonly heatJ: {
    readonly nodes: number;
    readonly removed: number;
    readonly stored: number;
    readonly ventChanges: number;
  };
  /** CRAC-seconds during which a CRAC drew no power because its inlet was not warmer than its set-point. */
  readonly cracWithoutHeatS: number;
  /** Core-seconds in the slowest P-state because the node was too hot. */
  readonly throttledCoreS: number;
  /** Number of times that a node started to throttle. */
  readonly throttlings: number;
  readonly hottestOutletC: number;
  /** Highest inlet temperature of any node while the room ran, C; null if it never ran. */
  readonly hottestInletC: number | null;
  /** Node-seconds with an outlet temperature above the limit. */
  readonly nodeSecondsTooHot: number;
}

/**
 * Time series of a day. Each array has a mean for each interval, or for temperatures the value at its end. The last
 * interval is shorter if the day is not a multiple of the interval. The means multiplied by the lengths of their
 * intervals sum to the energies of the outcome with the largest budget. After its budget is exhausted, powers and
 * counts are 0, temperatures NaN, and the reward is constant.
 */
export interface DaySeries {
  readonly intervalS: number;
  readonly totalPowerW: Float64Array;
  readonly nodePowerW: Float64Array;
  readonly cracPowerW: Float64Array;
  readonly setPointC: Float64Array;
  readonly hottestOutletC: Float64Array;
  /** Highest inlet temperature at the end of any simulation step of each interval, C. */
  readonly hottestInletC: Float64Array;
  /** Cumulative reward of the tasks completed in time by the end of each interval. */
  readonly rewardSoFar: Float64Array;
  readonly runningCores: Float64Array;
  readonly waitingTasks: Float64Array;
}

export interface DayResult {
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /**
   * Outcome for each requested energy budget. With templates, the budget changes the decisions, so each budget needs
   * its own simulated day. Otherwise one simulation serves all budgets.
   */
  readonly outcomes: readonly DayOutcome[];
  readonly series: DaySeries;
  /**
   * Statistics of template lookups; null for policies without templates. `infeasible` counts lookups whose nearest
   * state is infeasible. They are answered by the template of a higher power limit (`nextLimit`) or by a best effort
   * (`bestEffort`). `outsideGrid` counts lookups with any value outside the grid; three further fields count them by
   * value. `ventChanges` counts how often the vents moved.
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
