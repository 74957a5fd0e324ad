import { isInfiniteZ, writtenZ } from '../../../../models/families/robust/infinite-z.js';
import { normalCdf, normalCdfLog10 } from '../../../../models/families/robust/normal.js';
import type { RobustEvaluation, Robustness } from '../../../../models/families/robust/outcome.js';
import type { RobustGoal, RobustObjective } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import type { Improvements, RobustCertificate, RobustMethodOutcome } from '../methods/outcome.js';
import type { RobustChoice } from '../methods/registry.js';
import type { Driver } from '../../../runs/control.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { beyondBound, gapReason, isInterrupted, notProvenInfeasible, standing } from '../../../runs/standing.js';
import { terminationOf } from '../../../runs/termination.js';
import type { Infeasibility } from '../../../runs/result.js';
import { promiseCaution } from './caution.js';
import { lastCoreDisagreement } from './last-core-figure.js';
import { decadesTo, measureOf, ratedBy, type RobustMeasure, wholeBagSlackPercent } from './rated.js';
import type { RobustBinding, RobustRunResult } from './result.js';

/** Parts of a request that its result shows. */
export interface RobustAsked {
  readonly method: { readonly name: string; readonly heeds: readonly RobustChoice[] };
  readonly goal: RobustGoal;
  /** Measure that MO-EC maximises; Psi if absent. */
  readonly objective?: RobustObjective | undefined;
  readonly handling: string;
  readonly improvements: Improvements;
  readonly seed: number;
}

export interface RobustResultParts {
  readonly request: RobustAsked;
  readonly model: RobustModel;
  readonly outcome: RobustMethodOutcome;
  readonly certificate: RobustCertificate | null;
  readonly evaluation: RobustEvaluation | null;
  readonly driver: Driver;
}

/** Distance of a limit in z below which it binds. */
const BINDING_Z = 1e-2;
/** Largest difference of z between the method's sums and the checker's: rounding. */
const SAME_Z = 1e-9;
/** Least probability whose ratios doubles still tell. */
const MIN_RATIO = 1e-300;
/** Names of measures in a warning. */
const MEASURE_NAMES: Readonly<Record<RobustMeasure, string>> = {
  psi: 'makespan-robustness',
  phi: 'energy-robustness',
  'whole-bag': 'a probability of all cores in time of',
};
/** Scale, in deviations, of the limits and means of which z-values are differences. */
export const SCALE_Z = 1e3;

