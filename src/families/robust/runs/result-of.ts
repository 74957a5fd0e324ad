import { isInfiniteZ, writtenZ } from '../../../../models/families/robust/infinite-z.js';
import { normalCdf, normalCdfLog10 } from '../../../../models/families/robust/normal.js';
import type { NodeOutcome, RobustEvaluation } from '../../../../models/families/robust/outcome.js';
import type { RobustGoal, RobustObjective } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import type { Improvements, RobustCertificate, RobustMethodOutcome } from '../methods/outcome.js';
import type { RobustChoice } from '../methods/registry.js';
import type { Driver } from '../../../runs/control.js';
import { endOfRun, standing } from '../../../runs/end-of-run.js';
import type { Infeasibility } from '../../../runs/result.js';
import { promiseCaution } from './caution.js';
import { lastCoreDisagreement } from './last-core-figure.js';
import { decadesTo, measureOf, ratedBy, type RobustMeasure, wholeBagSlackPercent } from './rated.js';
import type { RobustBinding, RobustRunResult } from './result.js';

/** Method, goal, objective, options and seed of a run. Its result repeats them. */
export interface RobustAsked {
  readonly method: { readonly name: string; readonly heeds: readonly RobustChoice[] };
  readonly goal: RobustGoal;
  /**
   * Measure that MO-EC (limited energy) maximizes. If undefined, it is Psi, the probability of the core least likely to
   * be in time.
   */
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

/** A limit is reported as binding if the plan's quantile exceeds the limit's quantile by at most this amount. */
const BINDING_Z = 1e-2;
/** Largest difference between the quantiles of method and checker that counts as a rounding error. */
const SAME_Z = 1e-9;
/** Smallest probability in the denominator of a ratio. Smaller probabilities have lost their precision. */
const MIN_RATIO = 1e-300;
/** Names, in a warning, of the measures that can be maximized. */
const MEASURE_NAMES: Readonly<Record<RobustMeasure, string>> = {
  psi: 'makespan-robustness',
  phi: 'energy-robustness',
  'whole-bag': 'a probability of all cores in time of',
};
/** Magnitude of quantiles that is assumed for the rounding tolerance in the comparison of plan and bound. */
export const SCALE_Z = 1e3;

/** Returns the result of a finished run, in the form documented in docs/robust/results.md. */
export function robustResultOf(parts: RobustResultParts): RobustRunResult {
  const { request, model, outcome, certificate, evaluation, driver } = parts;
  const feasible = evaluation !== null && evaluation.violations.length === 0;
  const measure = measureOf(request.goal, request.objective);
  const isOfBag = measure === 'whole-bag';
  const own = evaluation === null ? null : ratedBy(measure, evaluation);
  const infeasibility = certificate?.infeasibility;
  const provenZ = certificate === null || infeasibility !== undefined ? null : writtenZ(certificate.boundZ);
  const heldZ = standing(provenZ, feasible && own !== null ? writtenZ(own.z) : null, true, SCALE_Z);
  const boundZ = heldZ.bound;
  const provenBound = boundZ === null ? null : normalCdf(boundZ);
  const { heeds, name } = request.method;
  const robustness = `has ${MEASURE_NAMES[measure]} z = ${own?.z}`;
  const proofZ = `a proven bound of z = ${certificate?.boundZ}`;
  const { held, result } = endOfRun(
    {
      instance: model.name,
      family: 'robust',
      method: name,
      seed: request.seed,
      objective: own?.probability ?? null,
      objectiveUnit: 'probability',
      verdict: evaluation,
      boundScope: certificate?.scope ?? '',
      driver,
      stoppedEarly: outcome.stoppedEarly,
      infeasibility: infeasibility === undefined ? undefined : provenInfeasibility(infeasibility),
      breaks: 'the limit',
      withoutPlan: 'the run ended without a plan',
      provenYet: 'the probabilities are too small for a ratio: their quantiles differ',
      isGapless: provenBound !== null && own !== null && provenBound < MIN_RATIO && boundZ! > own.z,
      warnings: [...outcome.warnings, ...(isOfBag && !heeds.includes('objective') ? [searchesForPsi(name)] : [])],
      work: { steps: driver.steps, ...certificate?.work, ...outcome.work },
    },
    {
      objective: { proven: provenBound, own: own?.probability ?? null, isUpper: true, says: robustness, proof: proofZ },
      z: {
        proven: provenZ,
        own: own === null ? null : writtenZ(own.z),
        isUpper: true,
        scale: SCALE_Z,
        says: robustness,
        proof: proofZ,
      },
      energyJ: {
        proven: certificate?.energyBoundJ ?? null,
        own: evaluation?.energyMeanJ ?? null,
        isUpper: false,
        says: `has an expected energy of ${evaluation?.energyMeanJ} J`,
        proof: `a proven least of ${certificate?.energyBoundJ} J`,
      },
    },
  );
  const { bound } = result;
  const energyBoundJ = held.energyJ.bound;
  const slack =
    boundZ === null || evaluation === null || !feasible
      ? null
      : isOfBag
        ? wholeBagSlackPercent(model.deadlineS, evaluation, boundZ)
        : deadlineSlackPercent(model, evaluation, boundZ);
  return {
    ...result,
    problem: request.goal,
    boundOn: measure,
    constraintHandling: heeds.includes('handling') ? request.handling : 'none',
    improvements: heeds.includes('improvements') ? improvementNames(request.improvements) : [],
    objectiveZ: feasible && own !== null ? writtenZ(own.z) : null,
    boundZ,
    boundLog10: isOfBag && boundZ !== null ? normalCdfLog10(boundZ) : null,
    decadesToBound: isOfBag && feasible && boundZ !== null ? decadesTo(boundZ, evaluation.jointPsiLog10) : null,
    psi: evaluation?.psi ?? null,
    phi: evaluation?.phi ?? null,
    jointPsiLog10: evaluation?.jointPsiLog10 ?? null,
    energyMeanJ: evaluation?.energyMeanJ ?? null,
    energySdJ: evaluation?.energySdJ ?? null,
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
    ...(evaluation === null ? {} : { energyByPart: { ...evaluation.energyByPart }, completed: model.taskCount }),
    warnings: [
      ...result.warnings,
      ...lastCoreDisagreement(model, outcome.mapping, evaluation),
      ...(evaluation === null ? [] : [promiseCaution(evaluation)]),
    ],
  };
}

/**
 * Returns a warning that the method did not maximize the requested measure but Psi, the probability of the core least
 * likely to be in time.
 */
function searchesForPsi(name: string): string {
  return `${name} searches by Psi, the least certain core: its plan is only rated by all cores in time. lagrange searches for that.`;
}

function improvementNames({ zSpace, ties, keepFeasible }: Improvements): string[] {
  return [...(zSpace ? ['z'] : []), ...(ties ? ['ties'] : []), ...(keepFeasible ? ['keep'] : [])];
}

/**
 * Returns the percentage by which the deadline must be lengthened for every core to reach the bound's quantile. It is 0
 * if the deadline is long enough. Null if no deadline is long enough, because the bound is certainty and times vary.
 */
export function deadlineSlackPercent(
  { deadlineS }: Pick<RobustModel, 'deadlineS'>,
  { nodes }: { readonly nodes: readonly Pick<NodeOutcome, 'finishMeanS' | 'finishSdS'>[] },
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
