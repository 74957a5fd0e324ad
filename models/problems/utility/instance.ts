/**
 * The utility instance: tasks that arrive over time, whose worth falls with age, on pools of machines or nodes, as stored on disk. Types only. Units
 * are in the field names. The JSON Schema in instances/utility.schema.json is generated from src/families/utility/instances/schema.ts, which is held
 * to these types.
 */

import type { Facility } from '../../facility/facility.js';
import type { UtilityDefinitions } from './definitions.js';
import type {
  CovTaskTypes,
  DowneyTaskTypes,
  FacilityTaskTypes,
  TaskTypeTable,
  TwoLevelTaskTypes,
} from './task-types.js';

/** Value of "format" in an instance file. Ours. */
export const UTILITY_FORMAT = 'plenum.utility';
/** Version of that format, a count. Ours. */
export const UTILITY_FORMAT_VERSION = 1;

/** Manner in which tasks meet machines: one machine each; n nodes of one pool each; one node each, and may be preempted. */
export type UtilityEnvironment = 'serial' | 'parallel' | 'preemptive';

export interface UtilityInstance {
  readonly format: typeof UTILITY_FORMAT;
  readonly formatVersion: typeof UTILITY_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  /** Currency of all amounts of money, three capital letters (default USD); names of fields say USD all the same. */
  readonly currency?: string | undefined;
  readonly environment: UtilityEnvironment;
  /** Seed of everything in the instance that is drawn: the same seed, the same tasks everywhere. */
  readonly seed: number;
  readonly period: UtilityPeriod;
  /** Time between mapping events, s. */
  readonly eventIntervalS: number;
  /** Utility below which a task is dropped; 0: where it can earn nothing more. */
  readonly droppingThreshold: number;
  /** Energy that may be drawn in a day, J; absent: no limit. */
  readonly energyBudgetJPerDay?: number | undefined;
  /** Price of energy by the hour of the day; absent: energy has none. */
  readonly energyPrice?: EnergyPriceSeries | undefined;
  /** Cost of the energy that may be drawn in a day, USD, in place of a budget of energy; only with a price of it. */
  readonly costBudgetUsdPerDay?: number | undefined;
  /** Time unit of urgencies, s: an urgency of 0.3 with 60 decays by 0.3 a minute. */
  readonly urgencyUnitS: number;
  /** Preemption, only in `preemptive`. */
  readonly preemption?: UtilityPreemption | undefined;
  /** Pools as the file lists them; of a facility they follow from it (docs/utility/facility.md). */
  readonly pools: readonly UtilityPool[];
  /** Room with its nodes in place of pools; then `operation` says how it is run, and powers, budget and cap are those at the meter. */
  readonly facility?: Facility | undefined;
  readonly operation?: FacilityOperation | undefined;
  /** Limits on cores at work by pool, each from a moment until the pool's next; before its first all are allowed. Only `parallel`. */
  readonly allowedCores?: readonly AllowedCores[] | undefined;
  readonly utility: UtilityDefinitions;
  readonly taskTypes: TaskTypeTable | CovTaskTypes | DowneyTaskTypes | TwoLevelTaskTypes | FacilityTaskTypes;
  readonly arrivals: ArrivalTable | ArrivalFile | ArrivalTrace | GeneratedArrivals;
  /** Optimum of an instance small enough to reason about. */
  readonly knownOptimum?: UtilityKnownOptimum | undefined;
}

/** Instance as stored: with pools, or with a facility in their place. */
export type UtilityInstanceFile = Omit<UtilityInstance, 'pools'> & {
  readonly pools?: readonly UtilityPool[] | undefined;
};

export interface AllowedCores {
  /** Name of a pool. On a facility also of a thermal zone: a pool of several zones is allowed what they are together. */
  readonly pool: string;
  readonly fromS: number;
  readonly cores: number;
}

/** Operation of a facility, the same all day. */
export interface FacilityOperation {
  /** Outlet temperature of each CRAC at work, by its name, C. */
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Greatest inlet temperature of any node; absent: no limit. */
  readonly redLineC?: number | undefined;
  /** Greatest power at the meter; absent: no limit. */
  readonly powerCapW?: number | undefined;
  /**
   * Nodes of one pool: of one thermal zone (default), or those of one type in one rack, whose work is then taken to be spread evenly over its zones.
   */
  readonly poolsPer?: 'zone' | 'rack' | undefined;
  /** P-states in use, of those that a node type has; 0 among them (default: all). */
  readonly pStates?: readonly number[] | undefined;
  /** Share of the other cores of a node that is taken to be busy when times are estimated (default 1). */
  readonly busyShare?: number | undefined;
}

