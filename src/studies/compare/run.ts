import { heldBound } from '../../../models/families/bound.js';
import type { TrialRequest } from '../../experiments/design.js';
import { checkValues, type JournalEntry, type TrialOutput, type Values } from '../../experiments/record.js';
import type { Comparison, TrialSurroundings } from './comparison.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import { brokenBy } from '../broken.js';

/** Name of the cell in which the trial's own bound is proven; it stands beside the labels of methods. */
export const BOUND = 'bound';

/** Returns the reason why a run broke down; null if it did not. */
export function failureOf({ failure = null }: Values): string | null {
  return failure === null ? null : String(failure);
}

/**
 * Returns the output of one trial. It is empty if trial 0 stands for all trials, so that no run is needed; an error
 * becomes a failed run.
 * @throws EngineUnavailableError, because it ends every run.
 */
export async function comparedTrial(
  { trial, blank, boundsPer, isRunOnce }: Pick<Comparison, 'trial' | 'blank' | 'boundsPer' | 'isRunOnce'>,
  input: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const method = input.cell['method']!;
  const isOnce = method === BOUND ? boundsPer === 'instance' : isRunOnce?.(method);
  const startS = surroundings.nowS();
  if (isOnce === true && input.trial > 0) return { values: { ...ENDED, ...blank }, times: { total: 0 } };
  try {
    const { values, times } = await trial(input, surroundings);
    const output = { values: { ...ENDED, ...blank, ...values }, times };
    checkValues(output.values);
    return output;
  } catch (error) {
    // Nothing of the trial's doing: it would be missing in all of them.
    if (error instanceof EngineUnavailableError) throw error;
    const { failure } = brokenBy(error);
    const values = { ...ENDED, ...blank, termination: 'failed', failure };
    return { values, times: { total: surroundings.nowS() - startS } };
  }
}

/**
 * Values of a trial that ended without finding anything, under the names that all families share and in their order.
 */
const ENDED: Values = {
  termination: 'finished',
  feasible: false,
  planFrom: null,
  boundScope: '',
  infeasibility: null,
  warnings: [],
  steps: 0,
  trajectory: [],
  failure: null,
};

/**
 * Returns the best certificate of those named `value`, with its entry; null if there is none. Each holds for every
 * plan.
 */
export function tightest(
  entries: readonly JournalEntry[],
  value: string,
  isUpper: boolean,
): { readonly value: number; readonly entry: JournalEntry } | null {
  let best: { readonly value: number; readonly entry: JournalEntry } | null = null;
  for (const entry of entries) {
    const own = entry.values[value];
    if (typeof own === 'number' && (best === null || (isUpper ? own < best.value : own > best.value))) {
      best = { value: own, entry };
    }
  }
  return best;
}

/**
 * Returns the bound to report beside all objectives for which it holds. If an objective exceeds the bound by rounding
 * only, that objective is returned.
 */
export function heldByRuns(
  bound: number | null,
  objectives: readonly (number | null)[],
  isUpper: boolean,
  scale = 1,
): number | null {
  return objectives.reduce<number | null>(
    (held, objective) =>
      held === null || objective === null ? held : heldBound(held, objective, isUpper, scale).bound,
    bound,
  );
}

/** Returns the number that a trial has under this name; null if it has none. */
export function figureOf({ values }: Pick<JournalEntry, 'values'>, name: string): number | null {
  const value = values[name];
  return typeof value === 'number' ? value : null;
}

/** Returns a function that reads a figure of a trial's plan; null if the plan is not feasible or lacks the figure. */
export function ratedBy(name: string): (entry: Pick<JournalEntry, 'values'>) => number | null {
  return (entry) => (entry.values['feasible'] === true ? figureOf(entry, name) : null);
}

/** Returns the reason why no plan is feasible, if any of the entries proves it. */
export function infeasibilityOf(entries: readonly JournalEntry[]): string | undefined {
  return entries.map(({ values }) => values['infeasibility']).find((text) => typeof text === 'string');
}

/** Returns the time of the bound's own run, s; 0 if there was none. */
export function boundTimeS(entries: readonly JournalEntry[]): number {
  return entries.find(({ cell }) => cell['method'] === BOUND)?.times['total'] ?? 0;
}
