import type { NodeAssignment, StandbyState } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';

/** Effect of failing CRACs on a plan, case by case (docs/reward-rate/failures.md). */
export interface FailuresRecord {
  readonly assumptions: {
    readonly nodeThermalMassJPerK: number;
    readonly plenumTimeConstantS: number;
    /** Time simulated at most, s. */
    readonly horizonS: number;
  };
  readonly cases: readonly FailureCase[];
}

/** A set of CRACs gone at once, the plan's placement kept. */
export interface FailureCase {
  /** Names of the CRACs that fail. */
  readonly gone: readonly string[];
  /** Name of the failure group that fails; absent where it is none. */
  readonly group?: string;
  /** Racks whose nodes go with the CRACs; absent where there are none. */
  readonly racks?: readonly string[];
  /** Reward that the plan loses with the nodes of these racks, reward/s; absent where there are none. */
  readonly lostWithRacksPerS?: number;
  /**
   * holds: all limits are kept at the plan's set-points; holdsReset: at those of `reset`; broken: no set-points were found that keep
   * them; noSteadyState: some air meets no CRAC at work, and warms without end.
   */
  readonly verdict: 'holds' | 'holdsReset' | 'broken' | 'noSteadyState';
  /** The checker's word on the steady state at the plan's own set-points; null if there is no steady state. */
  readonly atPlan: SteadyState | null;
  /** The same at set-points chosen for the failed room; null if the plan's hold or there is no steady state. */
  readonly reset: (SteadyState & { readonly setPointsC: Readonly<Record<string, number>> }) | null;
  /** Course of the inlets from the failure on at the plan's set-points. */
  readonly redLine: 'kept' | 'passed' | 'notWithinHorizon' | 'unknown';
  /** Time until the red line is passed, s; null unless `redLine` is passed. */
  readonly timeToRedLineS: number | null;
  /**
   * Plan that keeps all limits in the failed room; null if the plan does as it is, nothing does, or the plan's work is
   * none that the room admits.
   */
  readonly fallback: Fallback | null;
  /** All nodes at rest; where even that breaks limits or there is no steady state, else null. */
  readonly atRest: AtRest | null;
}

export interface SteadyState {
  readonly hottestInletC: number;
  readonly totalPowerW: number;
  /** Limits that are passed. */
  readonly violations: readonly Violation[];
  /** Reserves that are used where the limits above them are kept; no violations in a failure. */
  readonly reservesUsed: readonly Violation[];
}

/** Plan for the failed room in which every node runs its own work, some of it, or nothing. */
export interface Fallback extends SteadyState {
  /** Name of the file with this plan, within the directory of the run; absent where none is written. */
  readonly file?: string;
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward rate by the checker, reward/s. */
  readonly rewardPerS: number;
  /** Reward that the plan earns more before the failure, reward/s. */
  readonly lostRewardPerS: number;
  /** No plan in `scope` earns more in the failed room, reward/s; null if nothing is given up, or nothing was proven. */
  readonly boundRewardPerS: number | null;
  /** (bound - reward) / bound, a fraction; null without a bound. */
  readonly gap: number | null;
  /** Plans that the bound covers; null without a bound. */
  readonly scope: string | null;
  /** Actions after the set-points, that which takes most off the critical inlet for the least reward first. */
  readonly actions: readonly FallbackAction[];
  /**
   * Zone whose inlet the order of the actions is for; null if no inlet is too warm: then it is the power that they
   * save.
   */
  readonly criticalZone: string | null;
  /**
   * Course of the inlets with everything applied in the moment of the failure; null if the matrix has no paths of air.
   */
  readonly atOnce: Applied | null;
  /**
   * Latest time after the failure at which applying everything was tried and no inlet passes the red line, s; null if
   * even at once is too late, where nobody need hurry (`redLine` is not passed), or where it is unknown.
   */
  readonly latestS: number | null;
}

/** Course of the inlets after a change. */
export interface Applied {
  /** True if no inlet passes the red line. */
  readonly keepsRedLine: boolean;
  /** Time until an inlet does, s; null if none does. */
  readonly timeToRedLineS: number | null;
  /** Hottest inlet on the whole way, beyond the red line too, C; within the time simulated where the room never settles. */
  readonly hottestInletC: number;
}

/** Change of what nodes of a zone do. */
export interface FallbackAction {
  /**
   * slow: the same tasks in slower P-states; drop: tasks off some cores; idle: all tasks off; standby: all tasks off and on standby.
   */
  readonly kind: 'slow' | 'drop' | 'idle' | 'standby';
  readonly zone: string;
  readonly nodes: number;
  /** Occupation of these nodes before and after: work, null for idling, or a state of standby. */
  readonly from: NodeWork;
  readonly to: NodeWork;
  /** Power that these nodes draw less, W. */
  readonly savedW: number;
  /** Kelvins that this takes off the critical inlet; null if there is none. */
  readonly savedInletK: number | null;
  /** Reward of the plan after this action and all before it, reward/s. */
  readonly rewardAfterPerS: number;
}

/** Work of a node, null if it idles, or its state of standby. */
export type NodeWork = Pick<NodeAssignment, 'cores' | 'shares'> | StandbyState | null;

/** Room in which nothing runs and as many nodes as may be are on standby. */
export interface AtRest {
  /** Limits that even then are passed; empty where there is no steady state to judge. */
  readonly violations: readonly Violation[];
  /** Course of the inlets with all nodes put to rest in the moment of the failure; null if it is unknown. */
  readonly atOnce: Applied | null;
}

/** Maximum number of fallback plans that are written as files: those of the first cases that have one. */
const MAX_FALLBACK_FILES = 8;

/** Files of fallback plans within the directory of a run, by their number. */
export const FALLBACK_FILES: readonly string[] = Array.from(
  { length: MAX_FALLBACK_FILES },
  (_, n) => `fallbacks/${n + 1}.json`,
);
