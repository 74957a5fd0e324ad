import type { Design, TrialInput } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput } from '../../../../experiments/record.js';
import type { Termination } from '../../../../runs/result.js';
import { heldBound } from '../../../../../models/problems/bound.js';
import { greatestReward } from '../../../../../models/problems/reward-rate/greatest-reward.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import {
  boundTimeS,
  compareDesign,
  heldByRuns,
  runsAmong,
  runStudy,
  type StudyRequest,
  tightest,
  trialOrFailure,
} from '../../../../studies/compare/run.js';
import type { Contestant } from './contestants.js';
import type { CompareRun, TrialBound } from './record.js';
import { compareTrial, failedTrial, type TrialSetup } from './trial.js';

export interface CompareRequest extends TrialSetup, Omit<StudyRequest, 'interrupted' | 'workers'> {
  /** Digest of everything read, for a journal that outlives the process. */
  readonly inputs?: string;
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
 * found in them.
 */
export async function runComparison(request: CompareRequest): Promise<CompareOutcome> {
  const { run, trials, seed } = request;
  const task = {
    module: '',
    exportName: '',
    run: (input: TrialInput): Promise<TrialOutput> =>
      trialOrFailure((one) => compareTrial(request, one), input, run.nowS, failedTrial),
  };
  const study = { ...request, workers: 1, interrupted: run.interrupted };
  const { entries, interrupted, failures } = await runStudy(designOf(request), task, study);
  const scale = greatestReward(request.opened.instance);
  const bounds = Array.from({ length: trials }, (_, trial) =>
    commonBound(
      entries.filter((entry) => entry.trial === trial),
      trial,
      seed + trial,
      scale,
    ),
  ).filter((bound) => bound !== null);
  const runs = runsAmong(entries).map((entry) =>
    runOf(entry, seed, bounds.find(({ trial }) => trial === entry.trial)?.bound ?? null, scale),
  );
  const boundScope = entries.map(({ values }) => String(values['boundScope'])).find((scope) => scope !== '') ?? '';
  return { bounds, runs, boundScope, interrupted, failures };
}

/** What a journal of these runs is of. */
export function designOf(request: CompareRequest): Design {
  const { contestants, run, variants, inputs = '' } = request;
  const { timeLimitS, workLimit } = run.limits;
  const settings = { variants: variants ? 1 : 0, timeLimitS, workLimit, engine: run.engine, inputs };
  return compareDesign(labelsOf(contestants), request, settings);
}

/** The least of all certificates of a trial: each holds for every plan of it. null when nothing of the trial ended. */
export function commonBound(
  entries: readonly JournalEntry[],
  trial: number,
  seed: number,
  scale = 1,
): TrialBound | null {
  if (entries.length === 0) return null;
  const least = tightest(entries, 'bound');
  const bound = heldByRuns(least?.value ?? null, entries.map(comparable), true, scale);
  return { trial, seed, bound, source: least?.source ?? null, timeS: boundTimeS(entries) };
}

/** The objective that a run's bound speaks of. */
function comparable({ values }: JournalEntry): number | null {
  return values['covered'] === false || typeof values['objective'] !== 'number' ? null : values['objective'];
}

function runOf(
  { cell, trial, values, times }: JournalEntry,
  seed: number,
  trialBound: number | null,
  scale: number,
): CompareRun {
  const objective = values['objective'] as number | null;
  // The trial's bound may be one on plans with a common set-point, which this one does not have.
  const bound = values['covered'] === false ? null : trialBound;
  const isRefuted = objective !== null && bound !== null && heldBound(bound, objective, true, scale).isRefuted;
  return {
    trial,
    seed: seed + trial,
    method: cell['method']!,
    termination: isRefuted ? 'failed' : (values['termination'] as Termination),
    feasible: values['feasible'] === true,
    ...(typeof values['planFrom'] === 'string' ? { planFrom: values['planFrom'] } : {}),
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
