import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import type { Design, TrialInput } from '../../../../experiments/design.js';
import type { TrialOutput } from '../../../../experiments/record.js';
import { ROBUST_METHODS } from '../../methods/registry.js';
import type { ConstraintHandling } from '../../methods/outcome.js';
import { monotonicS } from '../../../../runs/clock.js';
import { openRobust, type OpenedRobust } from '../../runs/open.js';
import { trialOrFailure } from '../../../../studies/compare/run.js';
import { improvementsOf, parseRobustContestants, type RobustContestant } from './contestants.js';
import { instanceShelf } from './shelf.js';
import { failedRobustTrial, robustCompareTrial } from './trial.js';

/** What a worker thread is told of the comparison, beside cell and seed; `file` is no part of the design that journal and records name. */
export interface WorkerSettings extends Record<string, number | string | null> {
  readonly file: string;
  readonly sha256: string;
  readonly problem: RobustGoal;
  readonly constraint: ConstraintHandling;
  /** "z+ties+keep", or "none". */
  readonly improve: string;
  readonly variants: 0 | 1;
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
}

/** The instance opened last: reading it takes longer than many runs. A function of file and digest. */
let shelf: { readonly key: string; readonly openedFor: (seed: number) => OpenedRobust } | null = null;

/** One run on a worker thread, which Ctrl-C does not reach: it is finished. */
export async function robustWorkerTrial(input: TrialInput): Promise<TrialOutput> {
  return trialOrFailure(robustTrialOf, input, monotonicS, failedRobustTrial);
}

export const WORKER_MODULE = new URL('worker.js', import.meta.url).href;

async function robustTrialOf(input: TrialInput): Promise<TrialOutput> {
  const settings = input.settings as Design['settings'] & WorkerSettings;
  const { problem, constraint, improve, variants, timeLimitS, workLimit } = settings;
  const form = { handling: constraint, improvements: improvementsOf(improve)! };
  return robustCompareTrial(
    {
      goal: problem,
      contestants: contestantsOf(input, form),
      variants: variants === 1,
      openedFor: openedFrom(settings),
      limits: { timeLimitS, workLimit },
      nowS: monotonicS,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    input,
  );
}

/** The one this run is of; none for the bound. */
function contestantsOf(
  { cell }: TrialInput,
  form: Pick<RobustContestant, 'handling' | 'improvements'>,
): readonly RobustContestant[] {
  return parseRobustContestants(cell['method']!, ROBUST_METHODS, form).contestants;
}

function openedFrom({ file, sha256, variants }: WorkerSettings): (seed: number) => OpenedRobust {
  const key = JSON.stringify([file, sha256, variants]);
  if (shelf?.key !== key) {
    const opened = openRobust(file);
    if (!opened.ok || opened.sha256 !== sha256) throw new RangeError(`${file} has changed since it was read`);
    shelf = { key, openedFor: instanceShelf(opened, variants === 1) };
  }
  return shelf.openedFor;
}
