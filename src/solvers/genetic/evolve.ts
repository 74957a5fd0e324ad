import type { GeneticSearch } from './search.js';

export interface EvolveOptions<G> {
  /** Called after every `advancesPerStep` founders or generations (`advance`). Resolves to true to end the search. */
  readonly step: (search: GeneticSearch<G>) => Promise<boolean>;
  readonly advancesPerStep: number;
  /**
   * Number of founders (members of the initial population) made between two calls of `step` (default: advancesPerStep).
   * Useful if a founder takes longer than a generation.
   */
  readonly foundersPerStep?: number;
  /** The search ends if the best objective gains less than `leastRelativeGain` in this many generations. */
  readonly stallGenerations: number;
  readonly leastRelativeGain: number;
  readonly mostGenerations?: number;
}

export type EvolveEnd = 'stopped' | 'stalled' | 'mostGenerations';

/** Runs a genetic search until one of the options ends it. Returns why the search ended. */
export async function evolve<G>(search: GeneticSearch<G>, options: EvolveOptions<G>): Promise<EvolveEnd> {
  const {
    advancesPerStep,
    foundersPerStep = advancesPerStep,
    stallGenerations,
    leastRelativeGain,
    mostGenerations = Infinity,
  } = options;
  let reference: number | null = null;
  let since = 0;
  for (;;) {
    const advances = search.founding ? foundersPerStep : advancesPerStep;
    for (let n = 0; n < advances; n++) {
      if (search.counters.generations >= mostGenerations && !search.founding) return 'mostGenerations';
      search.advance();
    }
    if (await options.step(search)) return 'stopped';
    const value = search.incumbent?.score.objective ?? null;
    if (value !== null && (reference === null || value > reference + leastRelativeGain * Math.abs(reference))) {
      reference = value;
      since = search.counters.generations;
    } else if (search.counters.generations - since >= stallGenerations) return 'stalled';
  }
}