/** Returns a finished run in the terms of docs/robust/results.md. */
export function robustResultOf(parts: RobustResultParts): RobustRunResult {
  const { request, model, outcome, certificate, evaluation, driver } = parts;
  const feasible = evaluation !== null && evaluation.violations.length === 0;
  const measure = measureOf(request.goal, request.objective);
  const isOfBag = measure === 'whole-bag';
  const own = evaluation === null ? null : ratedBy(measure, evaluation);
  const infeasibility = certificate?.infeasibility;
  const provenZ = certificate === null || infeasibility !== undefined ? null : writtenZ(certificate.boundZ);
  const rated = feasible && own !== null ? { z: writtenZ(own.z), probability: own.probability } : null;
  const heldZ = standing(provenZ, rated?.z ?? null, true, SCALE_Z);
  const boundZ = heldZ.bound;
  const provenBound = boundZ === null ? null : normalCdf(boundZ);
  const held = standing(provenBound, rated?.probability ?? null, true);
  const { bound } = held;
  const gap = feasible && own !== null && bound !== null ? gapOf(bound, boundZ!, own) : null;
  const provenJ = certificate?.energyBoundJ ?? null;
  const heldJ = standing(provenJ, feasible ? evaluation.energyMeanJ : null, false);
  const energyBoundJ = heldJ.bound;
  const isRefuted = [heldZ, held, heldJ].some((one) => one.isRefuted) || (infeasibility !== undefined && feasible);
  const slack =
    boundZ === null || evaluation === null || !feasible
      ? null
      : isOfBag
        ? wholeBagSlackPercent(model.deadlineS, evaluation, boundZ)
        : deadlineSlackPercent(model, evaluation, boundZ);
  return {
    ...emptyRobustResult(request, model),
    termination: isRefuted
      ? 'failed'
      : terminationOf(driver, {
          isRefuted: infeasibility !== undefined && !feasible,
          stoppedEarly: outcome.stoppedEarly,
          gap,
        }),
    feasible,
    objective: own?.probability ?? null,
    bound,
    boundZ,
    gap,
    ...(gap === null ? { gapReason: whyNoGap(evaluation, certificate, feasible, driver) } : {}),
    boundLog10: isOfBag && boundZ !== null ? normalCdfLog10(boundZ) : null,
    decadesToBound: isOfBag && feasible && boundZ !== null ? decadesTo(boundZ, evaluation.jointPsiLog10) : null,
    boundScope: certificate?.scope ?? '',
    psi: evaluation?.psi ?? null,
    phi: evaluation?.phi ?? null,
    jointPsiLog10: evaluation?.jointPsiLog10 ?? null,
    energyMeanJ: evaluation?.energyMeanJ ?? null,
    energySdJ: evaluation?.energySdJ ?? null,
    ...(evaluation === null ? {} : { energyByPart: { ...evaluation.energyByPart }, completed: model.taskCount }),
    energyUntilLastCore: evaluation?.energyUntilLastCore ?? null,
    promise: evaluation?.promise ?? null,
    psiGap: measure === 'psi' && feasible && bound !== null && own !== null ? bound - own.probability : null,
    deadlineSlackPercent: request.goal === 'mo-ec' ? slack : null,
    energyBoundJ,
    energyGap:
      request.goal === 'eo-mc' && feasible && energyBoundJ !== null && energyBoundJ > 0
        ? (evaluation.energyMeanJ - energyBoundJ) / energyBoundJ
        : null,
    binding: evaluation === null ? [] : binding(request.goal, model, evaluation),
    violations: evaluation?.violations ?? [],
    ...(infeasibility === undefined ? {} : { infeasibility: provenInfeasibility(infeasibility) }),
    warnings: [
      ...outcome.warnings,
      ...(isOfBag && !request.method.heeds.includes('objective') ? [searchesForPsi(request.method.name)] : []),
      ...notFound(evaluation, certificate, feasible),
      ...(isRefuted ? beyondProof(measure, evaluation, certificate, heldJ.isRefuted) : []),
      ...lastCoreDisagreement(model, outcome.mapping, evaluation),
      ...(evaluation === null ? [] : [promiseCaution(evaluation)]),
    ],
    work: { steps: driver.steps, ...certificate?.work, ...outcome.work },
  };
}

function emptyRobustResult(request: RobustAsked, model: Pick<RobustModel, 'name'>): RobustRunResult {
  const { heeds, name } = request.method;
  return {
    instance: model.name,
    family: 'robust',
    problem: request.goal,
    boundOn: measureOf(request.goal, request.objective),
    method: name,
    constraintHandling: heeds.includes('handling') ? request.handling : 'none',
    improvements: heeds.includes('improvements') ? improvementNames(request.improvements) : [],
    seed: request.seed,
    termination: 'finished',
    feasible: false,
    objective: null,
    objectiveUnit: 'probability',
    bound: null,
    boundZ: null,
    gap: null,
    boundLog10: null,
    decadesToBound: null,
    boundScope: '',
    psi: null,
    phi: null,
    jointPsiLog10: null,
    energyMeanJ: null,
    energySdJ: null,
    energyUntilLastCore: null,
    promise: null,
    psiGap: null,
    deadlineSlackPercent: null,
    energyBoundJ: null,
    energyGap: null,
    binding: [],
    violations: [],
    warnings: [],
    timeS: {},
    work: {},
    files: {},
  };
}

/** Returns the warning on a plan that is rated by another measure than it was searched by. */
function searchesForPsi(name: string): string {
  return `${name} searches by Psi, the least certain core: its plan is only rated by all cores in time. lagrange searches for that.`;
}

