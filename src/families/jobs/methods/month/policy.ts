/** When a bid values a job: now, as printed ("its value at the allocation time"), or at its predicted completion. */
export type ValueAt = 'allocation' | 'completion';

/**
 * Choice of the point a job would be started at, given a node's free cores (its bid):
 * - `atMostBest`: min(bid, k*), k* the number of cores of greatest value / energy (the text of the paper)
 * - `best`: the point of greatest value / energy within the bid
 * - `fewest`: the point of least response time within the bid; of equal ones the one of fewest cores
 * - `maxBid`: the point of most cores within the bid
 */
export type CoresRule = 'atMostBest' | 'best' | 'fewest' | 'maxBid';

/** How the next job to start is chosen, the first on ties. 'net' also chooses point and node type. */
export type JobOrder = 'value' | 'valueThenEnergy' | 'valuePerEnergy' | 'net';

/** Adaptation of running jobs at checkpoints (Singh et al. 2016, IV-B; docs/jobs/run-time.md). */
export interface Adaptation {
  /** Time between checkpoints, s; longer than the overhead of a check. */
  readonly intervalS: number;
  /** How often a job may move: once ("non-adapted jobs"), or at each checkpoint ("repeated whenever beneficial"). */
  readonly times: 'once' | 'repeated';
  /** How the time left after a move is computed: by Eq. 3 as printed, or times the observed pace. */
  readonly remaining: 'literal' | 'repaired';
  /** Allowed moves: more cores for late jobs and fewer for early ones, or both for all. */
  readonly directions: 'deviation' | 'both';
  /**
   * Which move is made. 'best': the best by Eq. 5, or no move if that gains nothing (as printed). 'gaining': the best
   * of those that gain.
   */
  readonly choice: 'best' | 'gaining';
}

/** Prices for the order 'net' (docs/jobs/run-time.md). */
export interface MonthPrices {
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  /** Price of a core-second: 0, or the one that balances supply and demand of waiting jobs. */
  readonly cores: 'none' | 'clearing';
  /** Length of the future time for which supply is counted, s. */
  readonly horizonS: number;
  /** Minimum time between two updates of prices, s. */
  readonly intervalS: number;
}

export interface MonthPolicy {
  readonly order: JobOrder;
  readonly cores: CoresRule;
  readonly valueAt: ValueAt;
  readonly adaptation: Adaptation | null;
  /** Prices for the order 'net'; null for other orders. */
  readonly prices: MonthPrices | null;
}
