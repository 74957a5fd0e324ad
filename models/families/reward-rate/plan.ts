/** A reward-rate plan as stored on disk: set-points, and what the cores of every zone's nodes run. Types only. */
import type { CoreShare } from '../../facility/core-share.js';
import type { Reserve, Survive } from './instance.js';

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
  /** Reward rate by the method's own model, whatever it optimised. */
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
   * Set-points that the remaining CRACs take after a failure, by the name of the CRAC or group that fails, then by
   * CRAC; in a failure that is absent they keep the plan's.
   */
  readonly failureSetPointsC?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
}

/**
 * Nodes of a zone that sleep or are off: those in the slots after the nodes of its assignments. Nodes left over after
 * both are idle.
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

/** Nodes whose cores run the same all the time; a core that divides its time does so independently of the others. */
export interface ConstantAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
  readonly shares?: undefined;
}

/**
 * Nodes that change from one work to the next as a whole, in this order, over and over, and are idle for the rest of
 * the period. The J time-sharing nodes of a plan, in its order, start one after the other: node j at j / J of the
 * period.
 */
export interface SharedAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly shares: readonly TimeShare[];
  readonly cores?: undefined;
}

/** Part of a period in which a whole node runs one kind of work. */
export interface TimeShare {
  /** Share of the period, in (0, 1]; those of a node sum to at most 1. */
  readonly share: number;
  /** Work of the cores; none of them divides its time. */
  readonly cores: readonly CoreShare[];
}
