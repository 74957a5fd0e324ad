import { heldBound } from '../../../../../models/problems/bound.js';
import { LEVEL } from '../../../../experiments/statistics.js';
import { GEO_OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { wholeTrials } from '../../../../studies/compare/summary.js';
import { geoConvergence } from './convergence.js';
import type { GeoCommonBound, GeoCompareRun, GeoComparisonRecord } from './record.js';
import { type GeoCompareRequest, runGeoComparison } from './run.js';
import { geoDifferences, geoSummaries, inEveryTrial } from './summary.js';

/** Geo methods side by side on one instance. The first of `methods` may serve as `reference`. */
export async function compareGeoMethods(
  request: GeoCompareRequest & { readonly reference: string },
): Promise<GeoComparisonRecord> {
  const { opened, methods, reference, seed, trials, run } = request;
  const names = methods.map(({ name }) => name);
  const { bound, runs, boundScope, interrupted, failures, warnings } = await runGeoComparison(request);
  const repeated = inEveryTrial(methods, runs, trials);
  const { timeLimitS, workLimit } = run.limits;
  const drawing = methods.filter(({ stochastic }) => stochastic).map(({ name }) => name);
  return {
    instance: opened.instance.name,
    family: 'geo',
    methods: names,
    reference,
    seed,
    trialsAsked: trials,
    trials: wholeTrials(names, repeated).size,
    termination: interrupted ? 'interrupted' : 'finished',
    variants: false,
    timeLimitS,
    workLimit,
    confidence: LEVEL,
    objectiveUnit: GEO_OBJECTIVE_UNIT,
    boundScope,
    epochCount: opened.problem.epochCount,
    epochS: opened.problem.epochS,
    bound,
    runs,
    summary: geoSummaries(methods, runs, repeated),
    differences: geoDifferences(methods, reference, repeated),
    convergence: geoConvergence(drawing, runs, timeLimitS === null ? 'steps' : 'seconds'),
    warnings: [
      ...opened.warnings,
      ...infeasible(bound),
      ...refuted(runs, bound),
      // What a run alone takes for open is not.
      ...(bound?.infeasibility === undefined ? warnings : []),
      ...failures,
    ],
  };
}

function infeasible(bound: GeoCommonBound | null): string[] {
  return bound?.infeasibility === undefined ? [] : [`No plan is feasible: ${bound.infeasibility}`];
}

/** A plan below its bound would mean that one of the two is wrong: said loudly. */
export function refuted(runs: readonly GeoCompareRun[], common: GeoCommonBound | null): string[] {
  return runs.flatMap(({ method, seed, objective, bound }) => {
    if (objective === null) return [];
    const wrong = (what: string): string =>
      `${method} with seed ${seed} has a feasible plan ${what}: one of them is wrong. Please report this instance.`;
    return [
      ...(common?.infeasibility === undefined ? [] : [wrong('where none is proven to exist')]),
      ...(bound !== null && heldBound(bound, objective, false).isRefuted
        ? [wrong(`for ${objective} USD below the proven bound of ${bound} USD`)]
        : []),
    ];
  });
}
