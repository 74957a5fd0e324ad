import type { Claim } from '../claim.js';
import { type FigureData, levelsOf, recordsOf } from '../data.js';
import { above, atMost, average, type Part, PERCENT } from '../rules.js';
import { SEARCHES, staticWith, WEIGHTS } from './budgets.js';
import { compared, levelOf, valuesFor } from './data.js';

/** Value up to which Psi counts as poor. Psi is the probability that the core most likely to be late is in time. */
const POOR = 0.5;
/** Methods whose claims are judged without a comparison to another method. */
const ALONE = ['min-energy', 'min-min-pmin', 'min-min-pmax'];
/** Weight of the static penalty that section 2.7 finds best. */
const BEST_WEIGHT = '2';

/** Returns true if the design contains runs of a method with the static penalty of weight BEST_WEIGHT. */
function has(data: FigureData, method: string): boolean {
  return recordsOf(data, { method: levelOf(data, method), handling: staticWith(BEST_WEIGHT) }).length > 0;
}

/** Claims in the text of section 2.7 that no figure shows. */
export const TEXT_CLAIMS: readonly Claim[] = [
  {
    id: 'greedy-poor',
    figure: 'text-2.7',
    says: 'Min-Energy, Min-Min Pmin and Min-Min Pmax perform poorly by themselves.',
    rule: `mean Psi, 0 where the plan breaks the limit: at most ${POOR}; and quantile of Psi, paired by seed: Min-Min Balance - each above 0`,
    parts: (data) =>
      ALONE.filter((method) => levelsOf(data, 'method').includes(method)).flatMap((method): Part[] => {
        const at = { handling: 'dynamic', method };
        const balance = { ...at, method: 'min-min-balance' };
        return [
          average(method, valuesFor(data, at, 'chance'), (interval) => atMost(interval, POOR), PERCENT),
          compared(data, `min-min-balance over ${method}`, balance, at, (interval) => above(interval, 0)),
        ];
      }),
  },
  {
    id: 'weight-2-best',
    figure: 'text-2.7',
    says: 'Of the weights 0.5, 1, 2 and 5 of the static penalty c = 2 gives the best results.',
    rule: 'quantile of Psi, paired by seed: c = 2 - each other weight above 0, for every search',
    parts: (data) =>
      SEARCHES.filter((method) => has(data, method)).flatMap((method) =>
        WEIGHTS.filter((weight) => weight !== BEST_WEIGHT).map((weight) =>
          compared(
            data,
            `${method}: ${BEST_WEIGHT} over ${weight}`,
            { method, handling: staticWith(BEST_WEIGHT) },
            { method, handling: staticWith(weight) },
            (interval) => above(interval, 0),
          ),
        ),
      ),
  },
];
