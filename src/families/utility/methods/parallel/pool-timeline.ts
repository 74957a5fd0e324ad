/**
 * Number of free nodes of one pool from now on. Nodes are assigned permanently to "fixed" tasks, which run or have a
 * decided start, and until the end of the event to place-holders. Moments are in s.
 */
export interface PoolTimeline {
  /** Returns the number of assignments of nodes since the mapping event began. */
  readonly changes: () => number;
  /**
   * Begins a mapping event: removes place-holders (assignments that end with the event) and everything before nowS,
   * which must not decrease.
   */
  readonly begin: (nowS: number) => void;
  /**
   * Returns the earliest start at or after `fromS`, s, at which `nodes` nodes are free for `timeS`. `nodes` must not
   * exceed the number of nodes of the pool.
   */
  readonly earliestS: (nodes: number, timeS: number, fromS: number) => number;
  /**
   * Returns the earliest start at which fixed tasks (running or with a decided start) leave enough nodes free, s. If
   * nodes are chosen when a start is decided, it is only a lower bound, because it ignores which nodes are free.
   */
  readonly earliestFixedS: (nodes: number, timeS: number, fromS: number) => number;
  /** Returns the largest number of free nodes at any moment before untilS. */
  readonly mostFree: (untilS: number) => number;
  /** Assigns nodes permanently to a task from `startS` to `endS`. */
  readonly fix: (startS: number, endS: number, nodes: number) => void;
  /**
   * Assigns nodes until the end of the mapping event (a place-holder). The nodes must be free from `startS` to `endS`;
   * `earliestS` finds such a start.
   */
  readonly hold: (startS: number, endS: number, nodes: number) => void;
}
