import { currencyOf } from '../../../../models/units.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { GeoCertificate, GeoInfeasibility, GeoMethodOutcome } from '../methods/outcome.js';
import type { Driver } from '../../../runs/control.js';
import { type Claim, endOfRun } from '../../../runs/end-of-run.js';
import { geoBinding } from './binding.js';
import { costByEpochUsd, ledgerEntry } from './ledger.js';
import { planFigures } from './plan-figures.js';
import type { GeoRunInfeasibility, GeoRunResult } from './result.js';

/** Unit of the objective (the bill), unless the instance states another currency. */
export const GEO_OBJECTIVE_UNIT = 'USD';

export interface GeoResultParts {
  readonly request: { readonly method: { readonly name: string }; readonly seed: number };
  readonly model: GeoModel;
  /** Influence matrices by room name. */
  readonly matrices: ReadonlyMap<string, Pick<InfluenceMatrix, 'provenance'>>;
  readonly outcome: Pick<GeoMethodOutcome, 'stoppedEarly' | 'warnings' | 'work' | 'figures'>;
  readonly planFrom?: string;
  /** Cost of the plan by the models that methods use, USD; null without a plan. The checker recomputes it. */
  readonly claimedCostUsd: number | null;
  readonly certificate: GeoCertificate | null;
  readonly evaluation: GeoEvaluation | null;
  readonly driver: Driver;
}

/** Returns the result of a finished run, in the form documented in docs/geo/results.md. */
export function geoResultOf(parts: GeoResultParts): GeoRunResult {
  const { request, model, matrices, outcome, planFrom, claimedCostUsd, certificate, evaluation, driver } = parts;
  const infeasibility = certificate?.infeasibility;
  const objective = finite(evaluation?.costUsd);
  const costByCupUsd = finite(evaluation?.costByCupUsd);
  const isBounded = certificate !== null && infeasibility === undefined;
  const currency = currencyOf(model.instance);
  const claim = (provenUsd: number | null | undefined, ownUsd: number | null, more = ''): Claim => ({
    proven: isBounded ? finite(provenUsd) : null,
    own: ownUsd,
    isUpper: false,
    says: `costs ${ownUsd} ${currency}${more}`,
    proof: `a proven bound of ${provenUsd} ${currency}`,
  });
  const { held, result } = endOfRun(
    {
      instance: model.instance.name,
      family: 'geo',
      method: request.method.name,
      seed: request.seed,
      objective,
      objectiveUnit: currencyOf(model.instance),
      verdict: evaluation,
      boundScope: certificate?.scope ?? '',
      driver,
      stoppedEarly: outcome.stoppedEarly,
      infeasibility: infeasibility === undefined ? undefined : geoRunInfeasibility(infeasibility),
      breaks: 'limits',
      withoutPlan: 'the run ended without a plan that could be rated',
      isTried: certificate !== null,
      // Without a certificate no bound was asked for, or Ctrl-C ended the run before it.
      ...(certificate === null ? {} : { wasStopped: driver.stopReason !== null }),
      warnings: outcome.warnings,
      work: { steps: driver.steps, ...certificate?.work, ...outcome.work },
    },
    {
      objective: claim(certificate?.costUsd, objective),
      byCup: claim(certificate?.costByCupUsd, costByCupUsd, ' with cooling per unit of power'),
    },
  );
  const rated = evaluation === null || objective === null ? null : evaluation;
  return {
    ...result,
    ...(planFrom === undefined ? {} : { planFrom }),
    boundByEpochUsd: result.bound === null ? null : (certificate?.costByEpochUsd ?? null),
    costByEpochUsd: rated === null ? null : costByEpochUsd(rated, model.carbonUsdPerKg),
    costByCupUsd,
    boundByCupUsd: held.byCup.bound,
    gapByCup: held.byCup.gap,
    coolingPerPower: Object.fromEntries(
      model.centres.map(({ coolingPerPower }, d) => [model.instance.dataCentres[d]!.name, coolingPerPower]),
    ),
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
    warnings: [...result.warnings, ...twoOpinions(objective, claimedCostUsd)],
    figures: outcome.figures,
  };
}

/** Returns a proof of infeasibility in the form of the result file; `others` is left out if there are none. */
export function geoRunInfeasibility({ others = [], ...first }: GeoInfeasibility): GeoRunInfeasibility {
  const stated = { ...first, proven: true };
  return others.length === 0 ? stated : { ...stated, others: others.map((one) => ({ ...one, proven: true })) };
}

/** Absolute difference between the bills of checker and model that counts as rounding error, USD. */
const ROUNDING_USD = 1e-9;

/**
 * Returns a warning if the bills of checker and model differ. Checker and model share no code for the bill, so one of
 * the two is wrong.
 */
function twoOpinions(costUsd: number | null, claimedUsd: number | null): string[] {
  if (costUsd === null || claimedUsd === null) return [];
  const size = Math.max(Math.abs(costUsd), Math.abs(claimedUsd));
  if (Math.abs(costUsd - claimedUsd) <= Math.max(ROUNDING_USD, 1e-6 * size)) return [];
  return [`The model says ${claimedUsd}, the checker ${costUsd}: one of them is wrong. Please report this plan.`];
}

function finite(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
