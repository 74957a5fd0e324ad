import type { RandomStream } from '../../../../random/stream.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/** View of a mapping event that a heuristic gets, and the actions it can take. */
export interface MappingEvent {
  readonly nowS: number;
  /** Waiting tasks, earlier arrivals first: type and deadline (moment) by position 0 .. count - 1. */
  readonly count: number;
  readonly taskType: (position: number) => number;
  /** Length relative to its type's; null: 1 throughout. */
  readonly length: ((position: number) => number) | null;
  readonly deadlineS: (position: number) => number;
  /** Tasks that run, by node. Kept up to date by `start`. */
  readonly running: Int32Array;
  /** Idle allowable cores (section 5.4.4), by node. Kept up to date by `start`. */
  readonly idleAllowable: Int32Array;
  /** Start or drop of a waiting task: each position at most once in either. */
  readonly start: (position: number, node: number, pState: number) => void;
  readonly drop: (position: number) => void;
}

export type Mapper = (event: MappingEvent) => void;

export interface MappingSetup {
  readonly nodes: NodeList;
  readonly tables: TaskTables;
  readonly random: RandomStream;
  /** Choices of DayOptions. */
  readonly ties: 'first' | 'random';
  readonly lateTasks: 'run' | 'drop';
}
