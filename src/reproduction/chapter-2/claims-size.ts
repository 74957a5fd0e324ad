import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import { combined, type FigureData } from '../data.js';
import {
  above,
  ALIKE,
  type Answer,
  atLeast,
  atMost,
  average,
  type ByTrial,
  difference,
  isAlike,
  type Notation,
  type Part,
  PERCENT,
  ratio,
  type Test,
  untested,
} from '../rules.js';
import type { Interval } from '../../experiments/statistics.js';
import { withThesisWork } from './budgets.js';
import { chanceAt, compared, QUANTILE, NO_WORSE, SAME_Z, scoreAt, valuesFor } from './data.js';

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
/** Share of a search's total improvement above which it is a lot. */
const HALF = 0.5;

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

/** Rule of the claims on early gains. */
const EARLY_RULE = `of the gain in the quantile of Psi from the founders to the end, the share reached after a sixth of the time: above ${HALF}, for GA and GALS; trials without any gain left out`;

/** Returns for GA and for GALS which share of the gain they make early. */
function early(data: FigureData): Part[] {
  return ['ga', 'gals'].map((method) => {
    const shares = gainedEarly(data, { method });
    if (shares.size === 0) return untested(method, 'no gain over the founders');
    return average(method, shares, (interval) => above(interval, HALF), PERCENT);
  });
}

/** Returns the test of the number of long-hops in runs with as many iterations as in the thesis. */
function longHops(data: FigureData, where: string, test: Test): Part {
  return average(where, valuesFor(data, { method: withThesisWork('tabu') }, 'longHops'), test, COUNT);
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
    rule: `mean Psi of Tabu over that of GALS after a third of the time: within ${100 * ALIKE} % of 1`,
    parts: (data) => {
      const [tabu, gals] = ['tabu', 'gals'].map((method) => valuesFor(data, { method }, chanceAt(MIDDLE_H)));
      return [ratio('a third: tabu over gals', tabu!, gals!, isAlike)];
    },
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
    rule: `quantile of Psi at the end, paired by seed: Tabu - GALS and Tabu - GA ${NO_WORSE}`,
    parts: (data) =>
      ['gals', 'ga'].map((other) =>
        compared(data, `the end: tabu over ${other}`, { method: 'tabu' }, { method: other }, (interval) =>
          atLeast(interval, -SAME_Z),
        ),
      ),
  },
  {
    id: 'no-long-hops-at-large',
    figure: 'fig-2.4',
    says: 'In 72 hours Tabu Search makes no long-hop at large size (Fig. 2.5b).',
    rule: "long-hops in the thesis' 30,000 iterations, mean: at most 0",
    parts: (data) => [longHops(data, 'large', (interval) => atMost(interval, 0))],
  },
  {
    id: 'genetic-gain-early-at-large',
    figure: 'fig-2.4',
    says: 'At large size genetic search improves a lot early and little later (Fig. 2.5b).',
    rule: EARLY_RULE,
    parts: (data) => early(data),
  },
  {
    id: 'long-hops-at-small',
    figure: 'fig-2.5',
    says: 'In 72 hours Tabu Search makes several long-hops at small size.',
    rule: `long-hops in the thesis' 350,000 iterations, mean: at least ${SEVERAL}`,
    parts: (data) => [longHops(data, 'small', (interval) => atLeast(interval, SEVERAL))],
  },
  {
    id: 'tabu-best-in-72-hours',
    figure: 'fig-2.5',
    says: 'At small size Tabu Search is very effective over 72 hours, compared to GALS and GA.',
    rule: 'quantile of Psi at the end, paired by seed: Tabu - GALS and Tabu - GA above 0',
    parts: (data) => ['gals', 'ga'].map((other) => over(data, 'the end', 'score', 'tabu', other)),
  },
  {
    id: 'genetic-gain-early',
    figure: 'fig-2.5',
    says: 'At small size genetic search improves a lot early and little later.',
    rule: EARLY_RULE,
    parts: (data) => early(data),
  },
  {
    id: 'gals-gradual',
    figure: 'fig-2.5',
    says: 'At small size GALS improves gradually over the 72 hours.',
    rule: 'quantile of Psi of GALS, paired by seed: after 24 hours - after 6, after 72 - after 24 above 0',
    parts: (data) =>
      [
        [6, 24],
        [24, 72],
      ].map(([before, after]) => {
        const [first, second] = [before!, after!].map((hour) => valuesFor(data, { method: 'gals' }, scoreAt(hour)));
        const test = (interval: Interval | null): Answer => above(interval, 0);
        return difference(`${after} h over ${before} h`, second!, first!, test, QUANTILE);
      }),
  },
];
