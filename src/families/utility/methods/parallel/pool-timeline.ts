/**
 * Nodes of one pool from now on, with fixed work (running or certain to start) and place-holders that last until the
 * event is over. Moments in s.
 */
export interface PoolTimeline {
  /** Returns the number of fixes and holds since the event began. */
  readonly changes: () => number;
  /** Begins an event: removes held work and everything before nowS, which must not decrease. */
  readonly begin: (nowS: number) => void;
  /**
   * Returns the earliest start at or after fromS at which `nodes` nodes are free for timeS without a break. `nodes` is
   * at most the pool's number.
   */
  readonly earliestS: (nodes: number, timeS: number, fromS: number) => number;
  /**
   * Returns the earliest start given fixed work only. If nodes are chosen early, it may be too early, since individual
   * nodes are ignored.
   */
  readonly earliestFixedS: (nodes: number, timeS: number, fromS: number) => number;
  /** Returns the maximum number of nodes free at a moment before untilS. */
  readonly mostFree: (untilS: number) => number;
  /** Assigns nodes for good. */
  readonly fix: (startS: number, endS: number, nodes: number) => void;
  /** Assigns nodes until the event is over. The nodes must be free from startS to endS, by earliestS. */
  readonly hold: (startS: number, endS: number, nodes: number) => void;
}
