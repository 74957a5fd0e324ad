import type { Design, TrialInput } from '../../experiments/design.js';
import { checkValues, type JournalEntry, type TrialOutput } from '../../experiments/record.js';
import { type ExperimentState, memoryJournal, runExperiment } from '../../experiments/run.js';
import type { Termination } from '../../runs/result.js';
import { relativeGap } from '../../runs/result-of.js';
import { EngineUnavailableError } from '../../solvers/linear/load-failure.js';
import type { Contestant } from './contestants.js';
import type { CompareRun, TrialBound } from './record.js';
import { BOUND, compareTrial, failedTrial, type TrialSetup } from './trial.js';

export interface CompareRequest extends TrialSetup {
  readonly trials: number;
  readonly seed: number;
  readonly onTrial: (state: ExperimentState) => void;
}

export interface CompareOutcome {
  readonly bounds: readonly TrialBound[];
  readonly runs: readonly CompareRun[];
  readonly boundScope: string;
  readonly interrupted: boolean;
  /** What broke down, one sentence each. */
  readonly failures: readonly string[];
}

/**
 * Runs every method on every trial, one after another: two at a time would slow each other down and so spoil times and what is
 * found in them. A run that Ctrl-C cut short is left out, those before it are kept; one that breaks down is a failed run and
 * does not keep the others from being made.
 */
export async function runComparison(request: CompareRequest): Promise<CompareOutcome> {
  const { entries, complete } = await runExperiment({
    design: designOf(request),
    task: { module: '', exportName: '', run: (input) => trialOrFailure(request, input) },
    workers: 1,
    journal: memoryJournal(),
    interrupted: request.run.interrupted,
    onTrial: request.onTrial,
  });
  const whole = entries.filter(({ values }) => values['termination'] !== 'interrupted');
  const bounds = Array.from({ length: request.trials }, (_, trial) =>
    commonBound(
      whole.filter((entry) => entry.trial === trial),
      trial,
      request.seed + trial,
    ),
  ).filter((bound) => bound !== null);
  const runs = whole
    .filter(({ cell }) => cell['method'] !== BOUND)
    .map((entry) => runOf(entry, request, bounds.find(({ trial }) => trial === entry.trial)?.bound ?? null));
  const boundScope = whole.map(({ values }) => String(values['boundScope'])).find((scope) => scope !== '') ?? '';
  const failures = whole.flatMap(({ cell, trial, values }) =>
    values['failure'] === undefined
      ? []
      : [
          `${cell['method'] === BOUND ? 'The bound' : `The run of ${cell['method']!}`} with seed ${request.seed + trial} broke down: ${String(values['failure'])}`,
        ],
  );
  return { bounds, runs, boundScope, interrupted: !complete || whole.length < entries.length, failures };
}

async function trialOrFailure(request: CompareRequest, input: TrialInput): Promise<TrialOutput> {
  const startS = request.run.nowS();
  try {
    const output = await compareTrial(request, input);
    checkValues(output.values);
    return output;
  } catch (error) {
    // Nothing of the trial's doing: it would be missing in all of them.
    if (error instanceof EngineUnavailableError) throw error;
    return failedTrial(error, request.run.nowS() - startS);
  }
}

function designOf({ contestants, trials, seed, run, variants }: CompareRequest): Design {
  return {
    name: 'compare',
    version: 1,
    factors: [{ name: 'method', levels: [BOUND, ...contestants.map(({ label }) => label)] }],
    without: [],
    trials,
    seed,
    settings: { variants: variants ? 1 : 0, timeLimitS: run.limits.timeLimitS, workLimit: run.limits.workLimit },
  };
}

/** The least of all certificates of a trial: each holds for every plan of it. null when nothing of the trial ended. */
export function commonBound(entries: readonly JournalEntry[], trial: number, seed: number): TrialBound | null {
  if (entries.length === 0) return null;
  let bound: number | null = null;
  let source: string | null = null;
  for (const { cell, values } of entries) {
    const own = values['bound'];
    if (typeof own !== 'number' || (bound !== null && own >= bound)) continue;
    bound = own;
    source = cell['method']!;
  }
  const timeS = entries.find(({ cell }) => cell['method'] === BOUND)?.times['total'] ?? 0;
  return { trial, seed, bound, source, timeS };
}

function runOf(
  { cell, trial, values, times }: JournalEntry,
  { seed }: CompareRequest,
  trialBound: number | null,
): CompareRun {
  const objective = values['objective'] as number | null;
  // The trial's bound may be one on plans with a common set-point, which this one does not have.
  const bound = values['covered'] === false ? null : trialBound;
  return {
    trial,
    seed: seed + trial,
    method: cell['method']!,
    termination: values['termination'] as Termination,
    feasible: values['feasible'] === true,
    objective,
    naiveObjective: values['naiveObjective'] as number | null,
    bound,
    gap: objective === null || bound === null ? null : relativeGap(bound, objective),
    timeS: times['total'] ?? 0,
    steps: values['steps'] as number,
    trajectory: JSON.parse(String(values['trajectory'])) as CompareRun['trajectory'],
    ...(values['failure'] === undefined ? {} : { failure: String(values['failure']) }),
  };
}

/** Labels in order. */
export function labelsOf(contestants: readonly Contestant[]): string[] {
  return contestants.map(({ label }) => label);
}
