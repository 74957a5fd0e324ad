import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import {
  atMost,
  average,
  type ByTrial,
  difference,
  greater,
  type Part,
  POINTS,
  type Printed,
  printedShare,
} from '../rules.js';
import { budgetName, isSetting, meanOf, READINGS, valuesFor } from './data.js';
import { ABSOLUTE_GJ, BUDGETS_GJ, META } from './figures.js';
import { NO_BUDGET } from './settings.js';

/**
 * Heuristics of paper 000 that consider utility but not energy, each run with the energy filter "per resource" and
 * without one.
 */
const FILTERED = ['util', 'upt', 'upr'];
/** Tightest and loosest energy budget in Fig. 12 of paper 000, and the one between of which it prints numbers, GJ. */
const [TIGHTEST_GJ, BETWEEN_GJ, LOOSEST_GJ] = [8, 15, 18];
/** Section of paper 000 that prints what is earned within these budgets. */
const AT = '000 section 5.4';

/**
 * Returns the printed energy budgets of the figure's runs, GJ, which depend on the interpretation of the paper
 * (`reading`).
 */
function budgetsOf(data: FigureData): readonly number[] {
  const all = data.reading === READINGS[2] ? ABSOLUTE_GJ : BUDGETS_GJ.full;
  return all.filter((budgetGJ) => isSetting(data, budgetName(data, budgetGJ)));
}

/** Measure in which paper 000 prints shares, as in the rules of claims. */
export const ON_ARRIVAL = 'share of what tasks would earn that started as they arrive';

/** Returns the comparisons "each of the first methods earns more than each of the others". */
function ahead(data: FigureData, setting: string, methods: readonly string[], others: readonly string[]): Part[] {
  return methods.flatMap((method) =>
    others.map((other) =>
      greater(`${setting}: ${method} over ${other}`, valuesFor(data, setting, method), valuesFor(data, setting, other)),
    ),
  );
}

/** Compares what methods earn, measured as in paper 000, with the share that it prints. */
export function earned(data: FigureData, setting: string, methods: readonly string[], printed: Printed): Part[] {
  return methods.map((method) =>
    average(`${setting}: ${method}`, valuesFor(data, setting, method, 'onArrivalShare'), printed),
  );
}

/** Claims of paper 000 about different energy budgets (sections 5.4 and 5.5). */
export const BUDGET_CLAIMS: readonly Claim[] = [
  {
    id: 'tight-budget',
    figure: 'utility-budgets',
    says: 'Within 8 GJ UPE and both metaheuristics earn most, 60 % of the maximum.',
    rule: `share of the maximum, paired by trial: each of the three - each other above 0; ${ON_ARRIVAL}: the printed one`,
    parts: (data) => {
      const setting = budgetName(data, TIGHTEST_GJ);
      return [
        ...ahead(data, setting, ['upe', ...META], ['util', 'upt', 'upr']),
        ...earned(data, setting, ['upe', ...META], printedShare(0.6, AT)),
      ];
    },
  },
  {
    id: 'metaheuristics-between',
    figure: 'utility-budgets',
    says: 'Within 15 GJ the metaheuristics earn 79 % of the maximum, UPE and UPR 74 %.',
    rule: `${ON_ARRIVAL}: the printed ones; paired by trial: each metaheuristic - UPE and - UPR the 5 points between them`,
    parts: (data) => {
      const setting = budgetName(data, BETWEEN_GJ);
      const of = (method: string): ByTrial => valuesFor(data, setting, method, 'onArrivalShare');
      const printed = { value: 0.05, noEffect: 0, words: '79 % less 74 %', notation: POINTS, at: AT };
      const others = ['upe', 'upr'];
      return [
        ...earned(data, setting, META, printedShare(0.79, AT)),
        ...earned(data, setting, others, printedShare(0.74, AT)),
        ...META.flatMap((method) =>
          others.map((other) => difference(`${setting}: ${method} over ${other}`, of(method), of(other), printed)),
        ),
      ];
    },
  },
  {
    id: 'loose-budget',
    figure: 'utility-budgets',
    says: 'Within 18 GJ Util, UPR and the metaheuristics earn most, almost 80 % of the maximum, then UPT, and UPE least of the utility-aware.',
    rule: `share of the maximum, paired by trial: each of the four - UPT and - UPE, and UPT - UPE, above 0; ${ON_ARRIVAL}: the printed one`,
    parts: (data) => {
      const setting = budgetName(data, LOOSEST_GJ);
      const best = ['util', 'upr', ...META];
      return [
        ...ahead(data, setting, best, ['upt', 'upe']),
        ...ahead(data, setting, ['upt'], ['upe']),
        ...earned(data, setting, best, printedShare(0.8, AT)),
      ];
    },
  },
  {
    id: 'filter-helps-when-tight',
    figure: 'utility-budgets',
    says: 'The filter helps only where the budget is below what is drawn without one.',
    rule: 'share of the maximum, paired by trial, with the filter per resource - without: above 0 where the budget is below the mean energy of the same heuristic without a budget, else at most 0',
    parts: (data) =>
      FILTERED.flatMap((method) =>
        budgetsOf(data).flatMap((budgetGJ): Part[] => {
          const setting = budgetName(data, budgetGJ);
          const [plain, filtered] = [setting, budgetName(data, budgetGJ, 'per-resource')];
          if (!isSetting(data, filtered)) return [];
          const budgetJ = meanOf(valuesFor(data, setting, method, 'budgetJ'));
          const isTight = budgetJ < meanOf(valuesFor(data, NO_BUDGET, method, 'energyJ'));
          const where = `${method}, ${setting}, ${isTight ? 'below' : 'above'}`;
          const [own, without] = [valuesFor(data, filtered, method), valuesFor(data, plain, method)];
          if (isTight) return [greater(where, own, without)];
          return [difference(where, own, without, (interval) => atMost(interval, 0), POINTS)];
        }),
      ),
  },
];
