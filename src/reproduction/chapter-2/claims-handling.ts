import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { above, atLeast, type Part, within } from '../rules.js';
import { SEARCHES } from './budgets.js';
import { compared, valuesFor } from './data.js';

/** Levels of the factor "handling" that penalize violated constraints in the objective. */
const PENALTIES = ['dynamic', 'static'];
/** Levels of the factor "handling" that rank every feasible plan above all infeasible ones. */
const FEASIBLE_FIRST = ['superiority', 'limit'];
/**
 * Maximum difference at which two normal quantiles count as equal. Our choice: a tenth of a standard deviation of the
 * finish time.
 */
const ALIKE_Z = 0.1;

/** All levels of the factor "handling" that the claims compare. */
const HANDLINGS = [...PENALTIES, ...FEASIBLE_FIRST];

function pairs(
  data: FigureData,
  methods: readonly string[],
  better: readonly string[],
  worse: readonly string[],
  judge: Parameters<typeof compared>[4] = (interval) => above(interval, 0),
): Part[] {
  return methods.flatMap((method) =>
    better.flatMap((first) =>
      worse.map((second) => {
        const of = (handling: string): Cell => ({ method, handling });
        return compared(data, `${method}: ${first} over ${second}`, of(first), of(second), judge);
      }),
    ),
  );
}

/** Claims about how searches handle violated constraints (Fig. 2.1). */
export const HANDLING_CLAIMS: readonly Claim[] = [
  {
    id: 'dynamic-best',
    figure: 'fig-2.1',
    says: 'The dynamic penalty function performs best.',
    rule: 'quantile of Psi, paired by seed: dynamic - each other handling above 0, for every search',
    parts: (data) => pairs(data, SEARCHES, ['dynamic'], ['static', ...FEASIBLE_FIRST]),
  },
  {
    id: 'dynamic-over-static',
    figure: 'fig-2.1',
    says: 'Adapting the weight finds solutions no worse than the static penalty.',
    rule: 'quantile of Psi, paired by seed: dynamic - static at least 0, for every search',
    parts: (data) => pairs(data, SEARCHES, ['dynamic'], ['static'], (interval) => atLeast(interval, 0)),
  },
  {
    id: 'penalties-over-feasible-first',
    figure: 'fig-2.1',
    says: 'Superiority of feasible solutions and limiting the search space are worse than the penalty functions.',
    rule: 'quantile of Psi, paired by seed: each penalty - each of the two above 0, for every search',
    parts: (data) => pairs(data, SEARCHES, PENALTIES, FEASIBLE_FIRST),
  },
  {
    id: 'limit-is-superiority',
    figure: 'fig-2.1',
    says: 'For Tabu Search limiting the search space is the same as superiority of feasible solutions.',
    decidedBy: 'a long-hop beyond the limit is drawn again under one and a new start under the other',
    rule: `quantile of Psi, paired by seed: the difference within ${ALIKE_Z} of 0`,
    parts: (data) =>
      pairs(data, ['tabu'], ['limit'], ['superiority'], (interval) => within(interval, -ALIKE_Z, ALIKE_Z)),
  },
  {
    id: 'limit-worst-genetic',
    figure: 'fig-2.1',
    says: 'For GALS and GA limiting the search space performs worst.',
    rule: 'quantile of Psi, paired by seed: each other handling - limit above 0',
    parts: (data) => pairs(data, ['gals', 'ga'], [...PENALTIES, 'superiority'], ['limit']),
  },
  {
    id: 'all-keep-energy',
    figure: 'fig-2.1',
    says: 'All searches and handlings meet the energy-robustness constraint.',
    rule: 'yes if the plan keeps it in every trial, no if in none',
    parts: (data) =>
      SEARCHES.flatMap((method) =>
        HANDLINGS.map((handling): Part => {
          const kept = [...valuesFor(data, { method, handling }, 'kept').values()];
          const count = kept.filter((one) => one === 1).length;
          const where = `${method}: ${handling}`;
          if (kept.length === 0) return { where, figure: 'nothing to count', answer: 'untested' };
          const answer = count === kept.length ? 'yes' : count === 0 ? 'no' : 'open';
          return { where, figure: `kept in ${count} of ${kept.length} trials`, answer };
        }),
      ),
  },
];
