import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { foundingSteps, isSearch, methodOf, secondsOf, type Size, sizeOf } from './budgets.js';

/** Factor by which the time estimate assumes a core to be slower than the development machine. */
const SLOWER = 1.5;
/** Time of a trial in addition to the search (drawing task times, building the model, checking) on a slow core, s. */
const AROUND_S: Readonly<Record<Size, number>> = { small: 0.8, large: 4 };
/** Time of a step of `--work-limit` that makes ten members of the initial population, s, by size of the instance. */
const FOUNDING_STEP_S: Readonly<Record<Size, number>> = { small: 0.02, large: 0.5 };
/**
 * Time of the additional short run of trials that reject infeasible candidates (handling "limit"), s, by size of the
 * instance. It counts the candidates drawn for the initial population.
 */
const SHORT_RUN_S: Readonly<Record<Size, number>> = { small: 3, large: 10 };
/**
 * Time of a trial of each method that is no search, s, by size of the instance. Measured on the development machine and
 * rounded.
 */
const OTHERS_S: Readonly<Record<string, Readonly<Record<Size, number>>>> = {
  lagrange: { small: 7, large: 80 },
  'min-min-balance': { small: 0.2, large: 2 },
  'min-energy': { small: 0.1, large: 1 },
  'min-min-pmin': { small: 0.2, large: 2 },
  'min-min-pmax': { small: 0.2, large: 2 },
};

/** Expected times of chapter 2's trials, for the time estimate before a run. */
export const ROBUST_PACE: Pace = {
  kindOf: (cell) => `${sizeOf(cell)}, ${cell['method']!}${handled(cell)}`,
  firstGuessS,
};

/**
 * Returns a suffix for the name of a kind of trials. Trials with the handling "limit" are their own kind, because they
 * need an additional short run.
 */
function handled({ handling }: Cell): string {
  return handling === 'limit' ? ', limit' : '';
}

function firstGuessS({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): number {
  const level = cell['method']!;
  const size = sizeOf(cell);
  const { method } = methodOf(level);
  if (!isSearch(method)) return AROUND_S[size] + (OTHERS_S[method]?.[size] ?? 10);
  const founding = foundingSteps(method) * FOUNDING_STEP_S[size];
  const once = AROUND_S[size] + founding + SLOWER * secondsOf(level, size, settings);
  return handled(cell) === '' || method === 'tabu' ? once : once + founding + SHORT_RUN_S[size];
}
