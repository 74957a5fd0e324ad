import type { NodeAssignment, StandbyState } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';

/**
 * Analysis of CRAC failures: for each case, the state of the facility under the plan after the failure, and a fallback
 * plan if the plan breaks limits (docs/reward-rate/failures.md).
 */
export interface FailuresRecord {
  readonly assumptions: {
    readonly nodeThermalMassJPerK: number;
    readonly plenumTimeConstantS: number;
    /** Longest simulated time, s. */
    readonly horizonS: number;
  };
  readonly cases: readonly FailureCase[];
}

/**
 * One failure of CRACs (and racks) that fail together: the steady state under the plan, the time until the red line is
 * exceeded, and a fallback plan. Nodes keep their work unless the fallback plan changes it.
 */
export interface FailureCase {
  /** Names of the CRACs that fail. */
  readonly gone: readonly string[];
  /** Name of the failure group that fails; absent if CRACs were given directly. */
  readonly group?: string;
  /** Racks that fail together with the CRACs; absent if there are none. */
  readonly racks?: readonly string[];
  /** Reward lost because the nodes of `racks` fail, reward/s; absent if there are none. */
  readonly lostWithRacksPerS?: number;
  /**
   * 'holds': all limits are kept at the plan's set-points. 'holdsReset': they are kept at the set-points of `reset`.
   * 'broken': no set-points were found that keep them. 'noSteadyState': some air never meets a working CRAC and warms
   * without end.
   */
  readonly verdict: 'holds' | 'holdsReset' | 'broken' | 'noSteadyState';
  /** Steady state after the failure at the plan's own set-points, evaluated by the checker; null if there is none. */
  readonly atPlan: SteadyState | null;
  /**
   * Steady state at set-points chosen for the time after the failure; null if the plan's set-points suffice or there is
   * no steady state.
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
  /**
   * Plan that keeps all limits after the failure. Null if the plan itself does, if none was found, or if the plan's
   * work cannot run then.
   */
  readonly fallback: Fallback | null;
  /**
   * State with all nodes idle or on standby. Present if even then limits are violated or there is no steady state;
   * otherwise null.
   */
  readonly atRest: AtRest | null;
}

export interface SteadyState {
  readonly hottestInletC: number;
  readonly totalPowerW: number;
  /** Violated limits. */
  readonly violations: readonly Violation[];
  /** Reserves that are used up although the limits themselves hold. During a failure this is not a violation. */
  readonly reservesUsed: readonly Violation[];
}

/**
 * Plan for the time after a failure in which every node does all or some of its work of the original plan, or nothing.
 */
export interface Fallback extends SteadyState {
  /** Name of the plan's file in the directory of the run; absent if no file is written. */
  readonly file?: string;
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward rate computed by the checker, reward/s. */
  readonly rewardPerS: number;
  /** Reward lost compared with the plan before the failure, reward/s. */
  readonly lostRewardPerS: number;
  /**
   * Upper bound on the reward after the failure of plans in `scope`, reward/s; null if nothing is lost or nothing is
   * proven.
   */
  readonly boundRewardPerS: number | null;
  /** Relative gap, (bound - reward) / bound; null without a bound. */
  readonly gap: number | null;
  /** Words that say which plans the bound covers; null without a bound. */
  readonly scope: string | null;
  /**
   * Changes of nodes' work to be made after set-points are changed. The first has the largest effect on the critical
   * inlet for each unit of lost reward.
   */
  readonly actions: readonly FallbackAction[];
  /**
   * Zone whose inlet determines the order of actions. Null if no inlet is too warm; then the saved power determines it.
   */
  readonly criticalZone: string | null;
  /**
   * Inlet temperatures if all actions are taken at the moment of the failure; null if the influence matrix has no air
   * paths, which a simulation needs.
   */
  readonly atOnce: Applied | null;
  /**
   * Latest time after the failure, among those tried, at which all actions may be taken so that no inlet exceeds the
   * red line, s. Null if even immediate actions are too late, if there is no hurry (`redLine` is not 'passed'), or if
   * unknown.
   */
  readonly latestS: number | null;
}

/** Course of the inlet temperatures after changes of nodes and set-points. */
export interface Applied {
  /** True if no inlet exceeds the red line. */
  readonly keepsRedLine: boolean;
  /** Time until an inlet exceeds the red line, s; null if none does. */
  readonly timeToRedLineS: number | null;
  /** Highest inlet temperature at any time, C; within the simulated time if temperatures never settle. */
  readonly hottestInletC: number;
}

/** Change of the work of some nodes of a zone. */
export interface FallbackAction {
  /**
   * 'slow': same tasks in slower P-states. 'drop': fewer busy cores. 'idle': no work. 'standby': no work and on
   * standby.
   */
  readonly kind: 'slow' | 'drop' | 'idle' | 'standby';
  readonly zone: string;
  readonly nodes: number;
  /**
   * What the nodes of the action do before it: their work, null for idling, or a standby state. `to` says what they do
   * after it.
   */
  readonly from: NodeWork;
  readonly to: NodeWork;
  /** Power that the nodes of the action save, W. */
  readonly savedW: number;
  /** Cooling of the critical inlet by this action, K; null if there is no critical inlet. */
  readonly savedInletK: number | null;
  /** Reward of the plan after this and all earlier actions, reward/s. */
  readonly rewardAfterPerS: number;
}

/** What a node does: its work, null if it idles, or its standby state. */
export type NodeWork = Pick<NodeAssignment, 'cores' | 'shares'> | StandbyState | null;

/** The facility without work and with as many nodes on standby as allowed. */
export interface AtRest {
  /** Limits violated even then; empty if there is no steady state to evaluate. */
  readonly violations: readonly Violation[];
  /** Inlet temperatures if all nodes go idle at the moment of the failure; null if unknown. */
  readonly atOnce: Applied | null;
}

/** Maximum number of fallback plans written to files. They are those of the first failures that have one. */
const MAX_FALLBACK_FILES = 8;

/** Names of the files for fallback plans in the directory of a run. */
export const FALLBACK_FILES: readonly string[] = Array.from(
  { length: MAX_FALLBACK_FILES },
  (_, n) => `fallbacks/${n + 1}.json`,
);
