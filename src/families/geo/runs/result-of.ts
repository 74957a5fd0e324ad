import { currencyOf } from '../../../../models/units.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { GeoBrokenLimit, GeoCertificate, GeoInfeasibility, GeoMethodOutcome } from '../methods/outcome.js';
import type { Driver } from '../../../runs/control.js';
import {
  beyondBound,
  gapReason,
  isInterrupted,
  notProvenInfeasible,
  type Standing,
  standing,
} from '../../../runs/standing.js';
import { terminationOf } from '../../../runs/termination.js';
import { geoBinding } from './binding.js';
import { costByEpochUsd, ledgerEntry } from './ledger.js';
import { planFigures } from './plan-figures.js';
import type { GeoRunInfeasibility, GeoRunResult } from './result.js';

/** Unit of the objective, a bill. */
export const GEO_OBJECTIVE_UNIT = 'USD';

export interface GeoResultParts {
  readonly request: { readonly method: { readonly name: string }; readonly seed: number };
  readonly model: GeoModel;
  /** Matrices by room. */
  readonly matrices: ReadonlyMap<string, Pick<InfluenceMatrix, 'provenance'>>;
  readonly outcome: Pick<GeoMethodOutcome, 'stoppedEarly' | 'warnings' | 'work' | 'figures'>;
  readonly planFrom?: string;
  /** Cost by the methods' model, USD; null without a plan. */
  readonly claimedCostUsd: number | null;
  readonly certificate: GeoCertificate | null;
  readonly evaluation: GeoEvaluation | null;
  readonly driver: Driver;
}

/** Returns a finished run in the terms of docs/geo/results.md. */
export function geoResultOf(parts: GeoResultParts): GeoRunResult {
  const { request, model, matrices, outcome, planFrom, claimedCostUsd, certificate, evaluation, driver } = parts;
  const feasible = evaluation !== null && evaluation.violations.length === 0;
  const infeasibility = certificate?.infeasibility;
  const objective = finite(evaluation?.costUsd);
  const costByCupUsd = finite(evaluation?.costByCupUsd);
  const held = (costUsd: number | null | undefined, ownUsd: number | null): Standing =>
    standing(infeasibility === undefined ? finite(costUsd) : null, feasible ? ownUsd : null, false);
  const heldCost = held(certificate?.costUsd, objective);
  const heldByCup = held(certificate?.costByCupUsd, costByCupUsd);
  const { bound, gap } = heldCost;
  const isRefuted = heldCost.isRefuted || heldByCup.isRefuted || (infeasibility !== undefined && feasible);
  const rated = evaluation === null || objective === null ? null : evaluation;
  return {
    instance: model.instance.name,
    family: 'geo',
    method: request.method.name,
    seed: request.seed,
    termination: isRefuted
      ? 'failed'
      : terminationOf(driver, {
          isRefuted: infeasibility !== undefined && !feasible,
          stoppedEarly: outcome.stoppedEarly,
          gap,
        }),
    feasible,
    objective,
    objectiveUnit: currencyOf(model.instance),
    ...(planFrom === undefined ? {} : { planFrom }),
    bound,
    gap,
    ...(gap === null ? { gapReason: whyNoGap(evaluation, certificate, feasible, driver) } : {}),
    boundScope: certificate?.scope ?? '',
    boundByEpochUsd: bound === null ? null : (certificate?.costByEpochUsd ?? null),
    costByEpochUsd: rated === null ? null : costByEpochUsd(rated, model.carbonUsdPerKg),
    costByCupUsd,
    boundByCupUsd: heldByCup.bound,
    gapByCup: heldByCup.gap,
    claimedCostUsd: finite(claimedCostUsd),
    energyUsd: finite(rated?.energyUsd),
    transitionUsd: finite(rated?.transitionUsd),
    demandUsd: finite(rated?.demandUsd),
    carbonUsd: finite(rated?.carbonUsd),
    carbonKg: finite(rated?.carbonKg),
    ledger: rated === null ? null : ledgerEntry(rated.cells.flat()),
    ...planFigures(model.instance, rated),
    binding: rated === null ? [] : geoBinding(model, rated),
    matrixProvenance: [...matrices].map(([room, { provenance }]) => ({ room, summary: provenance.summary })),
    violations: evaluation?.violations ?? [],
    ...(infeasibility === undefined || feasible ? {} : { infeasibility: geoRunInfeasibility(infeasibility) }),
    warnings: [
      ...outcome.warnings,
      ...notFound(evaluation, certificate, feasible),
      ...belowBound(objective, costByCupUsd, { certificate, isRefuted, isByCup: heldByCup.isRefuted }),
      ...twoOpinions(objective, claimedCostUsd),
    ],
    timeS: {},
    work: { steps: driver.steps, ...certificate?.work, ...outcome.work },
    figures: outcome.figures,
    files: {},
  };
}

