import { PENALTY_WEIGHT } from '../outcome.js';

export interface TabuOptions {
  /** Number of consecutive short-hops with less than `leastGain` of improvement after which local search ends. */
  readonly stallHops: number;
  /** Share of a solution by which those short-hops together must improve it. */
  readonly leastGain: number;
  /** Share of the tasks that a long-hop maps anew. */
  readonly hopShare: number;
  /** Share of the tasks by which a long-hop must differ from those before it. */
  readonly leastDifference: number;
  /** Number of long-hops that are remembered, the latest ones. */
  readonly remembered: number;
  /** Number of refusals in a row of the next long-hop after which the search ends. */
  readonly mostRefusals: number;
  /** Number of long-hops in a row without a better plan after which the search ends. */
  readonly idleLongHops: number;
  /** Weight c of Eqs. 13 and 14: of the static penalty, and the first one of the dynamic penalty. */
  readonly penaltyWeight: number;
}

/** Settings as printed in 2.5.5 and appendix B (the first four), with our stop rules. */
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
