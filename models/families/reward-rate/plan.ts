import type { CoreShare } from '../../facility/core-share.js';
import type { Reserve, Survive } from './instance.js';

/** Value of the field `format` in a reward-rate plan file. */
export const REWARD_RATE_PLAN_FORMAT = 'plenum.reward-rate-plan';
/** Version of the reward-rate plan format. */
export const REWARD_RATE_PLAN_FORMAT_VERSION = 1;

export interface RewardRatePlan {
  readonly format: typeof REWARD_RATE_PLAN_FORMAT;
  readonly formatVersion: typeof REWARD_RATE_PLAN_FORMAT_VERSION;
  /** Instance for which the plan was made, with the SHA-256 hash of its file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** Reward rate as computed by the method, reward/s, even if the method optimised another objective. */
  readonly claimedRewardPerS: number;
  /** Set-point (outlet temperature, C) of each CRAC, by name. */
  readonly setPointsC: Readonly<Record<string, number>>;
  readonly assignments: readonly NodeAssignment[];
  /** Nodes on standby; absent if there are none. */
  readonly standby?: readonly StandbyNodes[] | undefined;
  /** Safety margins with which the plan was made; absent if they are those of the instance. */
  readonly reserve?: Reserve | undefined;
  /** Step of which all set-points are multiples, K; absent if the steps are those of the instance. */
  readonly setPointStepC?: number | undefined;
  /** Failures that the plan was made to survive; absent if they are those of the instance. */
  readonly survive?: Survive | 'none' | undefined;
  /**
   * Set-points of the remaining CRACs after each failure, C, as [failed CRAC or group][remaining CRAC]. After a failure
   * that is not listed, they keep the plan's set-points.
   */
  readonly failureSetPointsC?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
}

/**
 * A number of nodes of a zone on standby (asleep or off), in the slots after the nodes with assignments. Further nodes
 * of the zone are on and idle.
 */
export interface StandbyNodes {
  readonly zone: string;
  readonly nodes: number;
  readonly state: StandbyState;
}

export type StandbyState = 'sleep' | 'off';

/**
 * Work of each of `nodes` nodes of a zone, constant or with periodic changes. The assignments of a zone fill its nodes
 * in slot order. The remaining nodes are on standby or idle.
 */
export type NodeAssignment = ConstantAssignment | SharedAssignment;

/**
 * Nodes whose cores run the same work all the time. A core may still divide its time among several tasks, independently
 * of the other cores.
 */
export interface ConstantAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
  readonly shares?: undefined;
}

/**
 * Nodes that switch periodically between several works, listed in `shares`. All cores of a node switch together, in the
 * order of the list. For the rest of the period the node is idle.
 *
 * Periods start at evenly spread times: among the J such nodes of a plan, node j starts at j / J of the period.
 */
export interface SharedAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly shares: readonly TimeShare[];
  readonly cores?: undefined;
}

/** Part of the period during which all cores of a node run one work. */
export interface TimeShare {
  /** Fraction of the period, in (0, 1]. The fractions of a node sum to at most 1. */
  readonly share: number;
  /** Work of the cores. No core divides its time within this part of the period. */
  readonly cores: readonly CoreShare[];
}
