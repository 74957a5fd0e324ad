import type { UtilityEnvironment } from './instance.js';
export type { UtilityEnvironment };
import type { UtilityRoom } from './room.js';
import type { EnergyTariff } from './energy-tariff.js';
import { overlapS } from './overlap.js';
export { overlapS };
import type { UtilityFunctions } from '../utility-function.js';

/**
 * A utility instance with dense indices instead of names. Moments in s from the start of the simulation, powers in W,
 * energies in J. Shapes: J pools, C kinds of work, O options, N tasks, D days. Only busy nodes draw energy here.
 */
export interface UtilityModel {
  readonly name: string;
  readonly environment: UtilityEnvironment;
  /** Moment after which nothing starts: the last midnight. Tasks that run then continue to their end. */
  readonly endS: number;
  /** Moment from which utility and energy count: the objective is the utility earned in [measuredFromS, endS). */
  readonly measuredFromS: number;
  /**
   * Days in ascending order without gaps, from 0 to endS. The part of a day before the first midnight counts as a day;
   * the last day is the measured time.
   */
  readonly days: readonly Day[];
  /** Time between mapping events, s; events are at 0, interval, 2 interval, ... before endS. */
  readonly eventIntervalS: number;
  /**
   * A task is dropped if the most that it can still earn is below this utility. With 0, it is dropped once it can earn
   * nothing.
   */
  readonly droppingThreshold: number;
  /** Time that each resumption of a preempted task adds to the task's remaining time, s. */
  readonly preemptionOverheadS: number;
  /** J pools of equal nodes. In `serial` the nodes of a pool are machines with queues of their own. */
  readonly pools: readonly Pool[];
  readonly options: WorkOptions;
  readonly functions: UtilityFunctions;
  readonly tasks: UtilityTasks;
  /** Price of energy; absent if the instance has none. */
  readonly tariff?: EnergyTariff;
  /**
   * The tariff, if budgets are of money; absent otherwise. With it, budgets and all energy that counts against them are
   * in charged joules.
   */
  readonly charging?: EnergyTariff;
  /** Limits on what the busy nodes draw at any moment; absent if there are none. */
  readonly powerRows?: PowerRows;
  /** Room in which the pools stand; absent if there is none. With a room, all powers of the model are at the meter. */
  readonly room?: UtilityRoom;
}

/**
 * Linear limits on the power of busy nodes at every moment: for each row r, the sum over pools j of coefficient[r J +
 * j] x power drawn by the busy nodes of pool j, W, is at most limit[r]. A red line is a row in K (rises of an inlet per
 * W), a power cap is a row in W. R rows, J pools.
 */
export interface PowerRows {
  readonly count: number;
  readonly names: readonly string[];
  readonly unit: readonly ('K' | 'W')[];
  /** Length R x J: coefficient of each pool's power in each row, at least 0. */
  readonly coefficient: Float64Array;
  /** Length R: limit of each row, at least 0, after subtracting what idle nodes take. */
  readonly limit: Float64Array;
  /**
   * Length R, in the row's unit: excess over the limit that the checker tolerates; bounds must allow it. Absent means
   * 0.
   */
  readonly forgiven?: Float64Array;
}

/** A part of the time with an energy budget of its own. */
export interface Day {
  readonly startS: number;
  readonly endS: number;
  /** Energy that may be drawn within the day, J (charged joules if budgets are of money); Infinity without a budget. */
  readonly budgetJ: number;
}

export interface Pool {
  readonly name: string;
  /** Number of nodes in the pool, at least 1. */
  readonly nodes: number;
  /** Cores of each node, at least 1; a task is charged for all of them. */
  readonly coresPerNode: number;
  /**
   * Numbers of nodes that may be busy, each from a moment until the next, ascending; all nodes before the first moment.
   * Absent if all nodes may be busy at all times.
   */
  readonly allowed?: readonly AllowedNodes[];
}

export interface AllowedNodes {
  readonly fromS: number;
  /** Number of nodes, from 0 to the pool's. */
  readonly nodes: number;
}

/** Returns the node-seconds of a pool that may be used between two moments, s. */
export function nodeSecondsOf({ nodes, allowed = [] }: Pool, fromS: number, toS: number): number {
  let sum = nodes * (toS - fromS);
  for (const [k, step] of allowed.entries()) {
    sum -= (nodes - step.nodes) * overlapS(fromS, toS, step.fromS, allowed[k + 1]?.fromS ?? Infinity);
  }
  return sum;
}

/**
 * Ways to run each kind of work (a task type with a number of nodes). Within a pool the fastest P-state comes first;
 * pools ascend. Tasks of one kind have the same options.
 */
export interface WorkOptions {
  readonly kindCount: number;
  /** Length C + 1: first option of each kind; every kind has at least one. */
  readonly first: Int32Array;
  /** Length O: index of the option's pool. */
  readonly pool: Int32Array;
  /** Length O: P-state in the pool, 0 the fastest. */
  readonly pState: Uint8Array;
  /** Length O: number of nodes that the option takes, at least 1. */
  readonly nodes: Int32Array;
  /** Length O: execution time, s, above 0. */
  readonly timeS: Float64Array;
  /** Length O: power of all the option's nodes together, W, at least 0. */
  readonly powerW: Float64Array;
}

/** Returns the longest execution time of all options, s. */
export function longestTimeS({ timeS }: WorkOptions): number {
  return timeS.reduce((longest, one) => Math.max(longest, one), 0);
}

/** Returns the shortest execution time of each kind of work, s; length C. */
export function shortestTimesS({ kindCount, first, timeS }: WorkOptions): Float64Array {
  return Float64Array.from({ length: kindCount }, (_, kind) =>
    timeS.subarray(first[kind], first[kind + 1]).reduce((shortest, one) => Math.min(shortest, one), Infinity),
  );
}

/** Returns true if a task is dropped that can earn at most this utility. */
export function isTooLittle(utility: number, { droppingThreshold }: Pick<UtilityModel, 'droppingThreshold'>): boolean {
  return droppingThreshold > 0 ? utility < droppingThreshold : utility <= 0;
}

/** Tasks in the order of their arrival (ties: as in the instance). */
export interface UtilityTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Length N: arrival, s, ascending, in [0, endS). */
  readonly arrivalS: Float64Array;
  /** Length N: task type. */
  readonly type: Int32Array;
  /** Length N: kind of work. */
  readonly kind: Int32Array;
  /** Length N: utility function. */
  readonly utility: Int32Array;
  /** For each task, 1 if it may preempt others, else 0. */
  readonly mayPreempt: Uint8Array;
  /** For each task, 1 if it may be preempted, else 0. */
  readonly mayBePreempted: Uint8Array;
}
