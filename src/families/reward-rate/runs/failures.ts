import type { NodeAssignment, StandbyState } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';

/** What happens to a plan when CRACs fail (docs/reward-rate/failures.md). */
export interface FailuresRecord {
  readonly assumptions: {
    readonly nodeThermalMassJPerK: number;
    readonly plenumTimeConstantS: number;
    /** Time after each failure that is simulated at most, s. */
    readonly horizonS: number;
  };
  readonly cases: readonly FailureCase[];
}

/** What happens after one failure of CRACs (and racks). Nodes keep their work unless the fallback plan changes it. */
export interface FailureCase {
  /** Names of the failed CRACs. */
  readonly gone: readonly string[];
  /** Name of the failure group; absent if CRACs were given directly. */
  readonly group?: string;
  /** Names of the racks that fail together with the CRACs; absent if there are none. */
  readonly racks?: readonly string[];
  /** Reward lost because the nodes of `racks` fail, reward/s; absent if there are none. */
  readonly lostWithRacksPerS?: number;
  /**
   * 'holds': all limits are kept at the plan's set-points. 'holdsReset': they are kept at the set-points of `reset`.
   * 'broken': no set-points were found that keep them. 'noSteadyState': some air never meets a working CRAC and warms
   * without end.
   */
  readonly verdict: 'holds' | 'holdsReset' | 'broken' | 'noSteadyState';
  /** Steady state after the failure at the plan's set-points; null if there is none. */
  readonly atPlan: SteadyState | null;
  /**
   * Steady state at set-points chosen for the time after the failure. Null if the plan's own set-points suffice or
   * there is no steady state.
   */
  readonly reset: (SteadyState & { readonly setPointsC: Readonly<Record<string, number>> }) | null;
  /**
   * Whether the inlets keep the red line after the failure at the plan's set-points. 'kept': none ever exceeds it.
   * 'passed': an inlet exceeds it within the simulated time. 'notWithinHorizon': none does within that time. 'unknown':
   * no simulation is possible.
   */
  readonly redLine: 'kept' | 'passed' | 'notWithinHorizon' | 'unknown';
  /** Time until an inlet exceeds the red line, s; null unless `redLine` is 'passed'. */
  readonly timeToRedLineS: number | null;
  readonly timesToRedLineS?: TimesToRedLine;
  /** What the fans of the failed CRACs do; 'mixed' if some stop and others run. */
  readonly onFailure: FanMode | 'mixed';
  /**
   * The plan as it is if these fans do otherwise. Absent for an imported matrix, which says nothing of other air.
   */
  readonly otherMode?: Pick<FailureCase, 'redLine' | 'timeToRedLineS' | 'timesToRedLineS' | 'atPlan'> & {
    readonly onFailure: FanMode;
    readonly verdict: 'holds' | 'broken' | 'noSteadyState';
  };
  /**
   * Plan that keeps all limits after the failure. Null if the original plan keeps them, if no fallback was found, or if
   * the work of the original plan cannot run after the failure.
   */
  readonly fallback: Fallback | null;
  /**
   * Facility with all nodes idle or on standby after the failure. It is present if there is no steady state, or if
   * limits are violated and no fallback plan was found. Null in other cases, or if the work of the original plan cannot
   * run after the failure.
   */
  readonly atRest: AtRest | null;
}

type FanMode = 'fanStops' | 'fanRuns';

/**
 * Least and greatest time until an inlet exceeds the red line, s, over rooms of which 0 to 0.3 of the air is perfectly
 * mixed; null if none does. Absent where no air can be drawn, or racks fail too.
 */
export interface TimesToRedLine {
  readonly leastS: number | null;
  readonly mostS: number | null;
}

export interface SteadyState {
  /** Hottest inlet temperature, C; null if the air model cannot tell it. */
  readonly hottestInletC: number | null;
  /** Power at the meter, W; null if the air model cannot tell the hottest inlet. */
  readonly totalPowerW: number | null;
  /** True if the air model cannot tell the hottest inlet. `violations` is then empty, though limits are broken. */
  readonly beyondModel?: true;
  readonly violations: readonly Violation[];
  /** Limits that hold, but with less distance than their reserve. This is no violation during a failure. */
  readonly reservesUsed: readonly Violation[];
}

