import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import { combined, type FigureData, inWords, levelsOf } from '../data.js';
import { above, average, type ByTrial, difference, type Notation, type Part, untested } from '../rules.js';
import { SEARCHES, withThesisWork } from './budgets.js';
import { compared, isSaturated, QUANTILE, SATURATED, valuesFor } from './data.js';

/** Instance with high affinity: each task has nodes that are faster for it than for other tasks (section 2.7). */
const HIGH = 'spec25-high-affinity';
/** Instance with low affinity: a node that is faster for one task is typically faster for all (section 2.7). */
const LOW = 'spec25-low-affinity';
/**
 * Number of long-hops (large diversification moves of Tabu Search) in the thesis, by the number of hops without
 * improvement that triggers one (appendix B).
 */
export const THESIS_LONG_HOPS: Readonly<Record<string, number>> = { 100: 118, 200: 38, 500: 6, 1000: 2, 1500: 1 };
/** Trigger of long-hops that appendix B finds best, in hops without improvement. */
const BEST = '500';
/** Notation of mean counts: one decimal. */
const COUNT: Notation = { factor: 1, digits: 1, unit: '' };

const stallCell = (stallHops: string, method: string): Cell => ({ stallHops, method });

/** Returns the number of long-hops in each trial, in runs with as many iterations as in the thesis. */
function longHops(data: FigureData, stallHops: string): ByTrial {
  return valuesFor(data, stallCell(stallHops, withThesisWork('tabu')), 'longHops');
}

/** Claims about affinity (Fig. 2.6) and about the trigger of long-hops (appendix B). */
export const ENVIRONMENT_CLAIMS: readonly Claim[] = [
  {
    id: 'affinity-helps',
    figure: 'fig-2.6',
    says: 'All searches perform better at high affinity than at low.',
    rule: 'quantile of Psi, paired by seed: high - low above 0 for every search',
    parts: (data) =>
      SEARCHES.map((method) => {
        const of = (instance: string): Cell => ({ instance, method });
        return compared(data, `${method}: high over low`, of(HIGH), of(LOW), (interval) => above(interval, 0));
      }),
  },
  {
    id: 'affinity-widens',
    figure: 'fig-2.6',
    says: 'At high affinity Tabu Search and GALS exceed GA by far more than at low.',
    rule: 'quantile of Psi less that of GA, paired by seed: high - low above 0, for Tabu and GALS',
    parts: (data) =>
      ['tabu', 'gals'].map((method) => {
        const where = `${method} over ga: high over low`;
        const level = [HIGH, LOW].find((instance) =>
          isSaturated(data, { instance, method }, { instance, method: 'ga' }),
        );
        if (level !== undefined) return untested(where, `${inWords({ instance: level })}: ${SATURATED}`);
        const lead = (instance: string): ByTrial =>
          combined(
            valuesFor(data, { instance, method }),
            valuesFor(data, { instance, method: 'ga' }),
            (own, ga) => own - ga,
          );
        return difference(where, lead(HIGH), lead(LOW), (interval) => above(interval, 0), QUANTILE);
      }),
  },
  {
    id: 'affinity-tabu-best',
    figure: 'fig-2.6',
    says: 'Tabu Search gives the best results at low and at high affinity.',
    rule: 'quantile of Psi, paired by seed: Tabu - GALS and Tabu - GA above 0 in both environments',
    parts: (data) =>
      levelsOf(data, 'instance').flatMap((instance) =>
        ['gals', 'ga'].map((other) =>
          compared(
            data,
            `${inWords({ instance })}: tabu over ${other}`,
            { instance, method: 'tabu' },
            { instance, method: other },
            (interval) => above(interval, 0),
          ),
        ),
      ),
  },
  {
    id: 'fewer-long-hops',
    figure: 'fig-B.1',
    says: 'The later local search is ended, the fewer long-hops there are.',
    rule: "long-hops in the thesis' 29,000 iterations, paired by seed: each criterion - the next above 0",
    parts: (data) => {
      const levels = levelsOf(data, 'stallHops');
      return levels.slice(1).map((later, n) => {
        const earlier = levels[n]!;
        const where = `${earlier} over ${later}`;
        return difference(
          where,
          longHops(data, earlier),
          longHops(data, later),
          (interval) => above(interval, 0),
          COUNT,
        );
      });
    },
  },
  {
    id: 'numbers-of-long-hops',
    figure: 'fig-B.1',
    says: 'There are 118, 38, 6, 2 and 1 long-hops.',
    rule: "mean number in the thesis' 29,000 iterations: the printed one",
    parts: (data) =>
      levelsOf(data, 'stallHops').map((stallHops) => {
        const value = THESIS_LONG_HOPS[stallHops]!;
        const printed = { value, noEffect: 0, lastDigit: 1, notation: COUNT, at: 'appendix B' };
        return average(`ended after ${stallHops} short-hops`, longHops(data, stallHops), printed);
      }),
  },
  {
    id: 'six-long-hops-best',
    figure: 'fig-B.1',
    says: 'Results are best with about six long-hops, ending local search after 500 short-hops.',
    rule: 'quantile of Psi, paired by seed: 500 - each other criterion above 0',
    parts: (data) =>
      levelsOf(data, 'stallHops')
        .filter((stallHops) => stallHops !== BEST)
        .map((stallHops): Part => {
          const where = `${BEST} over ${stallHops}`;
          return compared(data, where, stallCell(BEST, 'tabu'), stallCell(stallHops, 'tabu'), (interval) =>
            above(interval, 0),
          );
        }),
  },
];
