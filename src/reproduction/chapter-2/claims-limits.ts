import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import { type FigureData, inWords, levelsOf, planSeries } from '../data.js';
import {
  above,
  ALIKE,
  atLeast,
  atMost,
  average,
  type ByTrial,
  isAlike,
  type Part,
  PERCENT,
  ratio,
  type Test,
  untested,
} from '../rules.js';
import { compared, NO_WORSE, SAME_Z, standIn, valuesFor } from './data.js';

/** Half of the last digit of a probability that the thesis prints with one digit, such as 0.0 and 1.0. */
const HALF_DIGIT = 0.05;
/** Probability from which on a bar of the thesis' figures is told from 0.0. */
const SEEN = HALF_DIGIT;
/** Minimum phi (energy-robustness) that exceeds the 0.9 asked for, in the digits that the thesis prints. */
const UNUSED_PHI = 0.95;
/** Share of the tasks above which they are most of them. */
const MOST = 0.5;
/** Energy budget above which the thesis calls the limit easy, MJ. */
const EASY_MJ = 60;
/** Deadline above which the thesis calls the limit easy, s. */
const EASY_S = 16_200;
/**
 * Largest energy budget, MJ, at which the thesis' search reaches a Psi of only 0, by search. Psi is the probability
 * that the core most likely to be late is in time.
 */
const NOTHING_UP_TO_MJ = { gals: 53, ga: 55 } as const;
/**
 * Smallest energy budget, MJ, at which the thesis' Tabu Search reaches a Psi above 0. Psi is the probability that the
 * core most likely to be late is in time.
 */
const FIRST_OF_TABU_MJ = 51;

/**
 * Returns a cell for each level of a factor that `keep` accepts. A cell states the level of this factor and of no
 * other.
 */
function along(data: FigureData, factor: string, keep: (level: number) => boolean = () => true): Cell[] {
  return levelsOf(data, factor)
    .filter((level) => keep(Number(level)))
    .map((level) => ({ [factor]: level }));
}

/**
 * Returns comparisons of Tabu Search and of GALS with the GA, one for each level of a factor, without levels at which
 * both probabilities are too small to be seen in a figure.
 */
function localSearchOverGa(data: FigureData, factor: string): Part[] {
  return along(data, factor).flatMap((at) =>
    ['tabu', 'gals'].flatMap((method) => {
      const chances = [method, 'ga'].flatMap((one) => [...valuesFor(data, { ...at, method: one }, 'chance').values()]);
      if (!chances.some((chance) => chance >= SEEN)) return [];
      const where = `${inWords(at)}: ${method} over ga`;
      return [compared(data, where, { ...at, method }, { ...at, method: 'ga' }, (interval) => above(interval, 0))];
    }),
  );
}

/** Returns comparisons of Tabu Search and GALS, one for each level of a factor above `from`. */
function alike(data: FigureData, factor: string, from: number): Part[] {
  return along(data, factor, (level) => level > from).map((at) => {
    const [tabu, gals] = ['tabu', 'gals'].map((method) => valuesFor(data, { ...at, method }, 'chance'));
    return ratio(`${inWords(at)}: tabu over gals`, tabu!, gals!, isAlike);
  });
}

/** Returns the means of a value of plans within the limit, one for each level of a factor above `from` and method. */
function meansAbove(
  data: FigureData,
  factor: string,
  from: number,
  methods: readonly string[],
  value: string,
  test: Test,
): Part[] {
  return along(data, factor, (level) => level > from).flatMap((at) =>
    methods.map((method) => {
      const where = `${inWords(at)}: ${method}`;
      const values = planSeries(data, standIn(data, { ...at, method }), value);
      return values.size === 0 ? untested(where, 'no plan within the limit') : average(where, values, test, PERCENT);
    }),
  );
}

/**
 * Returns for each trial the share of a factor's levels at which the first method has the greater score (normal
 * quantile of the maximized probability).
 */
