import { heldBound } from '../../../../../models/problems/bound.js';
import { normalCdf } from '../../../../../models/problems/robust/normal.js';
import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import type { Design, TrialInput } from '../../../../experiments/design.js';
import { type JournalEntry } from '../../../../experiments/record.js';
import { recordsFileText } from '../../../../studies/records-file.js';
import type { Task } from '../../../../experiments/pool.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import type { Termination } from '../../../../runs/result.js';
import type { OpenedRobust } from '../../runs/open.js';
import type { RobustRunRequest } from '../../runs/solve.js';
import { SCALE_Z } from '../../runs/result-of.js';
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
import { improvementsText, type RobustContestant, type RobustForm } from './contestants.js';
import { type FinishLine, slackPercent } from './finish-lines.js';
import type { RobustCompareRun, RobustTrialBound, TrajectoryStep } from './record.js';
import { instanceShelf } from './shelf.js';
import { failedRobustTrial, pointTime, robustCompareTrial } from './trial.js';
import { robustWorkerTrial, WORKER_MODULE, type WorkerSettings } from './worker.js';

export interface RobustCompareRequest extends Omit<StudyRequest, 'interrupted'> {
  readonly opened: OpenedRobust;
  /** Where workers find the instance. */
  readonly file: string;
  readonly goal: RobustGoal;
  readonly contestants: readonly RobustContestant[];
  /** What contestants are whose label says no other. */
  readonly form: RobustForm;
  readonly variants: boolean;
  readonly run: Pick<RobustRunRequest, 'limits' | 'nowS' | 'interrupted' | 'onProgress'>;
}

export interface RobustCompareOutcome {
  readonly bounds: readonly RobustTrialBound[];
  readonly runs: readonly RobustCompareRun[];
  readonly boundScope: string;
  readonly interrupted: boolean;
  readonly failures: readonly string[];
  /** All runs in the format of experiments, without times; null unless all came to their end. */
  readonly records: string | null;
}

/** What a journal of these runs is of. */
export function robustDesign({
  opened,
  goal,
  contestants,
  form,
  variants,
  run,
  ...study
}: RobustCompareRequest): Design {
  const { timeLimitS, workLimit } = run.limits;
  const settings: Omit<WorkerSettings, 'file'> = {
    sha256: opened.sha256,
    problem: goal,
    constraint: form.handling,
    improve: improvementsText(form.improvements),
    variants: variants ? 1 : 0,
    timeLimitS,
    workLimit,
  };
  return compareDesign(
    contestants.map(({ label }) => label),
    study,
    settings,
  );
}

/** Runs every method on every trial and holds all of them against the best certificates found. */
export async function runRobustComparison(request: RobustCompareRequest): Promise<RobustCompareOutcome> {
  const { opened, file, variants, trials, seed, run } = request;
  const openedFor = instanceShelf(opened, variants);
  const setup = { ...request, ...run, openedFor };
  const task: Task = {
    module: WORKER_MODULE,
    exportName: robustWorkerTrial.name,
    run: (input: TrialInput) =>
      trialOrFailure((one) => robustCompareTrial(setup, one), input, run.nowS, failedRobustTrial),
  };
  const design = robustDesign(request);
  const { entries, interrupted, failures } = await runStudy(
    { ...design, settings: { ...design.settings, file } },
    task,
    { ...request, interrupted: run.interrupted },
  );
  const bounds = Array.from({ length: variants ? trials : 1 }, (_, trial) =>
    commonBound(
      variants ? entries.filter((entry) => entry.trial === trial) : entries,
      trial,
      seed + trial,
      request.goal,
    ),
  ).filter((bound) => bound !== null);
  const { deadlineS } = opened.problem;
  const runs = runsAmong(entries).map((entry) =>
    runOf(entry, request, deadlineS, bounds.find(({ trial }) => !variants || trial === entry.trial) ?? null),
  );
  const boundScope = entries.map(({ values }) => String(values['boundScope'])).find((scope) => scope !== '') ?? '';
  const isComplete = !interrupted && failures.length === 0;
  const records = isComplete
    ? recordsFileText(
        design,
        entries.map(({ cell, trial, values }) => ({ cell, trial, seed: seed + trial, values })),
      )
    : null;
  return { bounds, runs, boundScope, interrupted, failures, records };
}

