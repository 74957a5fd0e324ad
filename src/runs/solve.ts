import { join } from 'node:path';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../models/problems/reward-rate/instance.js';
import type { PlanEvaluation } from '../../models/problems/reward-rate/outcome.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../models/problems/reward-rate/plan.js';
import { type RewardRateProblem, rewardRateProblem } from '../../models/problems/reward-rate/problem.js';
import { checkPlan } from '../check/check-plan.js';
import { influenceMatrixOf } from '../instances/influence.js';
import { loadRewardRateInstance, type Problem } from '../instances/load.js';
import type { Method } from '../methods/registry.js';
import { configurationBound } from '../methods/reward-rate/config-lp.js';
import { pricingLimit } from '../methods/reward-rate/pricing-limit.js';
import { idleConflict } from '../methods/reward-rate/infeasibility.js';
import { boundScope } from '../methods/reward-rate/certificate.js';
import type { Certificate, MethodOutcome } from '../methods/reward-rate/outcome.js';
import { loadLpEngine, type LpEngineName } from '../solvers/linear/load.js';
import { bindingConstraints } from './binding.js';
import { type Driver, type Limits, runDriver } from './control.js';
import type { RunRecord, RunResult, Termination, TrajectoryPoint } from './result.js';

export interface SolveRequest {
  readonly file: string;
  readonly method: Method;
  readonly seed: number;
  readonly limits: Limits;
  readonly engine: LpEngineName;
  /** Whether a method that gives no bound of its own is followed by the configuration LP's. */
  readonly withBound: boolean;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface Solved {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
}

export type SolveAnswer =
  { readonly ok: true; readonly solved: Solved } | { readonly ok: false; readonly problems: readonly Problem[] };

export const OBJECTIVE_UNIT = 'reward/s';

/** Load, model, search, bound, check: the one path every solve takes. Writes nothing. */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  const opened = openProblem(request.file, clock);
  if (!opened.ok) return opened;
  const { instance, matrix, problem, sha256, warnings } = opened;

  const driver = runDriver(request);
  const conflict = idleConflict(problem);
  if (conflict !== null) {
    const result: RunResult = {
      ...emptyResult(request, instance, matrix, problem),
      termination: 'infeasible',
      gapReason: 'there is no feasible plan',
      infeasibility: conflict,
      warnings,
      timeS: { ...timeS, total: driver.elapsedS() },
    };
    return { ok: true, solved: { instance, matrix, plan: null, record: { result, evaluation: null, trajectory: [] } } };
  }

  const engine = await loadLpEngine(request.engine);
  const outcome = await request.method.solve({ problem, engine, control: driver });
  clock('method');
  const certificate = await certificateFor(request, outcome, problem, driver, engine);
  clock('bound');
  const plan = planOf(request, outcome, instance, matrix, sha256);
  const evaluation = plan === null ? null : checkPlan(instance, matrix, plan);
  clock('check');

  const result = resultOf({ request, instance, matrix, problem, outcome, certificate, plan, evaluation, driver });
  const record: RunRecord = {
    result: {
      ...result,
      warnings: [...warnings, ...literalWarnings(problem), ...outcome.warnings, ...result.warnings],
      timeS: { ...timeS, total: Object.values(timeS).reduce((sum, seconds) => sum + seconds, 0) },
    },
    evaluation,
    trajectory: driver.trajectory,
  };
  return { ok: true, solved: { instance, matrix, plan, record } };
}

export type Opened =
  | {
      readonly ok: true;
      readonly instance: RewardRateInstance;
      readonly matrix: InfluenceMatrix;
      readonly problem: RewardRateProblem;
      readonly sha256: string;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads and validates an instance, builds its influence matrix and compiles the problem. */
export function openProblem(file: string, clock: (phase: string) => void = () => undefined): Opened {
  const loaded = loadRewardRateInstance(file);
  if (!loaded.ok) return loaded;
  const { instance, sha256, warnings, directory } = loaded;
  clock('load');
  const influence = influenceMatrixOf(instance, directory);
  if (!influence.ok) return { ok: false, problems: influence.problems.map((problem) => ({ ...problem, file })) };
  clock('airflow');
  const problem = rewardRateProblem(instance, influence.matrix);
  const tooMany = pricingLimit(problem);
  if (tooMany !== null) return { ok: false, problems: [{ file, ...tooMany }] };
  clock('problem');
  return { ok: true, instance, matrix: influence.matrix, problem, sha256, warnings };
}

async function certificateFor(
  request: SolveRequest,
  outcome: MethodOutcome,
  problem: RewardRateProblem,
  driver: Driver,
  engine: Awaited<ReturnType<typeof loadLpEngine>>,
): Promise<Certificate | null> {
  if (outcome.certificate !== null || !request.withBound || driver.stopReason !== null) return outcome.certificate;
  return configurationBound({ problem, engine, control: driver }, outcome.claimedRewardPerS);
}

function planOf(
  request: SolveRequest,
  outcome: MethodOutcome,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  sha256: string,
): RewardRatePlan | null {
  if (outcome.plan === null) return null;
  const { setPointC, assignments } = outcome.plan;
  return {
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256 },
    method: request.method.name,
    claimedRewardPerS: outcome.claimedRewardPerS ?? 0,
    setPointsC: Object.fromEntries(matrix.cracNames.map((name) => [name, setPointC])),
    assignments,
  };
}