function shareAhead(data: FigureData, factor: string, first: string, second: string): ByTrial {
  const levels = along(data, factor).map((at) => ({
    first: valuesFor(data, { ...at, method: first }),
    second: valuesFor(data, { ...at, method: second }),
  }));
  const trials = [...(levels[0]?.first.keys() ?? [])].filter((trial) =>
    levels.every((level) => level.first.has(trial) && level.second.has(trial)),
  );
  return new Map(
    trials.map((trial) => {
      const ahead = levels.filter((level) => level.first.get(trial)! > level.second.get(trial)!).length;
      return [trial, ahead / levels.length];
    }),
  );
}

/** Claims about energy budgets and deadlines (Figs. 2.2 and 2.3). */
export const LIMIT_CLAIMS: readonly Claim[] = [
  {
    id: 'tabu-best-budgets',
    figure: 'fig-2.2',
    says: 'Tabu Search obtains the best solutions at all energy budgets.',
    rule: `quantile of Psi, paired by seed: Tabu - GALS, GA and Min-Min Balance ${NO_WORSE}, at every budget`,
    parts: (data) =>
      along(data, 'budgetMJ').flatMap((at) =>
        ['gals', 'ga', 'min-min-balance'].map((other) =>
          compared(
            data,
            `${inWords(at)}: tabu over ${other}`,
            { ...at, method: 'tabu' },
            { ...at, method: other },
            (interval) => atLeast(interval, -SAME_Z),
          ),
        ),
      ),
  },
  {
    id: 'local-search-over-ga-budgets',
    figure: 'fig-2.2',
    says: 'Tabu Search and GALS outperform GA.',
    rule: `quantile of Psi, paired by seed: Tabu - GA and GALS - GA above 0 at every budget at which one of the two has a Psi of at least ${SEEN} in a trial`,
    parts: (data) => localSearchOverGa(data, 'budgetMJ'),
  },
  {
    id: 'tight-budgets',
    figure: 'fig-2.2',
    says: 'Tabu Search has a Psi above 0 from 51 MJ on; GALS has none up to 53 MJ, GA none up to 55 MJ.',
    rule: `mean Psi, 0 where no plan keeps the limit: Tabu's at 51 MJ above ${SEEN}; the others' up to there at most ${SEEN}`,
    parts: (data) => {
      const part = (at: Cell, method: string, judge: typeof above): Part =>
        average(
          `${inWords(at)}: ${method}`,
          valuesFor(data, { ...at, method }, 'chance'),
          (interval) => judge(interval, SEEN),
          PERCENT,
        );
      return [
        ...along(data, 'budgetMJ', (level) => level === FIRST_OF_TABU_MJ).map((at) => part(at, 'tabu', above)),
        ...(['gals', 'ga'] as const).flatMap((method) =>
          along(data, 'budgetMJ', (level) => level <= NOTHING_UP_TO_MJ[method]).map((at) => part(at, method, atMost)),
        ),
      ];
    },
  },
  {
    id: 'tight-budgets-keep',
    figure: 'fig-2.2',
    says: 'At budgets up to 53 MJ for GALS and 55 MJ for GA their plans have an energy-robustness of 1.0.',
    rule: `mean phi of plans within the limit: at least ${1 - HALF_DIGIT}`,
    parts: (data) =>
      (['gals', 'ga'] as const).flatMap((method) =>
        along(data, 'budgetMJ', (level) => level <= NOTHING_UP_TO_MJ[method]).map((at) => {
          const where = `${inWords(at)}: ${method}`;
          const phi = planSeries(data, standIn(data, { ...at, method }), 'phi');
          if (phi.size === 0) return untested(where, 'no plan within the limit');
          return average(where, phi, (interval) => atLeast(interval, 1 - HALF_DIGIT), PERCENT);
        }),
      ),
  },
  {
    id: 'energy-left-unused',
    figure: 'fig-2.2',
    says: 'Above 60 MJ Min-Min Balance leaves energy unused: its energy-robustness exceeds the 0.9 asked for.',
    calibrated: 'The calibrations of Fig. 2.2 are those at which Min-Min Balance takes 60 MJ.',
    rule: `mean phi of plans within the limit: above ${UNUSED_PHI}`,
    parts: (data) =>
      meansAbove(data, 'budgetMJ', EASY_MJ, ['min-min-balance'], 'phi', (interval) => above(interval, UNUSED_PHI)),
  },
  {
    id: 'energy-left-unused-ga',
    figure: 'fig-2.2',
    says: 'Above 60 MJ GA leaves energy unused as well.',
    calibrated:
      'Min-Min Balance is among its founders, and the calibrations are those at which that leaves energy unused.',
    rule: `mean phi of plans within the limit: above ${UNUSED_PHI}`,
    parts: (data) => meansAbove(data, 'budgetMJ', EASY_MJ, ['ga'], 'phi', (interval) => above(interval, UNUSED_PHI)),
  },
  {
    id: 'most-fastest',
    figure: 'fig-2.2',
    says: 'Above 60 MJ most tasks of Tabu Search and GALS run in P-state 0.',
    rule: `mean share of the tasks in P-state 0, of plans within the limit: above ${MOST}`,
    parts: (data) =>
      meansAbove(data, 'budgetMJ', EASY_MJ, ['tabu', 'gals'], 'fastestShare', (interval) => above(interval, MOST)),
  },
  {
    id: 'alike-above-60',
    figure: 'fig-2.2',
    says: 'Above 60 MJ GALS and Tabu Search perform alike.',
    rule: `mean Psi of Tabu over that of GALS: within ${100 * ALIKE} % of 1`,
    parts: (data) => alike(data, 'budgetMJ', EASY_MJ),
  },
  {
    id: 'local-search-over-ga-deadlines',
    figure: 'fig-2.3',
    says: 'For EO-MC too Tabu Search and GALS outperform GA.',
    rule: 'quantile of phi, paired by seed: Tabu - GA and GALS - GA above 0 at every deadline',
    parts: (data) =>
      along(data, 'deadlineS').flatMap((at) =>
        ['tabu', 'gals'].map((method) =>
          compared(data, `${inWords(at)}: ${method} over ga`, { ...at, method }, { ...at, method: 'ga' }, (interval) =>
            above(interval, 0),
          ),
        ),
      ),
  },
  {
    id: 'tabu-over-gals-deadlines',
    figure: 'fig-2.3',
    says: 'Tabu Search outperforms GALS at most deadlines.',
    rule: "share of deadlines at which Tabu's quantile of phi is greater than that of GALS, by trial: above one half",
    parts: (data) => [
      average(
        `${levelsOf(data, 'deadlineS').length} deadlines`,
        shareAhead(data, 'deadlineS', 'tabu', 'gals'),
        (interval) => above(interval, 0.5),
        PERCENT,
      ),
    ],
  },
  {
    id: 'alike-above-16200',
    figure: 'fig-2.3',
    says: 'At deadlines over 16,200 s GALS and Tabu Search perform alike.',
    rule: `mean phi of Tabu over that of GALS: within ${100 * ALIKE} % of 1`,
    parts: (data) => alike(data, 'deadlineS', EASY_S),
  },
  {
    id: 'most-slowest',
    figure: 'fig-2.3',
    says: 'At deadlines over 16,200 s most tasks of Tabu Search and GALS run in the lowest-power P-states.',
    rule: `mean share of the tasks in the slowest P-state of their node, of plans within the limit: above ${MOST}`,
    parts: (data) =>
      meansAbove(data, 'deadlineS', EASY_S, ['tabu', 'gals'], 'slowestShare', (interval) => above(interval, MOST)),
  },
];
