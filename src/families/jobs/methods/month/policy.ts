/**
 * Time for which a bid values a job: its start, as printed in the paper ("its value at the allocation time"), or its
 * predicted completion.
 */
export type ValueAt = 'allocation' | 'completion';

/**
 * Rule for the design point at which a job would start, given a node's number of free cores (its bid):
 * - `atMostBest`: the point with most cores within min(bid, k*); k* is the number of cores of the point with the
 * largest value / energy (text of the paper)
 * - `best`: the point with the largest value / energy within the bid
 * - `fewest`: the point with the least response time within the bid; ties go to the point with fewest cores
 * - `maxBid`: the point with most cores within the bid
 */
export type CoresRule = 'atMostBest' | 'best' | 'fewest' | 'maxBid';

/**
 * Quantity whose largest value decides which job starts next; ties go to the first arrival. 'valueThenEnergy': value,
 * then the least energy. 'net': value minus the cost of energy and cores, which also decides design point and node
 * type.
 */
export type JobOrder = 'value' | 'valueThenEnergy' | 'valuePerEnergy' | 'net';

/** Rules for moving running jobs at checkpoints (Singh et al. 2016, IV-B; docs/jobs/run-time.md). */
export interface Adaptation {
  /** Time between checkpoints, s; longer than the overhead of a check. */
  readonly intervalS: number;
  /**
   * How often a job may move: once in its life ("non-adapted jobs"), or at each checkpoint ("repeated whenever
   * beneficial").
   */
  readonly times: 'once' | 'repeated';
  /**
   * Estimate of a job's remaining time after a move. 'literal': Eq. 3 as printed. 'repaired': the time at pace 1, times
   * the observed pace.
   */
  readonly remaining: 'literal' | 'repaired';
  /**
   * Allowed moves. 'deviation': more cores for late jobs, fewer for early ones. 'both': more or fewer for every job.
   */
  readonly directions: 'deviation' | 'both';
  /**
   * Which move is made. 'best': the best by Eq. 5, or none if the best does not gain (as printed). 'gaining': the best
   * by Eq. 5 among the moves that gain.
   */
  readonly choice: 'best' | 'gaining';
}

/** Prices of energy and cores for the job order 'net' (docs/jobs/run-time.md). */
export interface MonthPrices {
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  /** Price of a core-second. 'none': 0. 'clearing': the price that balances supply with the demand of waiting jobs. */
  readonly cores: 'none' | 'clearing';
  /**
   * How far ahead the supply of core-seconds is counted, s. Null: a quarter of the mean least response time of the jobs
   * that have arrived. Prices of cores are updated after a twelfth of it, at most an hour.
   */
  readonly horizonS: number | null;
}

export interface MonthPolicy {
  readonly order: JobOrder;
  readonly cores: CoresRule;
  readonly valueAt: ValueAt;
  readonly adaptation: Adaptation | null;
  /** Prices for the job order 'net'; null for other orders. */
  readonly prices: MonthPrices | null;
}