export interface UtilityPeriod {
  /** Length of the simulated time, s. */
  readonly durationS: number;
  /** Moment from which utility and energy count, s: the last midnight but one, at most 24 h before the end. */
  readonly measuredFromS: number;
}

/** Prices spelled out: USD/kWh by hour of the day, the first one from midnight (measuredFromS), the same every day. */
export interface EnergyPriceSeries {
  readonly source: 'series';
  readonly usdPerKwh: readonly number[];
  readonly provenance?: string | undefined;
}

export interface UtilityPreemption {
  /** Time that each resumption adds, s (default 0). */
  readonly overheadS?: number | undefined;
  /** Probability with which a task may preempt others (default 1), and may be preempted (default 1), where the task does not say. */
  readonly mayPreempt?: number | undefined;
  readonly mayBePreempted?: number | undefined;
}

/** Machines or nodes that are alike. */
export interface UtilityPool {
  readonly name: string;
  /** Machines of the type (serial), nodes of the cluster (parallel), cores of the cluster (preemptive). */
  readonly nodes: number;
  /** Cores of each node (default 1). */
  readonly coresPerNode?: number | undefined;
  /** Flag: runs only task types made for it; the mean time of a type that others run as well leaves it out (default false). */
  readonly special?: boolean | undefined;
}

/** Tasks spelled out, in the order of arrival. */
export interface ArrivalTable {
  readonly source: 'table';
  readonly tasks: readonly UtilityTaskRow[];
}

export interface UtilityTaskRow {
  readonly name: string;
  readonly taskType: string;
  readonly arrivalS: number;
  /** Cores that it needs (default 1; only `parallel` has others). Nodes: cores / coresPerNode of the pool, rounded up. */
  readonly cores?: number | undefined;
  readonly utilityClass?: string | undefined;
  /** Utility at age 0; default: that of the type, drawn from `priorities`, or 1. */
  readonly startingUtility?: number | undefined;
  readonly urgency?: number | undefined;
  readonly mayPreempt?: boolean | undefined;
  readonly mayBePreempted?: boolean | undefined;
}

/** Tasks in a CSV file beside the instance: a header with task, taskType, arrivalS and any further fields of a task; empty: not given. */
export interface ArrivalFile {
  readonly source: 'csv';
  readonly file: string;
}

/** Jobs of a log in the Standard Workload Format; their types are drawn uniformly. */
export interface ArrivalTrace {
  readonly source: 'swf';
  /** Path of the log, relative to the instance; absent where it is named at run time. */
  readonly file?: string | undefined;
  /** Time of the trace at which the period begins, s. */
  readonly startS: number;
  /** Source of times. trace: the job's run time on the first pool of its type in P-state 0, others in proportion. type: the type's times. */
  readonly times: 'trace' | 'type';
  /** Greatest number of cores of a job, others are left out and counted; absent: those that fit no pool are. */
  readonly mostCores?: number | undefined;
}

/** Poisson arrivals with a rate that depends on the type. Time of day counts from measuredFromS. */
export interface GeneratedArrivals {
  readonly source: 'generated';
  readonly tasksPerDay: number;
  /** Rate 1 + amplitude sin(2 pi t / 24 h + phase) of the mean; phase absent: uniform by type. */
  readonly amplitude: number;
  readonly phase?: number | undefined;
  /** Types that special pools have to themselves come in bursts of high rate instead. */
  readonly special?: OnOffPattern | undefined;
  /** Types of more cores than this come in working hours instead; only with types by Downey's model. */
  readonly workingHours?: WorkingHours | undefined;
  /** Mean number of tasks of a type that arrive at one moment, alike; each from half of it to one and a half. Default 1, always. */
  readonly burstSize?: number | undefined;
}

/** Exponential times of high and low rate in turn, as factors on the mean rate. */
export interface OnOffPattern {
  readonly meanOnS: number;
  readonly meanOffS: number;
  readonly onFactor: number;
  readonly offFactor: number;
}

export interface WorkingHours {
  readonly aboveCores: number;
  readonly fromHour: number;
  readonly toHour: number;
  /** Rate within them over the mean rate; outside them what keeps the mean. */
  readonly factor: number;
}

/** Greatest utility that any schedule earns in the measured time, one made with knowledge of the future included. */
export interface UtilityKnownOptimum {
  readonly utility: number;
  readonly derivation: string;
}
