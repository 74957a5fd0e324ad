import type { TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { foundingSteps, isSearch, methodOf, secondsOf, type Size, sizeOf } from './budgets.js';

/** Factor by which a search takes longer than its time budget says, measured on a busy core. */
const SLOWER = 1.1;
/**
 * Time of a trial in addition to the search (drawing task times, building the model, Min-Min Balance, checking), s.
 * Measured on a busy core.
 */
const AROUND_S: Readonly<Record<Size, number>> = { small: 0.25, large: 2.2 };
/** Time of a step of `--work-limit` that makes ten members of the initial population, s, by size of the instance. */
const FOUNDING_STEP_S: Readonly<Record<Size, number>> = { small: 0.01, large: 0.14 };
/**
 * Time of each method that is no search in addition to AROUND_S, s, by size of the instance. Measured on the development
 * machine and rounded.
 */
const OTHERS_S: Readonly<Record<string, Readonly<Record<Size, number>>>> = {
  lagrange: { small: 7, large: 80 },
  'min-min-balance': { small: 0, large: 0 },
  'min-energy': { small: 0, large: 0 },
  'min-min-pmin': { small: 0, large: 0 },
  'min-min-pmax': { small: 0, large: 0 },
};

/** Expected times of chapter 2's trials, for the time estimate before a run. */
export const ROBUST_PACE: Pace = { kindOf: (cell) => `${sizeOf(cell)}, ${cell['method']!}`, firstGuessS };

function firstGuessS({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): number {
  const level = cell['method']!;
  const size = sizeOf(cell);
  const { method } = methodOf(level);
  if (!isSearch(method)) return AROUND_S[size] + (OTHERS_S[method]?.[size] ?? 10);
  const founding = foundingSteps(method) * FOUNDING_STEP_S[size];
  return AROUND_S[size] + founding + SLOWER * secondsOf(level, size, settings);
}