/** Plan for the time after a failure. Every node does all, part or none of its original work; no node gets new work. */
export interface Fallback extends SteadyState {
  /** Name of the plan's file in the run's directory; absent if no file is written. */
  readonly file?: string;
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward rate of this plan after the failure, reward/s. */
  readonly rewardPerS: number;
  /** Reward lost compared with the plan before the failure, reward/s. */
  readonly lostRewardPerS: number;
  /**
   * Upper bound on the reward after the failure of the plans that `scope` describes, reward/s. Null if nothing is lost
   * or nothing is proven.
   */
  readonly boundRewardPerS: number | null;
  /** Relative gap, (bound - reward) / bound; null without a bound. */
  readonly gap: number | null;
  /** Words that say which plans the bound covers; null without a bound. */
  readonly scope: string | null;
  /**
   * Actions that turn the original plan into this one, in the order in which to take them. Set-points are changed
   * before the first action. The first action has the largest effect on the critical inlet per unit of lost reward.
   */
  readonly actions: readonly FallbackAction[];
  /**
   * Zone whose inlet determines the order of actions. Null if no inlet is too warm; then the power that each action
   * saves determines the order.
   */
  readonly criticalZone: string | null;
  /**
   * Inlet temperatures over time if all actions are taken at the moment of the failure. Null if the influence matrix
   * has no air paths, which a simulation needs.
   */
  readonly atOnce: Applied | null;
  /**
   * Latest time after the failure, among those tried, at which taking all actions together still keeps the red line, s.
   * Null if even immediate actions are too late, if `redLine` is not 'passed', or if unknown.
   */
  readonly latestS: number | null;
}

/** Inlet temperatures over time after a failure and the actions taken against it. */
export interface Applied {
  /** True if no inlet ever exceeds the red line. */
  readonly keepsRedLine: boolean;
  /** Time until an inlet exceeds the red line, s; null if none does. */
  readonly timeToRedLineS: number | null;
  /**
   * Highest inlet temperature after the failure, C. If temperatures never settle, it is the highest within the
   * simulated time. Null if the air model cannot tell it.
   */
  readonly hottestInletC: number | null;
}

/** Change of the work of some nodes of a zone, as part of a fallback plan. */
export interface FallbackAction {
  /** 'slow': tasks in slower P-states. 'drop': fewer busy cores. 'idle': no work. 'standby': no work, on standby. */
  readonly kind: 'slow' | 'drop' | 'idle' | 'standby';
  readonly zone: string;
  readonly nodes: number;
  /** What these nodes do before the action (`from`) and after it (`to`). */
  readonly from: NodeWork;
  readonly to: NodeWork;
  /** Power that the action saves, summed over its nodes, W. */
  readonly savedW: number;
  /** Fall of the critical inlet's temperature, K; null if there is no critical inlet. */
  readonly savedInletK: number | null;
  /** Reward of the plan after this and all earlier actions, reward/s. */
  readonly rewardAfterPerS: number;
}

/** What a node does: its work, null if it idles, or its standby state. */
export type NodeWork = Pick<NodeAssignment, 'cores' | 'shares'> | StandbyState | null;

/** The facility after a failure without work and with as many nodes on standby as allowed. */
export interface AtRest {
  /** Limits that are violated even without work; empty if there is no steady state to evaluate. */
  readonly violations: readonly Violation[];
  /** Inlet temperatures over time if all nodes go idle at the moment of the failure; null if unknown. */
  readonly atOnce: Applied | null;
}

/** Maximum number of fallback plans written to files: those of the first failures that have one. */
const MAX_FALLBACK_FILES = 8;

/** File of each fallback plan, relative to the run's directory, in the order of failures. */
export const FALLBACK_FILES: readonly string[] = Array.from(
  { length: MAX_FALLBACK_FILES },
  (_, n) => `fallbacks/${n + 1}.json`,
);