interface ResultParts {
  readonly request: SolveRequest;
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly problem: RewardRateProblem;
  readonly outcome: MethodOutcome;
  readonly certificate: Certificate | null;
  readonly plan: RewardRatePlan | null;
  readonly evaluation: PlanEvaluation | null;
  readonly driver: Driver;
}

function resultOf(parts: ResultParts): RunResult {
  const { request, instance, matrix, problem, outcome, certificate, evaluation, driver } = parts;
  const feasible = evaluation !== null && evaluation.violations.length === 0;
  const objective = evaluation === null ? null : evaluation.rewardPerS;
  const bound = certificate?.boundRewardPerS ?? null;
  const gap = feasible && objective !== null && bound !== null ? relativeGap(bound, objective) : null;
  return {
    ...emptyResult(request, instance, matrix, problem),
    termination: termination(outcome, driver, gap),
    feasible,
    objective,
    claimedObjective: outcome.claimedRewardPerS,
    bound,
    gap,
    ...(gap === null ? { gapReason: gapReason(evaluation, bound, feasible, driver) } : {}),
    binding: evaluation === null ? [] : bindingConstraints(instance, matrix, evaluation, certificate?.marginal ?? null),
    violations: evaluation?.violations ?? [],
    warnings: boundWarnings(objective, bound, feasible),
    work: {
      steps: driver.steps,
      ...certificate?.work,
      ...outcome.work,
    },
  };
}

/** |bound - objective| / |bound|; 0 when both are 0. */
export function relativeGap(bound: number, objective: number): number {
  const difference = Math.abs(bound - objective);
  return difference === 0 ? 0 : difference / Math.abs(bound);
}

function termination(outcome: MethodOutcome, driver: Driver, gap: number | null): Termination {
  if (driver.stopReason !== null && outcome.stoppedEarly) return driver.stopReason;
  if (gap !== null && gap <= 1e-9) return 'optimal';
  return driver.stopReason ?? 'finished';
}

function gapReason(evaluation: PlanEvaluation | null, bound: number | null, feasible: boolean, driver: Driver): string {
  if (evaluation === null) return 'the run ended without a plan';
  if (!feasible) return 'the plan does not pass the checker';
  if (bound === null && driver.stopReason !== null) return 'the run was stopped before a bound was proven';
  return bound === null ? 'no bound was computed' : 'the bound is 0 and the objective is not';
}

/** A plan above its bound would mean that one of the two is wrong: said loudly, never hidden in an absolute value. */
function boundWarnings(objective: number | null, bound: number | null, feasible: boolean): string[] {
  if (objective === null || bound === null || !feasible || objective <= bound * (1 + 1e-9) + 1e-12) return [];
  return [
    `The plan earns ${objective} reward/s, more than the proven bound of ${bound}: one of them is wrong. Please report this instance.`,
  ];
}

function literalWarnings(problem: RewardRateProblem): string[] {
  if (!problem.nodeTypes.some((type) => type.colocation === 'literal')) return [];
  return [
    'Co-location by the literal Eq. 21: outside the range of its regression it gives times shorter than alone or not positive; P-states with a non-positive time are left out of the search and of the bound.',
  ];
}

function emptyResult(
  request: SolveRequest,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  problem: RewardRateProblem,
): RunResult {
  return {
    instance: instance.name,
    family: 'reward-rate',
    method: request.method.name,
    seed: request.seed,
    termination: 'finished',
    feasible: false,
    objective: null,
    claimedObjective: null,
    objectiveUnit: OBJECTIVE_UNIT,
    bound: null,
    gap: null,
    boundScope: boundScope(problem),
    binding: [],
    violations: [],
    warnings: [],
    matrixProvenance: matrix.provenance.summary,
    timeS: {},
    work: {},
    files: {},
  };
}

/** A stop-watch that books the time since its last call under a name. */
function phases(nowS: () => number, timeS: Record<string, number>): (phase: string) => void {
  let lastS = nowS();
  return (phase) => {
    const now = nowS();
    timeS[phase] = (timeS[phase] ?? 0) + now - lastS;
    lastS = now;
  };
}

/** Where a run's files go. */
export function outputFiles(directory: string): Readonly<Record<'plan' | 'planCsv' | 'result' | 'report', string>> {
  return {
    plan: join(directory, 'plan.json'),
    planCsv: join(directory, 'plan.csv'),
    result: join(directory, 'result.json'),
    report: join(directory, 'report.html'),
  };
}
