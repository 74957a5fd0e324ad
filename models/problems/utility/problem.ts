import type { UtilityEnvironment } from './instance.js';
export type { UtilityEnvironment };
import type { UtilityRoom } from './room.js';
import type { EnergyTariff } from './energy-tariff.js';
import { overlapS } from './overlap.js';
export { overlapS };
import type { UtilityFunctions } from '../utility-function.js';

/**
 * A utility instance with dense indices instead of names. Moments in s from the start of the simulation, powers in W, energies in J. Shapes: J
 * pools, C kinds of work, O options, N tasks, D days. Only busy nodes draw energy here.
 */
export interface UtilityProblem {
  readonly name: string;
  readonly environment: UtilityEnvironment;
  /** Moment after which nothing starts; the last midnight. Tasks that run then run to their end. */
  readonly endS: number;
  /** Moment from which utility and energy count: the objective is what is earned in [measuredFromS, endS). */
  readonly measuredFromS: number;
  /** Days and the part of a day before the first midnight, ascending, without gaps, from 0 to endS; the measured time is the last one. */
  readonly days: readonly Day[];
  /** Time between mapping events, s; events are at 0, interval, 2 interval, ... before endS. */
  readonly eventIntervalS: number;
  /** Utility below which a task is dropped: its best is less than this. 0: dropped where it can earn nothing more. */
  readonly droppingThreshold: number;
  /** Time that each resumption of a preempted task adds to what is left of it, s. */
  readonly preemptionOverheadS: number;
  /** J pools of nodes that are alike. In `serial` the nodes of a pool are machines with queues of their own. */
  readonly pools: readonly Pool[];
  readonly options: WorkOptions;
  readonly functions: UtilityFunctions;
  readonly tasks: UtilityTasks;
  /** Price of energy; absent where the instance has none. */
  readonly tariff?: EnergyTariff;
  /** The same tariff where budgets are of money: they, and all energy held against them, are then in charged joules. */
  readonly charging?: EnergyTariff;
  /** Limits on what the busy nodes draw at any moment; absent where there are none. */
  readonly powerRows?: PowerRows;
  /** Room that the pools stand in; absent where they stand in none. With one, all powers here are those at the meter. */
  readonly room?: UtilityRoom;
}

/**
 * Linear limits on the power of busy nodes at every moment: for each row r, the sum over pools j of coefficient[r J + j] x power drawn by the busy
 * nodes of pool j, W, is at most limit[r]. A red line is a row in K (rises of an inlet per W), a power cap is a row in W. R rows, J pools.
 */
export interface PowerRows {
  readonly count: number;
  readonly names: readonly string[];
  readonly unit: readonly ('K' | 'W')[];
  /** Length R x J, at least 0. */
  readonly coefficient: Float64Array;
  /** Length R, at least 0: what idle nodes already take is left out. */
  readonly limit: Float64Array;
  /** Length R, in the row's unit: what a schedule may exceed a limit by and still pass the checker, so that bounds count it in; absent: 0. */
  readonly forgiven?: Float64Array;
}

/** A part of the time with an energy budget of its own. */
export interface Day {
  readonly startS: number;
  readonly endS: number;
  /** Energy that may be drawn within it, J; charged joules where the problem charges by a tariff; Infinity where it has no budget. */
  readonly budgetJ: number;
}

export interface Pool {
  readonly name: string;
  /** Number of its nodes, from 1. */
  readonly nodes: number;
  /** Cores of each node, from 1; a task is charged for all of them. */
  readonly coresPerNode: number;
  /** Nodes that may be busy, each number from a moment until the next, ascending; all before the first. Absent: all at all times. */
  readonly allowed?: readonly AllowedNodes[];
}

export interface AllowedNodes {
  readonly fromS: number;
  /** Number of nodes, from 0 to the pool's. */
  readonly nodes: number;
}

/** Node-seconds of a pool that may be used between two moments, s. */
export function nodeSecondsOf({ nodes, allowed = [] }: Pool, fromS: number, toS: number): number {
  let sum = nodes * (toS - fromS);
  for (const [k, step] of allowed.entries()) {
    sum -= (nodes - step.nodes) * overlapS(fromS, toS, step.fromS, allowed[k + 1]?.fromS ?? Infinity);
  }
  return sum;
}

/**
 * Ways to run each kind of work (a task type with a number of nodes), all on the fastest P-state first within a pool, pools ascending. Tasks
 * of one kind have the same options.
 */
export interface WorkOptions {
  readonly kindCount: number;
  /** Length C + 1: first option of each kind; every kind has at least one. */
  readonly first: Int32Array;
  /** Length O each: pool; P-state within it, 0 the fastest; nodes it takes, from 1. */
  readonly pool: Int32Array;
  readonly pState: Uint8Array;
  readonly nodes: Int32Array;
  /** Length O. Execution time, s, above 0. */
  readonly timeS: Float64Array;
  /** Length O. Power of all its nodes together, W, at least 0. */
  readonly powerW: Float64Array;
}

/** Tasks in the order of their arrival (ties: as the instance lists them). */
export interface UtilityTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Length N each. Arrival, s, ascending, in [0, endS). */
  readonly arrivalS: Float64Array;
  /** Task type, kind of work, utility function. */
  readonly type: Int32Array;
  readonly kind: Int32Array;
  readonly utility: Int32Array;
  /** Flags, 0 or 1: the task may preempt others; it may be preempted. */
  readonly mayPreempt: Uint8Array;
  readonly mayBePreempted: Uint8Array;
}
