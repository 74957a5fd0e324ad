import type { Claim } from '../claim.js';
import { levelsOf } from '../data.js';
import { above, atMost, average, type Part, PERCENT } from '../rules.js';
import { localSearchOf, SEARCHES } from './budgets.js';
import { counted, FEASIBLE_FIRST, pairs, PENALTIES } from './claims-handling.js';
import { compared, levelOf, valuesFor } from './data.js';

/** Value up to which Psi counts as poor: an even chance. Our choice; Psi is the probability of the core most likely late. */
const POOR = 0.5;
/** Methods whose claims are judged without a comparison to another method. */
const ALONE = ['min-energy', 'min-min-pmin', 'min-min-pmax'];

/** Claims in the text of sections 2.5 and 2.7 that no figure shows. */
export const TEXT_CLAIMS: readonly Claim[] = [
  {
    id: 'local-search-200-best',
    figure: 'text-2.5',
    says: 'GALS gives the best results with 200 iterations of local search on each offspring.',
    rule: 'quantile of Psi in about the same time, paired by seed: 200 - each other number above 0',
    parts: (data) => {
      const best = localSearchOf();
      return levelsOf(data, 'localSearch')
        .filter((level) => level !== best)
        .map((level) =>
          compared(
            data,
            `${best} over ${level}`,
            { method: 'gals', localSearch: best },
            { method: 'gals', localSearch: level },
            (interval) => above(interval, 0),
          ),
        );
    },
  },
  {
    id: 'balance-feasible',
    figure: 'text-2.7',
    says: 'Min-Min Balance is feasible at 15,500 s and 58 MJ.',
    calibrated: 'The mean times were chosen so that Min-Min Balance keeps 58 MJ.',
    rule: 'yes if its plan keeps the limit in every trial, no if in none',
    parts: (data) => {
      const kept = valuesFor(data, { problem: 'mo-ec', handling: 'dynamic', method: 'min-min-balance' }, 'kept');
      return [counted('min-min-balance', [...kept.values()], (one) => one === 1, 'kept')];
    },
  },
  {
    id: 'greedy-poor',
    figure: 'text-2.7',
    says: 'Min-Energy, Min-Min Pmin and Min-Min Pmax perform poorly by themselves.',
    rule: `mean Psi, 0 where the plan breaks the limit: at most ${POOR}; and quantile of Psi, paired by seed: Min-Min Balance - each above 0`,
    parts: (data) =>
      ALONE.filter((method) => levelsOf(data, 'method').includes(method)).flatMap((method): Part[] => {
        const at = { problem: 'mo-ec', handling: 'dynamic', method };
        const balance = { ...at, method: 'min-min-balance' };
        return [
          average(method, valuesFor(data, at, 'chance'), (interval) => atMost(interval, POOR), PERCENT),
          compared(data, `min-min-balance over ${method}`, balance, at, (interval) => above(interval, 0)),
        ];
      }),
  },
  {
    id: 'eo-mc-same-trends',
    figure: 'text-2.7',
    says: 'For EO-MC the handlings show the same trends: dynamic before static, both before the others.',
    rule: 'quantile of phi, paired by seed: dynamic - static above 0, each penalty - each of the others above 0, for every search that was run',
    parts: (data) => {
      const searches = SEARCHES.filter((method) => levelsOf(data, 'method').includes(levelOf(data, method)));
      return [
        ...pairs(data, searches, ['dynamic'], ['static'], undefined, { problem: 'eo-mc' }),
        ...pairs(data, searches, PENALTIES, FEASIBLE_FIRST, undefined, { problem: 'eo-mc' }),
      ];
    },
  },
];
