import type { RandomStream } from '../../../../random/stream.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/**
 * A mapping event as a heuristic sees it. It has the waiting tasks, the idle cores, and functions that start or drop a
 * task. Waiting tasks have positions 0 to count - 1 in order of arrival.
 */
export interface MappingEvent {
  readonly nowS: number;
  /** Number of waiting tasks. */
  readonly count: number;
  /** Returns the index of the type of the waiting task at a position. */
  readonly taskType: (position: number) => number;
  /**
   * Returns the execution time of the task at a position, divided by the execution time of its task type. Null if this
   * ratio is 1 for all tasks.
   */
  readonly length: ((position: number) => number) | null;
  /** Returns the deadline of the task at a position, as a time of the day, s. */
  readonly deadlineS: (position: number) => number;
  /** Number of running tasks on each node. `start` updates it. */
  readonly running: Int32Array;
  /** Number of idle cores on each node that the template allows to use (section 5.4.4). `start` updates it. */
  readonly idleAllowable: Int32Array;
  readonly start: (position: number, node: number, pState: number) => void;
  /** Drops the waiting task at a position. Each task can be started or dropped only once. */
  readonly drop: (position: number) => void;
}

export type Mapper = (event: MappingEvent) => void;

export interface MappingSetup {
  readonly nodes: NodeList;
  readonly tables: TaskTables;
  readonly random: RandomStream;
  /** Choice among equally good nodes: the first, or one at random. */
  readonly ties: 'first' | 'random';
  /** Treatment of waiting tasks whose deadline has passed: they are run nevertheless, or dropped. */
  readonly lateTasks: 'run' | 'drop';
}
