import { heldBound } from '../../../models/problems/bound.js';
import type { Design, TrialInput } from '../../experiments/design.js';
import type { Task } from '../../experiments/pool.js';
import { checkValues, type JournalEntry, parseEntry, type TrialOutput, type Values } from '../../experiments/record.js';
import { type ExperimentState, type Journal, memoryJournal, runExperiment } from '../../experiments/run.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import { brokenBy } from '../broken.js';

/** What the cell is called in which the trial's own bound is proven. */
export const BOUND = 'bound';

/** How a comparison of any family is run. */
export interface StudyRequest {
  readonly trials: number;
  /** Seed of the first trial. */
  readonly seed: number;
  /** Keeps runs that ended; left out, they live as long as the process. */
  readonly journal?: Journal;
  /** Runs at a time (default 1). */
  readonly workers?: number;
  readonly interrupted: () => boolean;
  readonly onTrial: (state: ExperimentState) => void;
}

export interface StudyOutcome {
  /** Runs and bounds that came to their end, by trial. */
  readonly entries: readonly JournalEntry[];
  readonly interrupted: boolean;
  /** What broke down, one sentence each. */
  readonly failures: readonly string[];
}

/** The bound and every method on every trial. `settings` are all that the answers depend on beside cell and seed. */
export function compareDesign(
  labels: readonly string[],
  { trials, seed }: Pick<StudyRequest, 'trials' | 'seed'>,
  settings: Design['settings'],
): Design {
  const factors = [{ name: 'method', levels: [BOUND, ...labels] }];
  return { name: 'compare', version: 1, factors, without: [], trials, seed, settings };
}

/**
 * Runs what the journal does not hold yet. A run that Ctrl-C cut short is left out, those before it are kept; one that broke down is a
 * failed run, does not keep the others from being made, and is tried again next time.
 */
export async function runStudy(design: Design, task: Task, request: StudyRequest): Promise<StudyOutcome> {
  const { journal = memoryJournal(), workers = 1, interrupted, onTrial } = request;
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
    const failure = values['failure'] ?? null;
    if (failure === null) return [];
    const what = cell['method'] === BOUND ? 'The bound' : `The run of ${cell['method']!}`;
    return [`${what} with seed ${design.seed + trial} broke down: ${String(failure)}`];
  });
  return { entries: whole, interrupted: !complete || whole.length < entries.length, failures };
}

function isLasting({ termination }: Values): boolean {
  return termination !== 'interrupted' && termination !== 'failed';
}

/** A trial's output, or the one that `failed` makes of what it threw. */
export async function trialOrFailure(
  trial: (input: TrialInput) => Promise<TrialOutput>,
  input: TrialInput,
  nowS: () => number,
  failed: (failure: string) => Values,
): Promise<TrialOutput> {
  const startS = nowS();
  try {
    const output = await trial(input);
    checkValues(output.values);
    return output;
  } catch (error) {
    // Nothing of the trial's doing: it would be missing in all of them.
    if (error instanceof EngineUnavailableError) throw error;
    return { values: failed(brokenBy(error).failure), times: { total: nowS() - startS } };
  }
}

/** Runs, not bounds, among the entries. */
export function runsAmong(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.filter(({ cell }) => cell['method'] !== BOUND);
}

/** The best of all certificates named `value` (by default the least): each holds for every plan. null where there is none. */
export function tightest(
  entries: readonly JournalEntry[],
  value: string,
  isTighter: (own: number, best: number) => boolean = (own, best) => own < best,
): { readonly value: number; readonly source: string } | null {
  let best: { readonly value: number; readonly source: string } | null = null;
  for (const { cell, values } of entries) {
    const own = values[value];
    if (typeof own === 'number' && (best === null || isTighter(own, best.value))) {
      best = { value: own, source: cell['method']! };
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

/** Seconds that the trial's own bound took. */
export function boundTimeS(entries: readonly JournalEntry[]): number {
  return entries.find(({ cell }) => cell['method'] === BOUND)?.times['total'] ?? 0;
}
