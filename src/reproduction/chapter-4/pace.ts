import type { TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { generationsKey, groupSizeOf, type GroupSize, isGenetic, levelOf } from './budgets.js';
import { EPOCHS } from './data.js';

/** Factor by which the time estimate assumes a core to be slower than the development machine. */
const SLOWER = 1.5;
/**
 * Number of generations per second of `gald-cl` on one core in runs of an hour of the thesis, by number of data centres.
 * Measured as processor time on us-4, us-8 and us-16; at the reduced numbers of generations it is a fifth to a third less.
 */
const GENERATIONS_PER_S: Readonly<Record<GroupSize, number>> = { 4: 26_500, 8: 16_800, 16: 9800 };
/** Time of a trial besides the search (reading, compiling, initial population, checking) on a slow core, s. */
const AROUND_S: Readonly<Record<GroupSize, number>> = { 4: 2, 8: 3, 16: 4 };
/**
 * Time of a trial of each method other than `gald-cl`, s, by number of data centres. Measured on the development
 * machine and rounded.
 */
const OTHERS_S: Readonly<Record<string, Readonly<Record<GroupSize, number>>>> = {
  'fdld-so': { 4: 3, 8: 5, 16: 9 },
  'fdld-tao': { 4: 14, 8: 27, 16: 50 },
  'fdld-cl': { 4: 0.7, 8: 1.5, 16: 3 },
  'gld-lp': { 4: 5, 8: 6, 16: 7 },
};

/** Expected times of chapter 4's trials, for the time estimate before a run. */
export const GEO_PACE: Pace = { kindOf: ({ instance, method }) => `${instance!}, ${method!}`, firstGuessS };

function firstGuessS({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): number {
  const level = cell['method']!;
  const size = groupSizeOf(cell);
  const { method } = levelOf(level);
  if (!isGenetic({ method })) return AROUND_S[size] + SLOWER * (OTHERS_S[method]?.[size] ?? 10);
  const generations = Number(settings[generationsKey(level, size)] ?? 0);
  return AROUND_S[size] + (SLOWER * EPOCHS * generations) / GENERATIONS_PER_S[size];
}
