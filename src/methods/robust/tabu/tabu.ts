import { cloneMapping } from '../../../../models/problems/robust/mapping.js';
import type { RobustMethodInput, RobustMethodOutcome } from '../outcome.js';
import { TabuSearch } from './search.js';

export interface TabuOptions {
  /** Local search ends after so many consecutive short-hops ... */
  readonly stallHops: number;
  /** ... that improve the solution by less than this share of it. */
  readonly leastGain: number;
  /** Share of the tasks a long-hop maps anew. */
  readonly hopShare: number;
  /** Share of the tasks by which a long-hop must differ from those before it. */
  readonly leastDifference: number;
  /** So many long-hops are remembered, the latest. */
  readonly remembered: number;
  /** A search whose next long-hop is refused so many times in a row is over. */
  readonly mostRefusals: number;
  /** So is one whose last so many long-hops have led to no better plan. */
  readonly idleLongHops: number;
}

/** As printed in 2.5.5 and appendix B (the first four), with our stop rules. */
export const PRINTED_TABU: TabuOptions = {
  stallHops: 500,
  leastGain: 0.001,
  hopShare: 0.25,
  leastDifference: 0.25,
  remembered: 100,
  mostRefusals: 10,
  idleLongHops: 50,
};

/** Short-hops per step of the run control. */
export const SHORT_HOPS_PER_STEP = 200;

/** `tabu`: local search by short-hops, long-hops to where it has not been (docs/methods/tabu.md). */
export const tabu = (input: RobustMethodInput): Promise<RobustMethodOutcome> => tabuMethod(input, PRINTED_TABU);

/** The same with other settings. */
export async function tabuMethod(input: RobustMethodInput, options: TabuOptions): Promise<RobustMethodOutcome> {
  const search = new TabuSearch(input, options);
  const { best, work } = search;
  const step = (phase: string): Promise<boolean> =>
    input.control.step({ phase, bound: null, incumbent: best.incumbent });
  let over = false;
  let stopped = false;
  while (!over && !stopped) {
    over = search.shortHop() && !search.longHop();
    if (over || work.iterations % SHORT_HOPS_PER_STEP === 0) stopped = await step('short-hops');
  }
  return {
    mapping: cloneMapping(best.mapping),
    certificate: null,
    stoppedEarly: !over,
    warnings: warningsOf(input, search),
    work: { ...work },
  };
}

function warningsOf({ handling }: RobustMethodInput, { best }: TabuSearch): string[] {
  if (best.isFeasible) return [];
  const nearest = 'No plan within the limit was found: the one that breaks it least is given.';
  const limiting = 'Limiting the search space needs a first plan within the limit; try "superiority" or "dynamic".';
  return handling === 'limit' ? [nearest, limiting] : [nearest];
}
