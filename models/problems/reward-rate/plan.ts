/**
 * A reward-rate plan as stored on disk: set-points and, for every zone, what its nodes' cores run. Types only.
 */
import type { CoreShare } from '../../facility/core-share.js';

/** Format word of a reward-rate plan file. */
export const REWARD_RATE_PLAN_FORMAT = 'plenum.reward-rate-plan';
/** Version of the format. */
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
  /** Nodes on standby; absent where there are none. */
  readonly standby?: readonly StandbyNodes[] | undefined;
}

/**
 * Number of nodes of a zone that sleep or are switched off: those in the slots after its assignments'. Nodes left over after both
 * are idle.
 */
export interface StandbyNodes {
  readonly zone: string;
  readonly nodes: number;
  readonly state: StandbyState;
}

/** State of a node on standby. */
export type StandbyState = 'sleep' | 'off';

/** `nodes` nodes of a zone run alike. The assignments of a zone take its nodes in slot order; nodes left over are on standby or idle. */
export interface NodeAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
}
