/**
 * A reward-rate plan as stored on disk: set-points and, for every zone, what its nodes' cores run. Types only.
 */
export const REWARD_RATE_PLAN_FORMAT = 'plenum.reward-rate-plan';
export const REWARD_RATE_PLAN_FORMAT_VERSION = 1;

export interface RewardRatePlan {
  readonly format: typeof REWARD_RATE_PLAN_FORMAT;
  readonly formatVersion: typeof REWARD_RATE_PLAN_FORMAT_VERSION;
  /** Name of the instance it was made for, and SHA-256 of that file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** The method's own estimate of the reward rate, whatever it optimised. */
  readonly claimedRewardPerS: number;
  /** Outlet temperature per CRAC name. */
  readonly setPointsC: Readonly<Record<string, number>>;
  readonly assignments: readonly NodeAssignment[];
}

/** `nodes` nodes of a zone run alike. The assignments of a zone take its nodes in slot order; nodes left over are idle. */
export interface NodeAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
}

/** `count` cores of each such node divide their time alike; cores left over are idle. */
export interface CoreShare {
  readonly count: number;
  /** Fractions are at most 1 in sum; the rest of the time the core is idle. */
  readonly slices: readonly TimeSlice[];
}

/** DF(i,k) and PS(i,k): the fraction of its time a core runs a task type in a P-state. */
export interface TimeSlice {
  readonly taskType: string;
  readonly pState: number;
  readonly fraction: number;
}
