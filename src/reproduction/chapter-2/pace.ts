import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { foundingSteps, isSearch, methodOf, secondsOf, type Size, sizeOf } from './budgets.js';

/** Factor of a slow core on times measured on the development machine. */
const SLOWER = 1.5;
/** Time of drawing times, modelling and checking, s on a slow core. */
const AROUND_S: Readonly<Record<Size, number>> = { small: 0.8, large: 4 };
/** Time of the step that founds ten chromosomes, s. */
const FOUNDING_STEP_S: Readonly<Record<Size, number>> = { small: 0.02, large: 0.5 };
/** Time of the run that counts founders under "limit", s. */
const SHORT_RUN_S: Readonly<Record<Size, number>> = { small: 3, large: 10 };
/** Time of the methods that do not search, by size, s: measured on our machine, rounded. */
const OTHERS_S: Readonly<Record<string, Readonly<Record<Size, number>>>> = {
  lagrange: { small: 7, large: 80 },
  'min-min-balance': { small: 0.2, large: 2 },
  'min-energy': { small: 0.1, large: 1 },
  'min-min-pmin': { small: 0.2, large: 2 },
  'min-min-pmax': { small: 0.2, large: 2 },
};

/** Expected times of trials, for the estimate before a run. */
export const ROBUST_PACE: Pace = {
  kindOf: (cell) => `${sizeOf(cell)}, ${cell['method']!}${handled(cell)}`,
  firstGuessS,
};

/** Returns the suffix of the kind of a trial: limiting the search space takes a short run more (see the trial). */
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
