import { heldBound } from '../../../../../models/problems/bound.js';
import { greatestReward } from '../../../../../models/problems/reward-rate/greatest-reward.js';
import { LEVEL } from '../../../../experiments/statistics.js';
import { boundCaveat } from '../../methods/bound/certificate.js';
import { problemInMemory } from '../../runs/open.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { wholeTrials } from '../../../../studies/compare/summary.js';
import { convergenceOf } from './convergence.js';
import type { CompareRun, ComparisonRecord } from './record.js';
import { type CompareRequest, labelsOf, runComparison } from './run.js';
import { methodDifferences, methodSummaries, naiveSummaries } from './summary.js';

/** Methods side by side on seeded trials of one instance. The first of `contestants` may serve as `reference`. */
export async function compareMethods(
  request: CompareRequest & { readonly reference: string },
): Promise<ComparisonRecord> {
  const { opened, contestants, reference, seed, trials, variants, run } = request;
  const methods = labelsOf(contestants);
  const { bounds, runs, boundScope, interrupted, failures } = await runComparison(request);
  const caveat = boundCaveat(problemInMemory(opened.instance, opened.matrix).problem);
  const aware = contestants.filter(({ naive }) => !naive);
  return {
    instance: opened.instance.name,
    family: 'reward-rate',
    methods,
    reference,
    seed,
    trialsAsked: trials,
    trials: wholeTrials(methods, runs).size,
    termination: interrupted ? 'interrupted' : 'finished',
    variants,
    timeLimitS: run.limits.timeLimitS,
    workLimit: run.limits.workLimit,
    engine: run.engine,
    confidence: LEVEL,
    objectiveUnit: OBJECTIVE_UNIT,
    boundScope,
    bounds,
    runs,
    summary: methodSummaries(methods, runs),
    differences: methodDifferences(methods, reference, runs),
    naive: naiveSummaries(contestants, runs),
    convergence: convergenceOf(labelsOf(aware), runs),
    warnings: [
      ...opened.warnings,
      ...(caveat === null ? [] : [caveat]),
      ...aboveBound(runs, greatestReward(opened.instance)),
      ...failures,
    ],
  };
}

/** A plan above its bound would mean that one of the two is wrong: said loudly. */
function aboveBound(runs: readonly CompareRun[], scale: number): string[] {
  return runs
    .filter(
      ({ objective, bound }) =>
        objective !== null && bound !== null && heldBound(bound, objective, true, scale).isRefuted,
    )
    .map(
      ({ method, seed, objective, bound }) =>
        `${method} with seed ${seed} earns ${objective} reward/s, more than the proven bound of ${bound}: one of them is wrong. Please report this instance.`,
    );
}
