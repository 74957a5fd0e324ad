/**
 * Nodes of one pool from the present moment on, with work that is fixed (it runs, or will start in any case) and work
 * that only holds its place until the event is over. Moments in s.
 */
export interface PoolTimeline {
  /** Returns the number of fixes and holds since the event began. */
  readonly changes: () => number;
  /** Begins an event: held work is removed, and everything before nowS is forgotten. nowS never goes back. */
  readonly begin: (nowS: number) => void;
  /**
   * Returns the earliest start, from fromS (the present or later) on, at which `nodes` nodes are free for timeS without
   * a break. `nodes` is at most the pool's.
   */
  readonly earliestS: (nodes: number, timeS: number, fromS: number) => number;
  /**
   * Returns the earliest start beside fixed work alone; if nodes are chosen early it may be earlier than the nodes
   * themselves allow.
   */
  readonly earliestFixedS: (nodes: number, timeS: number, fromS: number) => number;
  /** Returns the maximum number of nodes free at a moment before untilS. */
  readonly mostFree: (untilS: number) => number;
  /** Assigns nodes for good. */
  readonly fix: (startS: number, endS: number, nodes: number) => void;
  /** Assigns nodes until the event is over. The nodes must be free from startS to endS, by earliestS. */
  readonly hold: (startS: number, endS: number, nodes: number) => void;
}
