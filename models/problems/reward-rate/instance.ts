/**
 * The reward-rate instance: a facility, a workload and its limits, as stored on disk.
 *
 * Types only. Units are in the field names; shapes are stated where they are not obvious.
 * The JSON Schema in instances/reward-rate.schema.json is generated from src/instances/schema.ts, which is held to these types.
 */

import type { Crac, Facility, NodeGroup, NodeType, PduPowerLimit, RackPowerLimit } from '../../facility/facility.js';

/** Format word of a reward-rate instance file. */
export const REWARD_RATE_FORMAT = 'plenum.reward-rate';
/** Version of the format. */
export const REWARD_RATE_FORMAT_VERSION = 1;

export interface RewardRateInstance {
  readonly format: typeof REWARD_RATE_FORMAT;
  readonly formatVersion: typeof REWARD_RATE_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  /** Currency of all amounts of money, three capital letters (default USD); names of fields say USD all the same. */
  readonly currency?: string | undefined;
  readonly facility: RewardRateFacility;
  readonly workload: Workload;
  readonly limits: Limits;
  /** Groups of parts that fail together; each name once, and none that a CRAC has. */
  readonly failureGroups?: readonly FailureGroup[] | undefined;
  /** Ranges of what is not known exactly; nothing is uncertain where it is absent. */
  readonly uncertainty?: Uncertainty | undefined;
  /**
   * Best reward rate of one-configuration-per-node plans and how it follows, for instances that can be solved by hand.
   */
  readonly knownOptimum?: KnownOptimum | undefined;
}

/** A facility in which nodes of some groups may be on standby. */
export interface RewardRateFacility extends Facility {
  readonly nodeTypes: readonly RewardRateNodeType[];
  readonly nodeGroups: readonly RewardRateNodeGroup[];
  readonly cracs: readonly RewardRateCrac[];
}

/** CRAC with the set-points that its controller accepts. */
export interface RewardRateCrac extends Crac {
  /** Step of the set-points, K: those allowed are its whole multiples, counted from 0 C, within the range (default: all of the range). */
  readonly setPointStepC?: number | undefined;
}

/** Node type with its powers on standby, at the output of the supply where psuEfficiency is given, each at most idlePowerW. */
export interface RewardRateNodeType extends NodeType {
  /** Power of a node that sleeps. */
  readonly sleepPowerW?: number | undefined;
  /** Power of a node that is switched off. */
  readonly offPowerW?: number | undefined;
  /**
   * Air flow of a node that sleeps, specified as airFlowM3PerS (default: that), at most that; 0 with sleepPowerW 0 only. Another than
   * airFlowM3PerS with room airflow and without uncertainty only. With sleepPowerW only.
   */
  readonly sleepAirFlowM3PerS?: number | undefined;
  /** Air flow of a node that is switched off, by the same rules. With offPowerW only. */
  readonly offAirFlowM3PerS?: number | undefined;
  /** Time that a node takes from standby to work, s (default 0). It does no work meanwhile. */
  readonly wakeTimeS?: number | undefined;
  /**
   * Energy that a node draws while it wakes, beyond that of its plan, J (default 0); at the output of the supply where psuEfficiency is
   * given. With wakeTimeS only.
   */
  readonly wakeEnergyJ?: number | undefined;
}

export interface RewardRateNodeGroup extends NodeGroup {
  /**
   * Flag, true if nodes without work may be on standby (default false). Groups of one node type in one rack must agree.
   */
  readonly mayBeOff?: boolean | undefined;
  /**
   * Least number of the group's nodes that are on (default 0), at most count; with mayBeOff only. The group is the only one of its node
   * type in its rack.
   */
  readonly minimumOn?: number | undefined;
}

export interface KnownOptimum {
  readonly rewardPerS: number;
  readonly derivation: string;
}

export interface Workload {
  readonly taskTypes: readonly TaskType[];
}

export interface TaskType {
  readonly name: string;
  /** Memory-intensity class (I..IV in the thesis): selects the interference coefficients. */
  readonly memoryClass: string;
  /** r_i: reward for one task completed by its deadline. */
  readonly rewardPerTask: number;
  /** lambda_i */
  readonly arrivalRatePerS: number;
  /** d_i, relative to arrival. P-states whose time alone reaches it are not used (Eq. 24). */
  readonly deadlineS: number;
}

