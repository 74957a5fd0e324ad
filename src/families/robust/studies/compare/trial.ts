import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import type { TrialInput } from '../../../../experiments/design.js';
import type { TrialOutput, Values } from '../../../../experiments/record.js';
import { robustBound } from '../../methods/bound/robust-bound.js';
import type { RobustCertificate } from '../../methods/outcome.js';
import { runDriver } from '../../../../runs/control.js';
import type { OpenedRobust } from '../../runs/open.js';
import { writtenZ } from '../../../../../models/problems/robust/infinite-z.js';
import { type RobustRunRequest, solveOpenedRobust, type SolvedRobust } from '../../runs/solve.js';
import { BOUND } from '../../../../studies/compare/run.js';
import type { RobustContestant } from './contestants.js';
import { finishLines } from './finish-lines.js';
import type { TrajectoryStep } from './record.js';

/** More steps of one run than any picture shows. */
const MAX_POINTS = 400;

export interface RobustTrialSetup extends Pick<RobustRunRequest, 'limits' | 'nowS' | 'interrupted' | 'onProgress'> {
  readonly goal: RobustGoal;
  readonly contestants: readonly RobustContestant[];
  /** Whether trials are instances of their own; otherwise the first trial's bound is that of all. */
  readonly variants: boolean;
  /** The trial's instance, compiled afresh, so that no run finds another's work done. */
  readonly openedFor: (seed: number) => OpenedRobust;
}

/** What a record of a trial says, whatever it was of; lists as JSON. */
const NOTHING: Values = {
  termination: 'finished',
  feasible: false,
  psi: null,
  psiZ: null,
  phi: null,
  phiZ: null,
  jointPsiLog10: null,
  untilLastCoreZ: null,
  energyMeanJ: null,
  finishLines: '[]',
  boundZ: null,
  energyBoundJ: null,
  boundScope: '',
  infeasibility: null,
  steps: 0,
  trajectory: '[]',
  failure: null,
};

/** One method on one trial, or the trial's bound. Values depend on the input alone where no limit of time is given. */
export async function robustCompareTrial(
  setup: RobustTrialSetup,
  { cell, trial, seed }: TrialInput,
): Promise<TrialOutput> {
  if (cell['method'] === BOUND) {
    if (trial > 0 && !setup.variants) return { values: NOTHING, times: { total: 0 } };
    return trialBound(setup, setup.openedFor(seed));
  }
  const { method, handling, improvements } = setup.contestants.find(({ label }) => label === cell['method'])!;
  const { goal, limits, nowS, interrupted, onProgress } = setup;
  const run = { limits, nowS, interrupted, onProgress };
  const solved = await solveOpenedRobust(
    { ...run, method, goal, handling, improvements, seed, withBound: false },
    setup.openedFor(seed),
  );
  return outputOf(solved, goal);
}

function outputOf({ record, certificate }: SolvedRobust, goal: RobustGoal): TrialOutput {
  const { result, evaluation, trajectory } = record;
  const timeS = result.timeS['method'] ?? 0;
  const steps = result.work['steps'] ?? 0;
  const own = evaluation === null || !result.feasible ? null : goal === 'mo-ec' ? evaluation.psi.z : evaluation.phi.z;
  const points = stepsUp(trajectory, own, steps, timeS);
  const values = {
    ...NOTHING,
    ...certified(certificate),
    termination: result.termination,
    feasible: result.feasible,
    psi: evaluation?.psi.probability ?? null,
    psiZ: evaluation?.psi.z ?? null,
    phi: evaluation?.phi.probability ?? null,
    phiZ: evaluation?.phi.z ?? null,
    jointPsiLog10: evaluation?.jointPsiLog10 ?? null,
    untilLastCoreZ: evaluation?.energyUntilLastCore.energyRobustness.z ?? null,
    energyMeanJ: evaluation?.energyMeanJ ?? null,
    finishLines: JSON.stringify(evaluation === null ? [] : finishLines(evaluation)),
    steps,
    trajectory: JSON.stringify(points.map(([at, , z]) => [at, z])),
  };
  return { values, times: { total: timeS, ...Object.fromEntries(points.map(([, at], n) => [pointTime(n), at])) } };
}

/** The name of the time at which the n-th point of a trajectory was reached. */
export function pointTime(n: number): string {
  return `point ${n}`;
}

function certified(certificate: RobustCertificate | null): Values {
  if (certificate === null) return {};
  const { boundZ, energyBoundJ, scope, infeasibility } = certificate;
  return {
    boundZ: writtenZ(boundZ),
    energyBoundJ: writtenZ(energyBoundJ),
    boundScope: scope,
    infeasibility: infeasibility?.message ?? null,
  };
}

/** The steps up of the best feasible plan, not more than a picture shows; the last word is the checker's. */
export function stepsUp(
  trajectory: readonly { readonly timeS: number; readonly work: number; readonly incumbent: number | null }[],
  checkedZ: number | null,
  steps: number,
  endS: number,
): TrajectoryStep[] {
  // Without a plan that passes the checker the incumbents were none.
  if (checkedZ === null) return [];
  let points: TrajectoryStep[] = [];
  for (const { timeS, work, incumbent } of trajectory) {
    const best = points.at(-1)?.[2] ?? -Infinity;
    if (incumbent !== null && incumbent > best) points.push([work, timeS, writtenZ(incumbent)]);
  }
  while (points.length > MAX_POINTS) points = points.filter((_, n) => n % 2 === 0 || n === points.length - 1);
  const last = points.at(-1);
  if (last?.[2] === checkedZ) return points;
  return [...points, [Math.max(steps, last?.[0] ?? 0), Math.max(endS, last?.[1] ?? 0), checkedZ]];
}

/** The Lagrangian bound to its end: limits of the runs do not count, Ctrl-C does. */
async function trialBound({ goal, ...setup }: RobustTrialSetup, { problem }: OpenedRobust): Promise<TrialOutput> {
  const { nowS, interrupted, onProgress } = setup;
  const driver = runDriver({ limits: { timeLimitS: null, workLimit: null }, nowS, interrupted, onProgress });
  const startS = nowS();
  const certificate = await robustBound({ problem, goal, control: driver, start: null });
  const values = {
    ...NOTHING,
    ...certified(certificate),
    termination: driver.stopReason ?? 'finished',
    steps: driver.steps,
  };
  return { values, times: { total: nowS() - startS } };
}

/** A run that threw. */
export function failedRobustTrial(failure: string): Values {
  return { ...NOTHING, termination: 'failed', failure };
}
