import type { NodeAssignment, StandbyState } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';

/** Effect of failing CRACs on a plan, case by case (docs/reward-rate/failures.md). */
export interface FailuresRecord {
  readonly assumptions: {
    readonly nodeThermalMassJPerK: number;
    readonly plenumTimeConstantS: number;
    /** Longest simulated time, s. */
    readonly horizonS: number;
  };
  readonly cases: readonly FailureCase[];
}

/** Failure of a set of CRACs at once while nodes keep their work. */
export interface FailureCase {
  /** Names of the CRACs that fail. */
  readonly gone: readonly string[];
  /** Name of the failure group that fails; absent if CRACs were given directly. */
  readonly group?: string;
  /** Racks that fail with the CRACs; absent if there are none. */
  readonly racks?: readonly string[];
  /** Reward lost with the nodes of these racks, reward/s; absent if there are none. */
  readonly lostWithRacksPerS?: number;
  /**
   * 'holds': all limits are kept at the plan's set-points; 'holdsReset': at those of `reset`; 'broken': no set-points
   * were found that keep them; 'noSteadyState': some air never meets a working CRAC and warms without end.
   */
  readonly verdict: 'holds' | 'holdsReset' | 'broken' | 'noSteadyState';
  /** Steady state at the plan's own set-points, as judged by the checker; null if there is none. */
  readonly atPlan: SteadyState | null;
  /** Steady state at set-points chosen for the failed room; null if the plan's suffice or there is none. */
  readonly reset: (SteadyState & { readonly setPointsC: Readonly<Record<string, number>> }) | null;
  /** What happens to the inlets after the failure at the plan's set-points. */
  readonly redLine: 'kept' | 'passed' | 'notWithinHorizon' | 'unknown';
  /** Time until an inlet exceeds the red line, s; null unless `redLine` is 'passed'. */
  readonly timeToRedLineS: number | null;
  /**
   * Plan that keeps all limits in the failed room; null if the plan itself does, none does, or the plan's work cannot
   * run there.
   */
  readonly fallback: Fallback | null;
  /** All nodes idle or on standby; given if even that breaks limits or there is no steady state, otherwise null. */
  readonly atRest: AtRest | null;
}

export interface SteadyState {
  readonly hottestInletC: number;
  readonly totalPowerW: number;
  /** Limits that are broken. */
  readonly violations: readonly Violation[];
  /** Reserves that are used up although the limits themselves hold. During a failure that is not a violation. */
  readonly reservesUsed: readonly Violation[];
}

/** Plan for the failed room in which every node does all or some of its own work, or nothing. */
export interface Fallback extends SteadyState {
  /** Name of the plan's file in the directory of the run; absent if it is not written. */
  readonly file?: string;
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward rate by the checker, reward/s. */
  readonly rewardPerS: number;
  /** Reward lost against the plan before the failure, reward/s. */
  readonly lostRewardPerS: number;
  /** Upper bound on the reward in the failed room of plans in `scope`, reward/s; null if nothing is lost or proven. */
  readonly boundRewardPerS: number | null;
  /** Relative gap, (bound - reward) / bound; null without a bound. */
  readonly gap: number | null;
  /** Plans that the bound covers, in words; null without a bound. */
  readonly scope: string | null;
  /** Actions after the set-points are changed, largest effect on the critical inlet per lost reward first. */
  readonly actions: readonly FallbackAction[];
  /** Zone whose inlet determines the order of actions; null if no inlet is too warm and saved power determines it. */
  readonly criticalZone: string | null;
  /**
   * What happens to the inlets if all actions are taken at the moment of the failure; null if the matrix has no paths
   * of air.
   */
  readonly atOnce: Applied | null;
  /**
   * Latest delay of all actions after the failure, among those tried, at which no inlet exceeds the red line, s. Null
   * if even no delay is too late, if there is no hurry (`redLine` is not 'passed'), or if unknown.
   */
  readonly latestS: number | null;
}

/** What happens to the inlets after a change. */
export interface Applied {
  /** True if no inlet exceeds the red line. */
  readonly keepsRedLine: boolean;
  /** Time until an inlet exceeds the red line, s; null if none does. */
  readonly timeToRedLineS: number | null;
  /** Hottest inlet at any time, C; up to the end of the simulated time if the room never settles. */
  readonly hottestInletC: number;
}

/** Change of the work of some nodes of a zone. */
export interface FallbackAction {
  /**
   * 'slow': same tasks in slower P-states; 'drop': fewer cores at work; 'idle': no work; 'standby': no work and on
   * standby.
   */
  readonly kind: 'slow' | 'drop' | 'idle' | 'standby';
  readonly zone: string;
  readonly nodes: number;
  /** What these nodes do before and after: work, null for idling, or a standby state. */
  readonly from: NodeWork;
  readonly to: NodeWork;
  /** Power saved by these nodes, W. */
  readonly savedW: number;
  /** Cooling of the critical inlet, K; null if there is none. */
  readonly savedInletK: number | null;
  /** Reward of the plan after this and all earlier actions, reward/s. */
  readonly rewardAfterPerS: number;
}

/** What a node does: its work, null if it idles, or its standby state. */
export type NodeWork = Pick<NodeAssignment, 'cores' | 'shares'> | StandbyState | null;

/** The room with no work and as many nodes on standby as allowed. */
export interface AtRest {
  /** Limits broken even then; empty if there is no steady state to judge. */
  readonly violations: readonly Violation[];
  /** What happens to the inlets if all nodes go idle at the moment of the failure; null if unknown. */
  readonly atOnce: Applied | null;
}

/** Maximum number of fallback plans written to files; the first cases that have one. */
const MAX_FALLBACK_FILES = 8;

/** Names of the fallback plans' files in the directory of a run. */
export const FALLBACK_FILES: readonly string[] = Array.from(
  { length: MAX_FALLBACK_FILES },
  (_, n) => `fallbacks/${n + 1}.json`,
);
