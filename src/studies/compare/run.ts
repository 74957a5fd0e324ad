import { heldBound } from '../../../models/families/bound.js';
import type { TrialRequest } from '../../experiments/design.js';
import { checkValues, type JournalEntry, type TrialOutput, type Values } from '../../experiments/record.js';
import type { Comparison, TrialSurroundings } from './comparison.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import { brokenBy } from '../broken.js';

/** Name of the cell, beside the labels of methods, in which the trial's own bound is proven. */
export const BOUND = 'bound';

/** Reason why a run broke down; null for one that did not. */
export function failureOf({ failure = null }: Values): string | null {
  return failure === null ? null : String(failure);
}

/**
 * Output of one trial: empty without a run where trial 0 stands for all, a failed run where an error is thrown.
 * @throws EngineUnavailableError, since it ends every run.
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

/** Values of a trial that ended and found nothing, under the names of every family and in their order. */
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

/** Best of all certificates named `value`, with its entry; each holds for every plan. Null where there is none. */
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

/** Bound to report beside all objectives for which it holds: brought to one that it misses by rounding alone. */
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

/** Number that a trial has under a name; null if it has none. */
export function figureOf({ values }: Pick<JournalEntry, 'values'>, name: string): number | null {
  const value = values[name];
  return typeof value === 'number' ? value : null;
}

/** Reader of a figure of a trial's feasible plan; null if the plan is not feasible or lacks the figure. */
export function ratedBy(name: string): (entry: Pick<JournalEntry, 'values'>) => number | null {
  return (entry) => (entry.values['feasible'] === true ? figureOf(entry, name) : null);
}

/** Reason why no plan is feasible, where any of the entries proves it. */
export function infeasibilityOf(entries: readonly JournalEntry[]): string | undefined {
  return entries.map(({ values }) => values['infeasibility']).find((text) => typeof text === 'string');
}

/** Time of the bound's own run, s; 0 where it was not run. */
export function boundTimeS(entries: readonly JournalEntry[]): number {
  return entries.find(({ cell }) => cell['method'] === BOUND)?.times['total'] ?? 0;
}
