import { heldBound } from '../../../../../models/problems/bound.js';
import { LEVEL } from '../../../../experiments/statistics.js';
import { SCALE_Z } from '../../runs/result-of.js';
import { wholeTrials } from '../../../../studies/compare/summary.js';
import { improvementsText } from './contestants.js';
import { robustConvergence } from './convergence.js';
import type { RobustCompareRun, RobustComparisonRecord, RobustTrialBound } from './record.js';
import { type RobustCompareRequest, runRobustComparison } from './run.js';
import { robustDifferences, robustSummaries } from './summary.js';

export interface RobustComparison {
  readonly record: RobustComparisonRecord;
  /** Every run without times, the same bytes for the same request by work limit; null unless all came to their end. */
  readonly records: string | null;
}

/** Robust methods side by side on seeded trials of one instance. The first of `contestants` may serve as `reference`. */
export async function compareRobustMethods(
  request: RobustCompareRequest & { readonly reference: string },
): Promise<RobustComparison> {
  const { opened, contestants, reference, seed, trials, variants, run, form, goal, workers = 1 } = request;
  const methods = contestants.map(({ label }) => label);
  const { bounds, runs, boundScope, interrupted, failures, records } = await runRobustComparison(request);
  const { timeLimitS, workLimit } = run.limits;
  const improvements = improvementsText(form.improvements);
  const record: RobustComparisonRecord = {
    instance: opened.instance.name,
    family: 'robust',
    problem: goal,
    methods,
    reference,
    constraintHandling: form.handling,
    improvements: improvements === 'none' ? [] : improvements.split('+'),
    seed,
    trialsAsked: trials,
    trials: wholeTrials(methods, runs).size,
    termination: interrupted ? 'interrupted' : 'finished',
    variants,
    timeLimitS,
    workLimit,
    workers,
    confidence: LEVEL,
    objectiveUnit: 'probability',
    boundScope,
    bounds,
    runs,
    summary: robustSummaries(contestants, runs),
    differences: robustDifferences(methods, reference, runs),
    convergence: robustConvergence(methods, runs, bounds, timeLimitS === null ? 'steps' : 'seconds'),
    warnings: [...opened.warnings, ...infeasible(bounds), ...refuted(runs, bounds, variants), ...failures],
  };
  return { record, records };
}

function infeasible(bounds: readonly RobustTrialBound[]): string[] {
  const proven = bounds.filter(({ infeasibility }) => infeasibility !== undefined);
  if (proven.length === 0) return [];
  const where = bounds.length === 1 ? '' : `${proven.length} of ${bounds.length} trials; seed ${proven[0]!.seed}: `;
  return [`No plan is feasible: ${where}${proven[0]!.infeasibility!}`];
}

/** A plan above its bound would mean that one of the two is wrong: said loudly. */
export function refuted(
  runs: readonly RobustCompareRun[],
  bounds: readonly RobustTrialBound[],
  variants: boolean,
): string[] {
  return runs.flatMap(({ method, seed, trial, objectiveZ, energyMeanJ, boundZ, energyBoundJ }) => {
    if (objectiveZ === null || energyMeanJ === null) return [];
    const common = bounds.find((bound) => !variants || bound.trial === trial);
    const wrong = (what: string): string =>
      `${method} with seed ${seed} has a feasible plan ${what}: one of them is wrong. Please report this instance.`;
    return [
      ...(common?.infeasibility === undefined ? [] : [wrong('where none is proven to exist')]),
      ...(boundZ !== null && heldBound(boundZ, objectiveZ, true, SCALE_Z).isRefuted
        ? [wrong(`of z = ${objectiveZ} above the proven bound of z = ${boundZ}`)]
        : []),
      ...(energyBoundJ !== null && heldBound(energyBoundJ, energyMeanJ, false).isRefuted
        ? [wrong(`of ${energyMeanJ} J below the proven least of ${energyBoundJ} J`)]
        : []),
    ];
  });
}