export interface Limits {
  /** phi: greatest total power at the meter (nodes / UPS + CRACs + other load). */
  readonly powerCapW: number;
  /** Greatest inlet temperature of any node (Eq. 20). */
  readonly redLineC: number;
  readonly rackPowerLimits?: readonly RackPowerLimit[] | undefined;
  readonly pdus?: readonly PduPowerLimit[] | undefined;
  readonly reserve?: Reserve | undefined;
  readonly distinctSettings?: DistinctSettings | undefined;
  /** Failures in which plans keep all limits; none where absent. */
  readonly survive?: Survive | undefined;
  /** Controller that takes other set-points after a failure, and the room on the way; with a `survive` that sets them anew. */
  readonly failureResponse?: FailureResponse | undefined;
}

/** Greatest numbers of different settings of nodes; no limit where a field is absent (docs/reward-rate/distinct-settings.md). */
export interface DistinctSettings {
  /** Greatest number in each rack. */
  readonly rack?: number | undefined;
  /** Greatest number in each of the rows. */
  readonly row?: number | undefined;
  /** Greatest number in the whole room. */
  readonly room?: number | undefined;
  /** Rows that `row` is about; a rack stands in one of them at most. */
  readonly rows?: readonly RowOfRacks[] | undefined;
}

/** Racks that are counted together. */
export interface RowOfRacks {
  readonly name: string;
  readonly racks: readonly string[];
}

/**
 * Failures that plans outlive: of each CRAC at work on its own, or of each of the groups too; at the plan's own set-points, or (`-reset`) at
 * set-points that a controller takes for each failure.
 */
export type Survive = 'any-crac' | 'any-crac-reset' | 'any-group' | 'any-group-reset';

/** Controller that takes other set-points after a failure, and the inertia of the room until they work (docs/reward-rate/survive.md). */
export interface FailureResponse {
  /** Time from a failure until the CRACs left blow at their set-points for it, s (default 30). */
  readonly reactionS?: number | undefined;
  /** Heat that a node stores per kelvin, J/K (default 10,000). */
  readonly nodeThermalMassJPerK?: number | undefined;
  /** Time constant of the air under the floor, s (default 20). */
  readonly plenumTimeConstantS?: number | undefined;
}

/** Parts that fail together, e.g. what one power feed supplies. */
export interface FailureGroup {
  readonly name: string;
  /** Names of its CRACs, at least one. */
  readonly cracs: readonly string[];
  /** Racks whose nodes go with them (default none). */
  readonly racks?: readonly string[] | undefined;
}

/** Margins that plans leave free below the limits; nothing where a field is absent. */
export interface Reserve {
  /** Power below the cap, W, less than powerCapW. */
  readonly powerW?: number | undefined;
  /** Kelvins below the red line. */
  readonly inletK?: number | undefined;
  /** Share of the capacity of each CRAC that has one, 0 to 0.95. */
  readonly coolingShare?: number | undefined;
}

/** Range of a factor on what the instance states; 1 is what it states. */
export interface FactorRange {
  readonly least: number;
  readonly most: number;
}

/**
 * Range of what is not known exactly (docs/reward-rate/uncertain-rooms.md). An absent quantity is as stated; of `inletRise` and `influence` at
 * most one is given.
 */
export interface Uncertainty {
  /** Flag, true if plans keep all limits in every room of the set, and every figure is that of the worst (default false). */
  readonly robust?: boolean | undefined;
  /** Factor on each entry of M, the kelvins by which a zone's power warms an inlet per watt. With several CRACs at work, `robust` plans only: they keep one set-point common to all. */
  readonly inletRise?: InletRiseRange | undefined;
  /** Factor on each weight of the influence matrix; row sums and air flows stay. */
  readonly influence?: FactorRange | undefined;
  /** Factor on all powers of a node type: idle, on standby, of its cores. */
  readonly nodePower?: FactorRange | undefined;
  /** Factor on all execution times of a task type on a node type. */
  readonly taskTime?: FactorRange | undefined;
  /** Scale of the set: every factor f stands for 1 + scale (f - 1) (default 1). */
  readonly scale?: number | undefined;
}

export interface InletRiseRange extends FactorRange {
  /**
   * Budget Gamma of a row: its entries' deviations, each as a share of the greatest to its side, add up to this at most (default: all may deviate
   * fully).
   */
  readonly deviating?: number | undefined;
  /** Greatest deviation of the shares of air that zones draw directly from the CRACs at work, a fraction below 1 (default 0: these shares are as stated). */
  readonly supplyShare?: number | undefined;
}
