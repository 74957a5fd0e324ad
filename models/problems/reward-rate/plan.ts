/**
 * A reward-rate plan as stored on disk: set-points and, for every zone, what its nodes' cores run. Types only.
 */
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
  /** The method's own estimate of the reward rate, whatever it optimised. */
  readonly claimedRewardPerS: number;
  /** Outlet temperature per CRAC name. */
  readonly setPointsC: Readonly<Record<string, number>>;
  readonly assignments: readonly NodeAssignment[];
  /** Nodes on standby; absent where there are none. */
  readonly standby?: readonly StandbyNodes[] | undefined;
  /** Reserve that the plan leaves free in place of the instance's; absent where it is the instance's. */
  readonly reserve?: Reserve | undefined;
  /** Step of the set-points of every CRAC, K, in place of the instance's; absent where it is the instance's. */
  readonly setPointStepC?: number | undefined;
  /** Failures that the plan was made to survive, in place of the instance's; absent where they are the instance's. */
  readonly survive?: Survive | 'none' | undefined;
  /**
   * Set-points that the CRACs left take after a failure, by the name of what fails (a CRAC or a group) and of the CRAC; a failure that is
   * absent leaves the plan's.
   */
  readonly failureSetPointsC?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
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

/**
 * `nodes` nodes of a zone run alike, work that stays or work that changes in time. The assignments of a zone take its nodes in slot
 * order; nodes left over are on standby or idle.
 */
export type NodeAssignment = ConstantAssignment | SharedAssignment;

/** Nodes whose cores run the same all the time, each core independently of the others where it divides its time. */
export interface ConstantAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly cores: readonly CoreShare[];
  readonly shares?: undefined;
}

/**
 * Nodes that change as a whole from one work to the next, in this order, over and over; in what is left of the period they are idle.
 * All sharing nodes of a plan, J in its order, start one after the other: node j at j / J of the period.
 */
export interface SharedAssignment {
  readonly zone: string;
  readonly nodes: number;
  readonly shares: readonly TimeShare[];
  readonly cores?: undefined;
}

/** Part of a period in which a whole node runs one work. */
export interface TimeShare {
  /** Share of the period, in (0, 1]; those of a node sum to at most 1. */
  readonly share: number;
  /** Work of the cores; no core divides its time. */
  readonly cores: readonly CoreShare[];
}