/** Returns the limit as results state it, with `others` where there are any. */
export function geoRunInfeasibility({ others = [], ...first }: GeoInfeasibility): GeoRunInfeasibility {
  const stated = brokenLimit(first);
  return others.length === 0 ? stated : { ...stated, others: others.map(brokenLimit) };
}

function brokenLimit(proof: GeoBrokenLimit): GeoRunInfeasibility {
  if (proof.constraint === 'powerCap') {
    const { constraint, dataCentre: where, leastW, powerCapW: capW, message } = proof;
    return { constraint, where, unit: 'W', amount: leastW - capW, proven: true, message };
  }
  if (proof.constraint === 'carbonCap') {
    const { constraint, leastKg, capKg, message } = proof;
    return { constraint, where: '', unit: 'kg', amount: leastKg - capKg, proven: true, message };
  }
  if (proof.constraint !== 'unservedRate') {
    const { constraint, where, unit, amount, message } = proof;
    return { constraint, where, unit, amount, proven: true, message };
  }
  const { epoch, taskType, missingPerS, message } = proof;
  const where = `epochs[${epoch}], ${taskType}`;
  const common = { constraint: 'unservedRate', where, unit: 'tasks/s', amount: missingPerS, proven: true, message };
  return { ...common, epoch, taskType, missingPerS };
}

/** Returns the warning that a plan breaks limits although a feasible plan may exist; none where infeasibility is proven. */
function notFound(evaluation: GeoEvaluation | null, certificate: GeoCertificate | null, feasible: boolean): string[] {
  if (feasible || evaluation === null || certificate?.infeasibility !== undefined) return [];
  return [notProvenInfeasible('limits')];
}

function whyNoGap(
  evaluation: GeoEvaluation | null,
  certificate: GeoCertificate | null,
  feasible: boolean,
  driver: Driver,
): string {
  return gapReason({
    isInfeasible: certificate?.infeasibility !== undefined,
    withoutPlan: evaluation === null ? 'the run ended without a plan that could be rated' : null,
    feasible,
    isProven: certificate !== null && Number.isFinite(certificate.costUsd),
    isTried: certificate !== null,
    // Without a certificate no bound was asked for, or Ctrl-C ended the run before it.
    wasStopped: certificate === null ? isInterrupted(driver) : driver.stopReason !== null,
  });
}

/**
 * Returns the warning on a plan below its bound, for one of the two is then wrong: it is reported and never hidden in
 * an absolute value.
 */
function belowBound(
  costUsd: number | null,
  costByCupUsd: number | null,
  {
    certificate,
    isRefuted,
    isByCup,
  }: { readonly certificate: GeoCertificate | null; readonly isRefuted: boolean; readonly isByCup: boolean },
): string[] {
  if (certificate === null || !isRefuted) return [];
  const { costUsd: boundUsd, costByCupUsd: boundByCupUsd, infeasibility } = certificate;
  const [own, proof] =
    infeasibility !== undefined
      ? [String(costUsd), 'a proof that no plan is feasible']
      : isByCup
        ? [`${costByCupUsd} with cooling per unit of power`, `a proven bound of ${boundByCupUsd}`]
        : [String(costUsd), `a proven bound of ${boundUsd}`];
  return [beyondBound(`plan costs ${own}`, proof)];
}

/** Difference of two bills that is rounding of sums which cancel, USD (no bill is stated so finely). */
const ROUNDING_USD = 1e-9;

/** Returns the warning where the bills of checker and model differ: they share no code, so one of them is wrong. */
function twoOpinions(costUsd: number | null, claimedUsd: number | null): string[] {
  if (costUsd === null || claimedUsd === null) return [];
  const size = Math.max(Math.abs(costUsd), Math.abs(claimedUsd));
  if (Math.abs(costUsd - claimedUsd) <= Math.max(ROUNDING_USD, 1e-6 * size)) return [];
  return [`The model says ${claimedUsd}, the checker ${costUsd}: one of them is wrong. Please report this plan.`];
}

function finite(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
