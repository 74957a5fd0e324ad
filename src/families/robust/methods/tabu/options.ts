import { PENALTY_WEIGHT } from '../outcome.js';

export interface TabuOptions {
  /** Number of consecutive short-hops with less than `leastGain` of improvement that end local search. */
  readonly stallHops: number;
  /** Relative improvement that those short-hops must reach together. */
  readonly leastGain: number;
  /** Share of the tasks that a long-hop remaps. */
  readonly hopShare: number;
  /** Share of the tasks in which a long-hop must differ from earlier ones. */
  readonly leastDifference: number;
  /** Number of latest long-hops that are remembered. */
  readonly remembered: number;
  /** Number of consecutive refused long-hops that ends the search. */
  readonly mostRefusals: number;
  /** Number of consecutive long-hops without a better plan that ends the search. */
  readonly idleLongHops: number;
  /** Weight c of Eqs. 13 and 14: constant for the static penalty, initial for the dynamic one. */
  readonly penaltyWeight: number;
}

/** Settings as printed in 2.5.5 and appendix B (the first four). The stop rules are ours. */
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
