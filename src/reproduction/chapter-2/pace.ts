import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { foundingSteps, isSearch, methodOf, secondsOf, type Size, sizeOf } from './budgets.js';

/** Factor by which a slow core takes longer than the development machine. */
const SLOWER = 1.5;
/** Time of a trial besides solving (drawing task times, building the model, checking), s on a slow core. */
const AROUND_S: Readonly<Record<Size, number>> = { small: 0.8, large: 4 };
/** Time of a step that creates ten founders, s. */
const FOUNDING_STEP_S: Readonly<Record<Size, number>> = { small: 0.02, large: 0.5 };
/** Time of the short run that counts the founders under "limit", s. */
const SHORT_RUN_S: Readonly<Record<Size, number>> = { small: 3, large: 10 };
/** Time of the methods that do not search, s, measured on our machine and rounded. */
const OTHERS_S: Readonly<Record<string, Readonly<Record<Size, number>>>> = {
  lagrange: { small: 7, large: 80 },
  'min-min-balance': { small: 0.2, large: 2 },
  'min-energy': { small: 0.1, large: 1 },
  'min-min-pmin': { small: 0.2, large: 2 },
  'min-min-pmax': { small: 0.2, large: 2 },
};

/** Expected times of trials, for the estimate shown before a run. */
export const ROBUST_PACE: Pace = {
  kindOf: (cell) => `${sizeOf(cell)}, ${cell['method']!}${handled(cell)}`,
  firstGuessS,
};

/** Returns the suffix for the kind of a trial. Trials that limit the search space need an extra short run. */
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
