import type { RandomStream } from '../../../../random/stream.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/** What a heuristic sees at a mapping event, and the actions it can take. */
export interface MappingEvent {
  readonly nowS: number;
  /** Number of waiting tasks. Next: by position 0 .. count - 1, earlier arrivals first, type and deadline (moment). */
  readonly count: number;
  readonly taskType: (position: number) => number;
  /** Length of a task relative to its type's; null if all are 1. */
  readonly length: ((position: number) => number) | null;
  readonly deadlineS: (position: number) => number;
  /** Number of tasks that run, by node. Updated by `start`. */
  readonly running: Int32Array;
  /** Number of idle allowable cores (section 5.4.4), by node. Updated by `start`. */
  readonly idleAllowable: Int32Array;
  /** Starts a waiting task. */
  readonly start: (position: number, node: number, pState: number) => void;
  /** Drops a waiting task. Each position can be started or dropped once. */
  readonly drop: (position: number) => void;
}

export type Mapper = (event: MappingEvent) => void;

export interface MappingSetup {
  readonly nodes: NodeList;
  readonly tables: TaskTables;
  readonly random: RandomStream;
  /** Options of the simulated day. */
  readonly ties: 'first' | 'random';
  readonly lateTasks: 'run' | 'drop';
}
