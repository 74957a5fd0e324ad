import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { methodOf } from './figures.js';

/**
 * First guess of the time of a trial on one slow core, s, without the air of its room, which a process computes once;
 * measured times replace it once trials have ended. Methods without co-location effects take as long as with them.
 */
const FIRST_GUESS_S: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '1080': { greedy: 0.3, 'config-lp': 0.9, nlp: 5 },
  '2160': { greedy: 0.6, 'config-lp': 4, nlp: 11 },
  '4320': { greedy: 1.3, 'config-lp': 15, nlp: 31 },
};
/** First guess of the time of one step of the GA, s, by number of compute nodes. */
const FIRST_GUESS_GA_STEP_S: Readonly<Record<string, number>> = { '1080': 0.05, '4320': 0.5 };

/** Expected times of chapter 3's trials, for the time estimate before a run. */
export const REWARD_RATE_PACE: Pace = { kindOf, firstGuessS };

function kindOf(cell: Cell): string {
  return `${cell['nodes']!} nodes, ${cell['method']!}`;
}

function firstGuessS({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): number {
  const { method } = methodOf(cell['method']!);
  const nodes = cell['nodes']!;
  if (method === 'ga') return Number(settings[`gaSteps${nodes}`]) * FIRST_GUESS_GA_STEP_S[nodes]!;
  return FIRST_GUESS_S[nodes]?.[method] ?? 10;
}
