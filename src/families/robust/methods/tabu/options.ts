import { PENALTY_WEIGHT } from '../outcome.js';

export interface TabuOptions {
  /**
   * Number of consecutive short hops over which the gain is measured. If the gain is below `leastGain`, a long hop
   * follows.
   */
  readonly stallHops: number;
  /** Minimum relative gain of `stallHops` consecutive short hops together. */
  readonly leastGain: number;
  /** Fraction of the tasks that a long hop reassigns. */
  readonly hopShare: number;
  /** Fraction of the tasks by which the result of a long hop must differ from each remembered result. */
  readonly leastDifference: number;
  /** Number of latest long-hop results that are kept in the tabu list. */
  readonly remembered: number;
  /** Number of consecutive refused long hops after which the search ends. */
  readonly mostRefusals: number;
  /** Number of consecutive long hops without a better plan after which the search ends. */
  readonly idleLongHops: number;
  /**
   * Weight c of the penalty in Eqs. 13 and 14. It is constant for the static penalty, and the initial value for the
   * dynamic penalty.
   */
  readonly penaltyWeight: number;
}

/**
 * Settings of tabu search. Four are from section 2.5.5 and appendix B of the thesis; the stopping rules are our choice.
 */
export const PRINTED_TABU: TabuOptions = {
  stallHops: 500,
  leastGain: 0.001,
  hopShare: 0.25,
  leastDifference: 0.25,
  remembered: 100,
  mostRefusals: 10,
  idleLongHops: 50,
  penaltyWeight: PENALTY_WEIGHT,
};
