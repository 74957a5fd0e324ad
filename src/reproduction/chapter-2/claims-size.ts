import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import { combined, type FigureData, levelsOf } from '../data.js';
import {
  above,
  atLeast,
  atMost,
  average,
  type ByTrial,
  type Notation,
  type Part,
  PERCENT,
  POINTS,
  untested,
  within,
} from '../rules.js';
import { sizeOf, withThesisWork } from './budgets.js';
import { chanceAt, compared, scoreAt, valuesFor } from './data.js';

/** Maximum difference at which two probabilities count as equal. */
const ALIKE = 0.02;
/** Hour, of the 72 hours of the thesis' searches, up to which a plan counts as found early. */
const EARLY_H = 12;
/**
 * Hour, of the 72 hours of the thesis' searches, that stands for the middle of a search. Our choice: a third of the
 * time.
 */
const MIDDLE_H = 24;
/** Minimum number of long-hops (large diversification moves) that counts as "several". */
const SEVERAL = 2;
/** Notation of mean counts: one decimal. */
const COUNT: Notation = { factor: 1, digits: 1, unit: '' };
/** Minimum share of a search's total improvement that must be reached within EARLY_H hours for the claim to hold. */
const HALF = 0.5;

/** Levels of the limits (energy budget and deadline), by instance. */
const LIMITS: Readonly<Record<string, Cell>> = {
  'spec25-thesis': { budgetMJ: '58', deadlineS: '15500' },
  'spec250-thesis': { budgetMJ: '580', deadlineS: '13500' },
};

function over(data: FigureData, when: string, value: string, better: string, worse: string): Part {
  const where = `${when}: ${better} over ${worse}`;
  return compared(data, where, { method: better }, { method: worse }, (interval) => above(interval, 0), { value });
}

/**
 * Returns for each trial the share of a search's total improvement within EARLY_H hours, without trials that do not
 * improve.
 */
function gainedEarly(data: FigureData, cell: Cell): ByTrial {
  const first = valuesFor(data, cell, scoreAt(0));
  const early = combined(valuesFor(data, cell, scoreAt(EARLY_H)), first, (later, before) => later - before);
  const whole = combined(valuesFor(data, cell), first, (later, before) => later - before);
  const gaining = new Map([...whole].filter(([, gain]) => gain > 1e-9));
  return combined(early, gaining, (part, all) => part / all);
}

/** Claims about the progress of searches over time, on instances of two sizes (Figs. 2.4 and 2.5). */
export const SIZE_CLAIMS: readonly Claim[] = [
  {
    id: 'genetic-first-at-large',
    figure: 'fig-2.4',
    says: 'At large size GA outperforms GALS and GALS outperforms Tabu Search after 12 of 72 hours.',
    rule: 'quantile of Psi after a sixth of the time, paired by seed: GA - GALS, GALS - Tabu and GA - Tabu above 0',
    parts: (data) =>
      [
        ['ga', 'gals'],
        ['gals', 'tabu'],
        ['ga', 'tabu'],
      ].map(([better, worse]) => over(data, 'a sixth', scoreAt(EARLY_H), better!, worse!)),
  },
  {
    id: 'tabu-catches-gals',
    figure: 'fig-2.4',
    says: 'After about 24 of 72 hours Tabu Search obtains results similar to those of GALS.',
    rule: `Psi after a third of the time, paired by seed: the difference within ${100 * ALIKE} points of 0`,
    parts: (data) => [
      compared(
        data,
        'a third: tabu and gals',
        { method: 'tabu' },
        { method: 'gals' },
        (interval) => within(interval, -ALIKE, ALIKE),
        { value: chanceAt(MIDDLE_H), notation: POINTS },
      ),
    ],
  },
  {
    id: 'local-search-last-at-large',
    figure: 'fig-2.4',
    says: 'Over time Tabu Search and GALS outperform GA.',
    rule: 'quantile of Psi at the end, paired by seed: Tabu - GA and GALS - GA above 0',
    parts: (data) => ['tabu', 'gals'].map((method) => over(data, 'the end', 'score', method, 'ga')),
  },
  {
    id: 'tabu-best-at-large-end',
    figure: 'fig-2.4',
    says: 'Given at least 24 hours Tabu Search gives the best results at large size.',
    rule: 'quantile of Psi at the end, paired by seed: Tabu - GALS and Tabu - GA at least 0',
    parts: (data) =>
      ['gals', 'ga'].map((other) =>
        compared(data, `the end: tabu over ${other}`, { method: 'tabu' }, { method: other }, (interval) =>
          atLeast(interval, 0),
        ),
      ),
  },
  {
    id: 'long-hops-by-size',
    figure: 'fig-2.5',
    says: 'In 72 hours Tabu Search makes several long-hops at small size and none at large size.',
    rule: `long-hops in the thesis' 350,000 and 30,000 iterations, mean: at least ${SEVERAL}; at most 0`,
    parts: (data) =>
      levelsOf(data, 'instance').map((instance) => {
        const cell = { instance, ...LIMITS[instance], method: withThesisWork('tabu') };
        const hops = valuesFor(data, cell, 'longHops');
        const size = sizeOf(cell);
        const judge = size === 'large' ? atMost : atLeast;
        return average(size, hops, (interval) => judge(interval, size === 'large' ? 0 : SEVERAL), COUNT);
      }),
  },
  {
    id: 'genetic-gain-early',
    figure: 'fig-2.5',
    says: 'Genetic search improves a lot early and little later.',
    rule: `of the gain in the quantile of Psi from the founders to the end, the share reached after a sixth of the time: above ${HALF}, for GA and GALS at both sizes; trials without any gain left out`,
    parts: (data) =>
      levelsOf(data, 'instance').flatMap((instance) =>
        ['ga', 'gals'].map((method) => {
          const cell = { instance, ...LIMITS[instance], method };
          const where = `${sizeOf(cell)}: ${method}`;
          const shares = gainedEarly(data, cell);
          if (shares.size === 0) return untested(where, 'no gain over the founders');
          return average(where, shares, (interval) => above(interval, HALF), PERCENT);
        }),
      ),
  },
];
