import type { CoreShare } from '../../facility/core-share.js';
import type { Reserve, Survive } from './instance.js';

/** Format word of a reward-rate plan file. */
export const REWARD_RATE_PLAN_FORMAT = 'plenum.reward-rate-plan';
/** Version of the format. */
export const REWARD_RATE_PLAN_FORMAT_VERSION = 1;

export interface RewardRatePlan {
  readonly format: typeof REWARD_RATE_PLAN_FORMAT;
  readonly formatVersion: typeof REWARD_RATE_PLAN_FORMAT_VERSION;
  /** Name of the instance that the plan was made for, and SHA-256 of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** Reward rate by the method's own model, reward/s, whatever the method optimised. */
  readonly claimedRewardPerS: number;
  /** Set-point (outlet temperature, C) by CRAC name. */
  readonly setPointsC: Readonly<Record<string, number>>;
  readonly assignments: readonly NodeAssignment[];
  /** Nodes on standby; absent if there are none. */
  readonly standby?: readonly StandbyNodes[] | undefined;
  /** Reserve that the plan leaves free instead of the instance's; absent if it is the instance's. */
  readonly reserve?: Reserve | undefined;
  /** Step of the set-points of every CRAC, K, instead of the instance's; absent if it is the instance's. */
  readonly setPointStepC?: number | undefined;
  /** Failures that the plan was made to survive, instead of the instance's; absent if they are the instance's. */
  readonly survive?: Survive | 'none' | undefined;
  /**
   * Set-points that the remaining CRACs take after a failure, C, by name of the failing CRAC or group, then by CRAC.
   * After a failure that is not listed they keep the plan's set-points.
   */
  readonly failureSetPointsC?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
}

/**
 * Nodes of a zone that sleep or are off. They are in the slots after the nodes of the zone's assignments; nodes left
 * over after both are idle.
 */
export interface StandbyNodes {
  readonly zone: string;
  readonly nodes: number;
  readonly state: StandbyState;
}

/** State of a node on standby. */
export type StandbyState = 'sleep' | 'off';

/**
 * Equal work of `nodes` nodes of a zone, constant or changing in time. The assignments of a zone take its nodes in slot
 * order; nodes left over are on standby or idle.
 */
export type NodeAssignment = ConstantAssignment | SharedAssignment;

/**
 * Nodes whose cores run the same work all the time. A core that divides its time does so independently of the other
 * cores.
 */
export interface ConstantAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
  readonly shares?: undefined;
}

/**
 * Nodes that change as a whole from one work to the next, in this order, over and over, and are idle for the rest of
 * the period. Start times are spread evenly: node j of a plan's J time-sharing nodes starts at j / J of the period.
 */
export interface SharedAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly shares: readonly TimeShare[];
  readonly cores?: undefined;
}

/** Part of a period in which a whole node runs one kind of work. */
export interface TimeShare {
  /** Share of the period, in (0, 1]; the shares of a node sum to at most 1. */
  readonly share: number;
  /** What the cores run; here no core divides its time. */
  readonly cores: readonly CoreShare[];
}
