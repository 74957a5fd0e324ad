import { heldBound } from '../../../models/problems/bound.js';
import type { Design, TrialInput } from '../../experiments/design.js';
import type { Task } from '../../experiments/pool.js';
import { checkValues, type JournalEntry, parseEntry, type TrialOutput, type Values } from '../../experiments/record.js';
import { type ExperimentState, type Journal, memoryJournal, runExperiment } from '../../experiments/run.js';
import type { Comparison, Settings, TrialSurroundings } from './comparison.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import { brokenBy } from '../broken.js';

/** What the cell is called in which the trial's own bound is proven. */
export const BOUND = 'bound';

/** How a comparison is run. */
export interface StudyRequest {
  readonly trials: number;
  /** Seed of the first trial. */
  readonly seed: number;
  /** Keeps runs that ended; left out, they live as long as the process. */
  readonly journal?: Journal;
  /** Runs at a time (default 1). */
  readonly workers?: number;
  readonly onTrial?: (state: ExperimentState) => void;
}

export interface StudyOutcome {
  /** Runs and bounds that came to their end, by trial. */
  readonly entries: readonly JournalEntry[];
  readonly interrupted: boolean;
  /** What broke down, one sentence each. */
  readonly failures: readonly string[];
}

/** Raised when the same words give other records: 2 since lists are lists. */
const DESIGN_VERSION = 2;

/** The bound and every method on every trial. `settings` are all that the answers depend on beside cell and seed. */
export function compareDesign(
  labels: readonly string[],
  { trials, seed }: Pick<StudyRequest, 'trials' | 'seed'>,
  settings: Settings,
): Design {
  const factors = [{ name: 'method', levels: [BOUND, ...labels] }];
  return { name: 'compare', version: DESIGN_VERSION, factors, without: [], trials, seed, settings };
}

/**
 * Runs what the journal does not hold yet. A run that Ctrl-C cut short is left out, those before it are kept; one that broke down is a
 * failed run, does not keep the others from being made, and is tried again next time.
 */
export async function runStudy(
  design: Design,
  task: Task,
  { journal = memoryJournal(), workers = 1, onTrial = () => undefined }: StudyRequest,
  interrupted: () => boolean,
): Promise<StudyOutcome> {
  const { entries, complete } = await runExperiment({
    design,
    task,
    workers,
    journal: {
      lines: journal.lines,
      append: (line) => (isLasting(parseEntry(line).values) ? journal.append(line) : 0),
    },
    interrupted,
    onTrial,
  });
  const whole = entries.filter(({ values }) => values['termination'] !== 'interrupted');
  const failures = whole.flatMap(({ cell, trial, values }) => {
    const failure = failureOf(values);
    if (failure === null) return [];
    const what = cell['method'] === BOUND ? 'The bound' : `The run of ${cell['method']!}`;
    return [`${what} with seed ${design.seed + trial} broke down: ${failure}`];
  });
  return { entries: whole, interrupted: !complete || whole.length < entries.length, failures };
}

function isLasting({ termination }: Values): boolean {
  return termination !== 'interrupted' && termination !== 'failed';
}

/** Why a run broke down; null of one that did not. */
export function failureOf({ failure = null }: Values): string | null {
  return failure === null ? null : String(failure);
}

/** One trial; nothing is run where an earlier trial stands for it, and what throws is a failed run. */
export async function comparedTrial(
  { trial, blank, boundsPer, isRunOnce }: Pick<Comparison, 'trial' | 'blank' | 'boundsPer' | 'isRunOnce'>,
  input: TrialInput,
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

/** What every trial says. */
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

/** The best of all certificates named `value`: each holds for every plan. null where there is none. */
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

/** A common bound beside the objectives of all runs it speaks of: never beyond one of them by rounding alone. */
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

/** What a trial says by a name; null where it says nothing. */
export function figureOf({ values }: Pick<JournalEntry, 'values'>, name: string): number | null {
  const value = values[name];
  return typeof value === 'number' ? value : null;
}

/** A figure of a feasible plan. */
export function ratedBy(name: string): (entry: Pick<JournalEntry, 'values'>) => number | null {
  return (entry) => (entry.values['feasible'] === true ? figureOf(entry, name) : null);
}

/** Why no plan is feasible, where any of the entries proves it. */
export function infeasibilityOf(entries: readonly JournalEntry[]): string | undefined {
  return entries.map(({ values }) => values['infeasibility']).find((text) => typeof text === 'string');
}

/** Seconds that the bound's own run took. */
export function boundTimeS(entries: readonly JournalEntry[]): number {
  return entries.find(({ cell }) => cell['method'] === BOUND)?.times['total'] ?? 0;
}
