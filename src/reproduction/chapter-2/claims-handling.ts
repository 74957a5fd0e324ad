import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { above, atLeast, type Part, same, untested } from '../rules.js';
import { GREEDY_SEEDS, POPULATION, SEARCHES, staticWith, WEIGHTS } from './budgets.js';
import { compared, isSaturated, NO_WORSE, SAME_Z, SATURATED, valuesFor } from './data.js';

/** Levels of the factor "handling" that penalize violated constraints in the objective. */
export const PENALTIES = ['dynamic', 'static'];
/** Levels of the factor "handling" that rank every feasible plan above all infeasible ones. */
export const FEASIBLE_FIRST = ['superiority', 'limit'];
/** Weight of the static penalty that section 2.7 finds best. */
const BEST_WEIGHT = '2';

/** Levels of the factor "handling" that Fig. 2.1 shows. */
const HANDLINGS = [...PENALTIES, ...FEASIBLE_FIRST];

/** Returns comparisons of each better handling with each worse one, for each method, in the cells that match `at`. */
export function pairs(
  data: FigureData,
  methods: readonly string[],
  better: readonly string[],
  worse: readonly string[],
  judge: Parameters<typeof compared>[4] = (interval) => above(interval, 0),
  at: Cell = {},
): Part[] {
  return methods.flatMap((method) =>
    better.flatMap((first) =>
      worse.map((second) => {
        const of = (handling: string): Cell => ({ ...at, method, handling });
        return compared(data, `${method}: ${first} over ${second}`, of(first), of(second), judge);
      }),
    ),
  );
}

/** Returns true if the design contains runs of a search with another weight than the printed one. */
function hasWeights(data: FigureData, method: string): boolean {
  return valuesFor(data, { method, handling: staticWith(WEIGHTS[0]) }).size > 0;
}

/**
 * Returns for each pair of handlings, but superiority and limit, and for GALS and GA whether the difference of the pair
 * has the sign that it has for Tabu Search.
 */
function alikeOverSearches(data: FigureData): Part[] {
  const of = (method: string): Part[] => [
    ...pairs(data, [method], ['dynamic'], ['static']),
    ...pairs(data, [method], PENALTIES, FEASIBLE_FIRST),
  ];
  const [tabu, gals, ga] = SEARCHES.map(of);
  return [gals!, ga!].flatMap((own) => own.map((part, n) => sameSign(part, tabu![n]!)));
}

/** Returns the comparison of the answers to "is it above 0?" of two comparisons: do both say yes, or both no? */
function sameSign(one: Part, other: Part): Part {
  const answers = [one.answer, other.answer];
  const answer = (['untested', 'open'] as const).find((found) => answers.includes(found));
  const [where, figure] = [`${one.where}; ${other.where}`, `${one.figure}; ${other.figure}`];
  const [first, second] = [one.atLevel, other.atLevel];
  return {
    where,
    figure,
    answer: answer ?? (one.answer === other.answer ? 'yes' : 'no'),
    ...(first === undefined || second === undefined
      ? {}
      : { atLevel: (level: number) => sameSign(first(level), second(level)) }),
  };
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
    rule: `quantile of Psi, paired by seed: dynamic - static ${NO_WORSE}, for every search`,
    parts: (data) => pairs(data, SEARCHES, ['dynamic'], ['static'], (interval) => atLeast(interval, -SAME_Z)),
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
    rule: 'Psi, paired by seed: the difference within half a point of 0, as where sources say "the same"',
    parts: (data) => {
      const [limit, superiority] = ['limit', 'superiority'].map((handling): Cell => ({ method: 'tabu', handling }));
      const where = 'tabu: limit and superiority';
      if (isSaturated(data, limit!, superiority!, 'chance')) return [untested(where, SATURATED)];
      return [same(where, valuesFor(data, limit!, 'chance'), valuesFor(data, superiority!, 'chance'))];
    },
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
          return counted(`${method}: ${handling}`, kept, (one) => one === 1, 'kept');
        }),
      ),
  },
  {
    id: 'handlings-alike',
    figure: 'fig-2.1',
    says: 'The heuristics show similar trends for the methods of constrained optimization.',
    rule: 'quantile of Psi, paired by seed: the difference of a penalty and another handling, dynamic and static penalty among them, has the same sign for GALS and for GA as for Tabu; open where one of the two intervals holds 0',
    parts: alikeOverSearches,
  },
  {
    id: 'weight-2-best',
    figure: 'fig-2.1',
    says: 'Of the weights 0.5, 1, 2 and 5 of the static penalty c = 2 gives the best results.',
    rule: 'quantile of Psi, paired by seed: c = 2 - each other weight above 0, for every search that was run with them',
    parts: (data) =>
      SEARCHES.filter((method) => hasWeights(data, method)).flatMap((method) =>
        WEIGHTS.filter((weight) => weight !== BEST_WEIGHT).map((weight) =>
          compared(
            data,
            `${method}: ${BEST_WEIGHT} over ${weight}`,
            { method, handling: 'static' },
            { method, handling: staticWith(weight) },
            (interval) => above(interval, 0),
          ),
        ),
      ),
  },
  {
    id: 'founders-feasible',
    figure: 'fig-2.1',
    says: 'Limiting the search space, the technique of appendix C makes initial populations that are feasible.',
    rule: `candidates made for a population of ${POPULATION}, ${GREEDY_SEEDS} of them greedy plans: yes if at most that many were rejected in every trial, no if more were in every trial`,
    parts: (data) =>
      ['gals', 'ga'].map((method): Part => {
        const made = [...valuesFor(data, { method, handling: 'limit' }, 'founders').values()];
        const most = POPULATION + GREEDY_SEEDS;
        return counted(method, made, (one) => one <= most, `at most ${GREEDY_SEEDS} rejected`);
      }),
  },
];

/** Returns the part that counts in how many trials something is so: yes if in all of them, no if in none. */
export function counted(where: string, values: readonly number[], isSo: (value: number) => boolean, so: string): Part {
  if (values.length === 0) return untested(where, 'nothing to count');
  const count = values.filter(isSo).length;
  const answer = count === values.length ? 'yes' : count === 0 ? 'no' : 'open';
  return { where, figure: `${so} in ${count} of ${values.length} trials`, answer };
}