function improvementNames({ zSpace, ties, keepFeasible }: Improvements): string[] {
  return [...(zSpace ? ['z'] : []), ...(ties ? ['ties'] : []), ...(keepFeasible ? ['keep'] : [])];
}

/**
 * Returns the warning that a plan breaks its limit although a feasible plan may exist; none where the plan is feasible
 * or infeasibility is proven.
 */
function notFound(
  evaluation: RobustEvaluation | null,
  certificate: RobustCertificate | null,
  feasible: boolean,
): string[] {
  if (feasible || evaluation === null || certificate?.infeasibility !== undefined) return [];
  return [notProvenInfeasible('the limit')];
}

/**
 * Returns the slack of the deadline, %: how much longer it would have to be for every core to finish with the bound's
 * quantile; 0 if it is long enough. Null with a bound of certainty and times that vary, for then no deadline is long
 * enough.
 */
export function deadlineSlackPercent(
  { deadlineS }: Pick<RobustModel, 'deadlineS'>,
  { nodes }: RobustEvaluation,
  boundZ: number,
): number | null {
  let neededS = 0;
  for (const { finishMeanS, finishSdS } of nodes) {
    for (const [core, meanS] of finishMeanS.entries()) {
      const sdS = finishSdS[core]!;
      if (sdS > 0 && boundZ > 0 && isInfiniteZ(boundZ)) return null;
      neededS = Math.max(neededS, sdS > 0 ? meanS + boundZ * sdS : meanS);
    }
  }
  return Number.isFinite(neededS) ? Math.max(0, 100 * (neededS / deadlineS - 1)) : null;
}

/** Returns the gap of probabilities; null if both are too small for doubles and differ all the same. */
function gapOf(bound: number, boundZ: number, own: Robustness): number | null {
  return bound < MIN_RATIO && boundZ > own.z ? null : relativeGap(bound, own.probability);
}

function whyNoGap(
  evaluation: RobustEvaluation | null,
  certificate: RobustCertificate | null,
  feasible: boolean,
  driver: Driver,
): string {
  return gapReason({
    isInfeasible: certificate?.infeasibility !== undefined,
    withoutPlan: evaluation === null ? 'the run ended without a plan' : null,
    feasible,
    isProven: certificate !== null,
    provenYet: 'the probabilities are too small for a ratio: their quantiles differ',
    wasStopped: isInterrupted(driver),
  });
}

function binding(goal: RobustGoal, model: RobustModel, { psi, phi }: RobustEvaluation): RobustBinding[] {
  const [constraint, value, limit] =
    goal === 'mo-ec'
      ? (['energyRobustness', phi.z, model.energyZ] as const)
      : (['makespanRobustness', psi.z, model.makespanZ] as const);
  return value >= limit - SAME_Z && value <= limit + BINDING_Z
    ? [{ constraint, where: '', unit: 'z', value, limit }]
    : [];
}

export function provenInfeasibility({
  constraint,
  amount,
  unit,
  message,
}: NonNullable<RobustCertificate['infeasibility']>): Infeasibility {
  return { constraint, where: '', unit, amount, proven: true, message };
}

/**
 * Returns the warning on a plan beyond its bound, for one of the two is then wrong: it is reported and never hidden in
 * an absolute value.
 */
function beyondProof(
  measure: RobustMeasure,
  evaluation: RobustEvaluation | null,
  certificate: RobustCertificate | null,
  isEnergy: boolean,
): string[] {
  if (certificate === null || evaluation === null) return [];
  const { boundZ, energyBoundJ, infeasibility } = certificate;
  const robustness = `${MEASURE_NAMES[measure]} z = ${ratedBy(measure, evaluation).z}`;
  const [own, proof] =
    infeasibility !== undefined
      ? [robustness, 'a proof that no plan is feasible']
      : isEnergy
        ? [`an expected energy of ${evaluation.energyMeanJ} J`, `a proven least of ${energyBoundJ} J`]
        : [robustness, `a proven bound of z = ${boundZ}`];
  return [beyondBound(`plan has ${own}`, proof)];
}
