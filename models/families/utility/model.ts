import type { UtilityEnvironment } from './instance.js';
export type { UtilityEnvironment };
import type { UtilityRoom } from './room.js';
import type { EnergyTariff } from './energy-tariff.js';
import { overlapS } from './overlap.js';
export { overlapS };
import type { UtilityFunctions } from '../utility-function.js';

/**
 * A utility instance with indices instead of names: J pools, N tasks, D days. There are C kinds of work (task type and
 * number of cores) and O options (ways to run a kind of work). Times are in s from the start of the simulation, powers
 * in W, energies in J. Only busy nodes draw energy in this model.
 */
export interface UtilityModel {
  readonly name: string;
  readonly environment: UtilityEnvironment;
  /** Time after which no task starts, s: the last midnight. Tasks running then continue to their end. */
  readonly endS: number;
  /** Start of the measured time, s. The objective is the utility earned in [measuredFromS, endS). */
  readonly measuredFromS: number;
  /**
   * Days in ascending order without gaps, from 0 to endS. The time before the first midnight counts as a day. The last
   * day is the measured time.
   */
  readonly days: readonly Day[];
  /**
   * Time between mapping events, s. Tasks may start only at these events: at 0, interval, 2 interval, ... before endS.
   */
  readonly eventIntervalS: number;
  /**
   * Least utility that keeps a task. A task is dropped as soon as the utility that it can still earn is below this
   * value, or is 0. -Infinity if no task is dropped.
   */
  readonly droppingThreshold: number;
  /** Additional time of a preempted task each time it resumes, s. */
  readonly preemptionOverheadS: number;
  /** Pools of equal nodes. In the environment `serial`, nodes are machines with a queue each. */
  readonly pools: readonly Pool[];
  readonly options: WorkOptions;
  readonly functions: UtilityFunctions;
  readonly tasks: UtilityTasks;
  /**
   * Share of a day's work that is expected to arrive in each of the 24 hours after midnight, by the arrival rates that
   * the instance states or the jobs of its trace before the simulated time; absent if neither tells.
   */
  readonly workByHour?: Float64Array;
  /** Energy price over time; absent if the instance has none. */
  readonly tariff?: EnergyTariff;
  /**
   * The tariff, if budgets are amounts of money; absent otherwise. Budgets, and the energy that counts against them,
   * are then in charged joules, which are weighted by price / mean price.
   */
  readonly charging?: EnergyTariff;
  /** Linear limits on the powers of pools that hold at every moment; absent if there are none. */
  readonly powerRows?: PowerRows;
  /** The machine room of the pools, if the instance has one. With it, all powers are at the meter. */
  readonly room?: UtilityRoom;
}

/**
 * R linear limits (rows) on the powers of J pools, which hold at every moment. For row r, this sum over pools j must be
 * at most limit[r]:
 *
 * coefficient[r J + j] x power of pool j's busy nodes (W)
 *
 * The sum of a row in K is the temperature rise of an inlet (red line). The sum of a row in W is a power (power cap, or
 * heat of a CRAC).
 */
export interface PowerRows {
  readonly count: number;
  readonly names: readonly string[];
  readonly unit: readonly ('K' | 'W')[];
  /** Coefficient of each pool's power in each row, at least 0, at index row * pools + pool. */
  readonly coefficient: Float64Array;
  /** Upper limit of each row, >= 0. The contribution of idle nodes is already subtracted. */
  readonly limit: Float64Array;
  /**
   * For each row, excess over its limit that the checker tolerates and that upper bounds must allow. If absent, it is 0
   * for all rows.
   */
  readonly forgiven?: Float64Array;
}

export interface Day {
  readonly startS: number;
  readonly endS: number;
  /**
   * Energy budget, J; Infinity if there is none. A cost budget is in charged joules (weighted by price / mean price).
   */
  readonly budgetJ: number;
}

export interface Pool {
  readonly name: string;
  readonly nodes: number;
  /** Number of cores of each node. A task occupies all cores of its nodes. */
  readonly coresPerNode: number;
  /**
   * Maximum number of busy nodes over time, by ascending time. Each entry applies until the next one. Before the first
   * entry, and if absent, all nodes may be busy.
   */
  readonly allowed?: readonly AllowedNodes[];
}

export interface AllowedNodes {
  readonly fromS: number;
  /** Maximum number of busy nodes. It is at most the number of the pool's nodes. */
  readonly nodes: number;
}

/**
 * Returns the capacity of a pool between two times, node-seconds. It is the number of nodes that may be busy,
 * integrated over time.
 */
export function nodeSecondsOf({ nodes, allowed = [] }: Pool, fromS: number, toS: number): number {
  let sum = nodes * (toS - fromS);
  for (const [k, step] of allowed.entries()) {
    sum -= (nodes - step.nodes) * overlapS(fromS, toS, step.fromS, allowed[k + 1]?.fromS ?? Infinity);
  }
  return sum;
}

/**
 * The options (ways to run) of each kind of work. A kind of work is a task type with a number of cores and, if run
 * times come from a log, a run time. Options are sorted by pool, then from the fastest P-state to the slowest.
 */
export interface WorkOptions {
  readonly kindCount: number;
  /** For each kind of work, index of its first option. One more entry at the end is the number of options. */
  readonly first: Int32Array;
  /** Index of each option's pool. */
  readonly pool: Int32Array;
  /** P-state of each option; 0 is the fastest. */
  readonly pState: Uint8Array;
  /** Number of nodes that each option occupies, at least 1. */
  readonly nodes: Int32Array;
  /** Execution time of each option, s, above 0. */
  readonly timeS: Float64Array;
  /** Power of each option, W, >= 0. It is the sum over the nodes of the option. */
  readonly powerW: Float64Array;
}

export function longestTimeS({ timeS }: WorkOptions): number {
  return timeS.reduce((longest, one) => Math.max(longest, one), 0);
}

/** Returns the shortest execution time of each kind of work, s. */
export function shortestTimesS({ kindCount, first, timeS }: WorkOptions): Float64Array {
  return Float64Array.from({ length: kindCount }, (_, kind) =>
    timeS.subarray(first[kind], first[kind + 1]).reduce((shortest, one) => Math.min(shortest, one), Infinity),
  );
}

/** Returns true if a task that can earn at most this utility must be dropped, by the model's threshold. */
export function isTooLittle(utility: number, { droppingThreshold }: Pick<UtilityModel, 'droppingThreshold'>): boolean {
  return droppingThreshold === 0 ? utility <= 0 : utility < droppingThreshold;
}

/** The tasks of a model by ascending arrival time. Tasks with equal arrival times have the order of the instance. */
export interface UtilityTasks {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Arrival time of each task, s, ascending, in [0, endS). */
  readonly arrivalS: Float64Array;
  readonly type: Int32Array;
  /** Index of each task's kind of work (task type and number of cores) in the model's options. */
  readonly kind: Int32Array;
  /** Index of each task's utility function. */
  readonly utility: Int32Array;
  /** 1 for each task that may preempt others, else 0. */
  readonly mayPreempt: Uint8Array;
  /** 1 for each task that may be preempted, else 0. */
  readonly mayBePreempted: Uint8Array;
}
