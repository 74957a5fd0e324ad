import { cloneMapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustMethodRequest, RobustMethodOutcome } from '../outcome.js';
import { PRINTED_TABU, type TabuOptions } from './options.js';
import { TabuSearch } from './search.js';

export { PRINTED_TABU, type TabuOptions } from './options.js';

/** Number of short hops between two checks of the run's limits. */
export const SHORT_HOPS_PER_STEP = 200;

/**
 * Runs method `tabu` (docs/robust/tabu.md), a local search by short hops. When it stalls, a long hop leads to another
 * region.
 */
export function tabu(input: RobustMethodRequest): Promise<RobustMethodOutcome> {
  const { penaltyWeight, stallHops, persist = false } = input.tuning ?? {};
  return tabuMethod(input, {
    ...PRINTED_TABU,
    penaltyWeight: penaltyWeight ?? PRINTED_TABU.penaltyWeight,
    stallHops: stallHops ?? PRINTED_TABU.stallHops,
    ...(persist ? { idleLongHops: Infinity } : {}),
  });
}

export async function tabuMethod(input: RobustMethodRequest, options: TabuOptions): Promise<RobustMethodOutcome> {
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

function warningsOf({ handling }: RobustMethodRequest, { best }: TabuSearch): string[] {
  if (best.isFeasible) return [];
  const nearest = 'No plan within the limit was found: the one that breaks it least is given.';
  const limiting = 'Limiting the search space needs a first plan within the limit; try "superiority" or "dynamic".';
  return handling === 'limit' ? [nearest, limiting] : [nearest];
}