/** The best of all certificates for one instance: each holds for every plan of it. null when nothing of it ended. */
export function commonBound(
  entries: readonly JournalEntry[],
  trial: number,
  seed: number,
  goal: RobustGoal,
): RobustTrialBound | null {
  if (entries.length === 0) return null;
  const least = tightest(entries, 'boundZ');
  const energy = tightest(entries, 'energyBoundJ', (own, most) => own > most);
  const infeasibility = entries.map(({ values }) => values['infeasibility']).find((text) => typeof text === 'string');
  const rated = (name: string) => entries.map(({ values }) => ratedBy(values, name));
  const [z, probability] = goal === 'mo-ec' ? (['psiZ', 'psi'] as const) : (['phiZ', 'phi'] as const);
  const boundZ = infeasibility === undefined ? heldByRuns(least?.value ?? null, rated(z), true, SCALE_Z) : null;
  return {
    trial,
    seed,
    bound: boundZ === null ? null : heldByRuns(normalCdf(boundZ), rated(probability), true),
    boundZ,
    source: least?.source ?? null,
    energyBoundJ: heldByRuns(energy?.value ?? null, rated('energyMeanJ'), false),
    ...(infeasibility === undefined ? {} : { infeasibility }),
    timeS: boundTimeS(entries),
  };
}

/** A figure of a feasible plan. */
function ratedBy(values: JournalEntry['values'], name: string): number | null {
  return values['feasible'] === true && typeof values[name] === 'number' ? values[name] : null;
}

function runOf(
  { cell, trial, values, times }: JournalEntry,
  { goal, seed }: Pick<RobustCompareRequest, 'goal' | 'seed'>,
  deadlineS: number,
  common: RobustTrialBound | null,
): RobustCompareRun {
  const number = (name: string): number | null => (values[name] as number | null | undefined) ?? null;
  const feasible = values['feasible'] === true;
  const isMakespan = goal === 'mo-ec';
  const objective = feasible ? number(isMakespan ? 'psi' : 'phi') : null;
  const { bound = null, boundZ = null, energyBoundJ = null } = common ?? {};
  const energyMeanJ = number('energyMeanJ');
  const objectiveZ = feasible ? number(isMakespan ? 'psiZ' : 'phiZ') : null;
  const isRefuted =
    (boundZ !== null && objectiveZ !== null && heldBound(boundZ, objectiveZ, true, SCALE_Z).isRefuted) ||
    (feasible &&
      energyBoundJ !== null &&
      energyMeanJ !== null &&
      heldBound(energyBoundJ, energyMeanJ, false).isRefuted);
  const [jointPsiLog10, untilLastCoreZ] = [number('jointPsiLog10'), number('untilLastCoreZ')];
  const lines = JSON.parse(String(values['finishLines'])) as readonly FinishLine[];
  const hasEnergyGap = !isMakespan && feasible && energyBoundJ !== null && energyBoundJ > 0;
  return {
    trial,
    seed: seed + trial,
    method: cell['method']!,
    termination: isRefuted ? 'failed' : (values['termination'] as Termination),
    feasible,
    objective,
    objectiveZ,
    jointPsiLog10,
    allInTime: jointPsiLog10 === null ? null : 10 ** jointPsiLog10,
    untilLastCoreZ,
    budgetUntilLastCore: untilLastCoreZ === null ? null : normalCdf(untilLastCoreZ),
    psi: number('psi'),
    psiZ: number('psiZ'),
    phi: number('phi'),
    phiZ: number('phiZ'),
    energyMeanJ,
    bound,
    boundZ,
    gap: objective === null || bound === null ? null : relativeGap(bound, objective),
    psiGap: isMakespan && objective !== null && bound !== null ? bound - objective : null,
    deadlineSlackPercent: isMakespan && feasible && boundZ !== null ? slackPercent(lines, deadlineS, boundZ) : null,
    energyBoundJ,
    energyGap: hasEnergyGap ? (energyMeanJ! - energyBoundJ) / energyBoundJ : null,
    timeS: times['total'] ?? 0,
    steps: values['steps'] as number,
    trajectory: (JSON.parse(String(values['trajectory'])) as [number, number][]).map(
      ([steps, z], n): TrajectoryStep => [steps, times[pointTime(n)] ?? 0, z],
    ),
    ...(values['failure'] === null ? {} : { failure: String(values['failure']) }),
  };
}
