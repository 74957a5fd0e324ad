/** Moment at which a bid values a job: now, as the paper prints it ("its value at the allocation time"), or its predicted completion. */
export type ValueAt = 'allocation' | 'completion';

/**
 * Choice of the point a job would be started at, given a node's free cores (its bid):
 * - `atMostBest`: min(bid, k*), k* the number of cores of greatest value / energy (the text of the paper)
 * - `best`: the point of greatest value / energy within the bid
 * - `fewest`: the point of least response time within the bid; of equal ones the one of fewest cores
 * - `maxBid`: the point of most cores within the bid
 */
export type CoresRule = 'atMostBest' | 'best' | 'fewest' | 'maxBid';

/**
 * How the job to be started next is chosen; of equal ones the first. `net` chooses the point and the node type as well.
 */
export type JobOrder = 'value' | 'valueThenEnergy' | 'valuePerEnergy' | 'net';

/** Adaptation of running jobs at checkpoints (Singh et al. 2016, IV-B; docs/jobs/run-time.md). */
export interface Adaptation {
  /** Time between checkpoints, s; above the overhead of a check. */
  readonly intervalS: number;
  /** Number of moves of a job: one at most ("non-adapted jobs"), or one at each checkpoint ("repeated whenever beneficial"). */
  readonly times: 'once' | 'repeated';
  /** How the remaining time after a move is computed: as Eq. 3 is printed, or times the pace that progress shows. */
  readonly remaining: 'literal' | 'repaired';
  /** Directions of moves: to more cores for late jobs and fewer for early ones, or both for all jobs. */
  readonly directions: 'deviation' | 'both';
  /**
   * Which move is made: the best by Eq. 5, or none if that gains nothing (as printed); or the best of those that gain.
   */
  readonly choice: 'best' | 'gaining';
}

/** Prices of the order `net`. docs/jobs/run-time.md. */
export interface MonthPrices {
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  /** Price of a core-second: 0, or the one that clears the jobs that wait. */
  readonly cores: 'none' | 'clearing';
  /** Length of the time ahead for which supply is counted, s. */
  readonly horizonS: number;
  /** Least time between two updates of prices, s. */
  readonly intervalS: number;
}

export interface MonthPolicy {
  readonly order: JobOrder;
  readonly cores: CoresRule;
  readonly valueAt: ValueAt;
  readonly adaptation: Adaptation | null;
  /** Prices, which the order `net` needs; null for the others. */
  readonly prices: MonthPrices | null;
}
