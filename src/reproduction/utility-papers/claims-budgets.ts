import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { atLeast, atMost, type ByTrial, difference, greater, type Part, POINTS, ratio, untested } from '../rules.js';
import { bestOf, budgetName, isSetting, meanOf, READINGS, valuesFor } from './data.js';
import { ABSOLUTE_GJ, AWARE, BUDGETS_GJ, META } from './figures.js';
import { NO_BUDGET } from './settings.js';

/**
 * Heuristics of paper 000 that consider utility but not energy, each run with the energy filter "per resource" and
 * without one.
 */
const FILTERED = ['util', 'upt', 'upr'];
/** All heuristics that Fig. 12 of paper 000 compares. */
const ALL = [...AWARE, ...META];
/** Tightest and loosest energy budget in Fig. 12 of paper 000, GJ. */
const [TIGHTEST_GJ, LOOSEST_GJ] = [8, 18];
/** Maximum relative difference from the best heuristic at which a heuristic still counts as best. */
const NEAR = 0.03;

/**
 * Returns the printed energy budgets of the figure's runs, GJ, which depend on the interpretation of the paper
 * (`reading`).
 */
function budgetsOf(data: FigureData): readonly number[] {
  const all = data.reading === READINGS[2] ? ABSOLUTE_GJ : BUDGETS_GJ.full;
  return all.filter((budgetGJ) => isSetting(data, budgetName(data, budgetGJ)));
}

/** Claims of paper 000 about different energy budgets (sections 5.4 and 5.5). */
export const BUDGET_CLAIMS: readonly Claim[] = [
  {
    id: 'tight-budget',
    figure: 'utility-budgets',
    says: 'Within 8 GJ UPE and both metaheuristics earn most.',
    rule: `ratio of mean shares, each over the best mean of all: at least ${1 - NEAR}`,
    parts: (data) => {
      const setting = budgetName(data, TIGHTEST_GJ);
      const of = (method: string): ByTrial => valuesFor(data, setting, method);
      const best = bestOf(ALL, of);
      if (best === undefined) return [untested(setting)];
      return ['upe', ...META].map((method) =>
        ratio(`${setting}: ${method} over ${best}`, of(method), of(best), (interval) => atLeast(interval, 1 - NEAR)),
      );
    },
  },
  {
    id: 'metaheuristics-between',
    figure: 'utility-budgets',
    says: 'At a budget between (15 GJ) the metaheuristics earn more than UPE and UPR.',
    rule: 'share of the maximum, paired by trial: event-based - UPE and - UPR above 0 at the budget between the least and the greatest where the lesser mean of the two is greatest',
    parts: (data) => {
      const between = budgetsOf(data).filter((budgetGJ) => budgetGJ > TIGHTEST_GJ && budgetGJ < LOOSEST_GJ);
      const lead = (setting: string): number =>
        Math.min(
          ...['upe', 'upr'].map(
            (other) => meanOf(valuesFor(data, setting, 'event-based')) - meanOf(valuesFor(data, setting, other)),
          ),
        );
      const settings = between
        .map((budgetGJ) => budgetName(data, budgetGJ))
        .filter((name) => !Number.isNaN(lead(name)));
      if (settings.length === 0) return [untested('budgets between')];
      const setting = settings.reduce((best, one) => (lead(one) > lead(best) ? one : best));
      return ['upe', 'upr'].map((other) =>
        greater(
          `${setting}: event-based over ${other}`,
          valuesFor(data, setting, 'event-based'),
          valuesFor(data, setting, other),
        ),
      );
    },
  },
  {
    id: 'loose-budget',
    figure: 'utility-budgets',
    says: 'Within 18 GJ Util, UPR and the metaheuristics earn most, and UPE least of the utility-aware.',
    rule: 'share of the maximum, paired by trial: each other - UPE above 0',
    parts: (data) => {
      const setting = budgetName(data, LOOSEST_GJ);
      return ALL.filter((method) => method !== 'upe').map((method) =>
        greater(`${setting}: ${method} over upe`, valuesFor(data, setting, method), valuesFor(data, setting, 'upe')),
      );
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
