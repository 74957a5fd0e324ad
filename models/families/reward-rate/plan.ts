import type { CoreShare } from '../../facility/core-share.js';
import type { Reserve, Survive } from './instance.js';

/** Value of the field `format` in a reward-rate plan file. */
export const REWARD_RATE_PLAN_FORMAT = 'plenum.reward-rate-plan';
/** Version of the reward-rate plan format. */
export const REWARD_RATE_PLAN_FORMAT_VERSION = 1;

export interface RewardRatePlan {
  readonly format: typeof REWARD_RATE_PLAN_FORMAT;
  readonly formatVersion: typeof REWARD_RATE_PLAN_FORMAT_VERSION;
  /** The instance for which the plan was made: its name, and the SHA-256 hash of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** Reward rate as computed by the method itself, reward/s, even if the method optimised something else. */
  readonly claimedRewardPerS: number;
  /** Set-point (outlet temperature, C) of each CRAC, by name. */
  readonly setPointsC: Readonly<Record<string, number>>;
  readonly assignments: readonly NodeAssignment[];
  /** Nodes on standby; absent if there are none. */
  readonly standby?: readonly StandbyNodes[] | undefined;
  /** Safety margins below the limits with which the plan was made; absent if they are the instance's. */
  readonly reserve?: Reserve | undefined;
  /**
   * Step of the set-points with which the plan was made, K: the set-points of every CRAC are multiples of it. Absent if
   * the steps are the instance's.
   */
  readonly setPointStepC?: number | undefined;
  /** Failures that the plan was made to survive; absent if they are the instance's. */
  readonly survive?: Survive | 'none' | undefined;
  /**
   * Set-points that the remaining CRACs take after a failure, C: [name of the failed CRAC or group][CRAC]. After a
   * failure that is not listed, they keep the plan's set-points.
   */
  readonly failureSetPointsC?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
}

/**
 * Nodes of a zone that are on standby: asleep or off. They occupy the slots after the nodes of the zone's assignments.
 * Nodes after both are idle.
 */
export interface StandbyNodes {
  readonly zone: string;
  readonly nodes: number;
  readonly state: StandbyState;
}

/** State of a node on standby. */
export type StandbyState = 'sleep' | 'off';

/**
 * Work of a number (`nodes`) of equally used nodes of a zone, constant or changing in time. The assignments of a zone
 * fill its nodes in slot order. Remaining nodes are on standby or idle.
 */
export type NodeAssignment = ConstantAssignment | SharedAssignment;

/**
 * Nodes whose cores run the same work all the time. A core that divides its time among tasks does so independently of
 * the other cores.
 */
export interface ConstantAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
  readonly shares?: undefined;
}

/**
 * Nodes that divide their time as a whole: all cores of a node change together from one work to the next, in this
 * order, periodically. For the rest of the period the node is idle. Start times are spread evenly: node j of a plan's J
 * such nodes starts at j / J of the period.
 */
export interface SharedAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly shares: readonly TimeShare[];
  readonly cores?: undefined;
}

/** Part of a period in which a whole node runs one kind of work. */
export interface TimeShare {
  /** Fraction of the period, in (0, 1]. The fractions of a node sum to at most 1. */
  readonly share: number;
  /** What the cores run during this part of the period. Here, no single core divides its time. */
  readonly cores: readonly CoreShare[];
}
