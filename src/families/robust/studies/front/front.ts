import { isInfiniteZ } from '../../../../../models/families/robust/infinite-z.js';
import { normalCdf, normalQuantile } from '../../../../../models/families/robust/normal.js';
import { solvePoints } from '../../../../studies/points.js';
import type { OpenedRobust } from '../../runs/open.js';
import { measureOf, ratedBy } from '../../runs/rated.js';
import { type RobustRunRequest, solveOpenedRobust } from '../../runs/solve.js';
import type { RobustStart } from '../../methods/outcome.js';

/** Front of makespan-robustness against required energy-robustness (fields: docs/robust/results.md). */
export type RobustFront = Awaited<ReturnType<typeof robustFront>>;

/**
 * Smallest required energy-robustness of a front. Our choice: nobody promises a budget that is more likely exceeded
 * than kept.
 */
const MIN_ETA = 0.5;
/** Largest required energy-robustness of a front. */
const MAX_ETA = 0.999;

/**
 * Computes a front of `count` plans, at least 2, each for one required energy-robustness. The quantiles of the required
 * values are equally spaced. Each search starts from the previous plan. If interrupted, the front has fewer plans.
 */
export async function robustFront(opened: OpenedRobust, request: RobustRunRequest, count: number) {
  const [from, to] = [normalQuantile(MIN_ETA), normalQuantile(MAX_ETA)];
  const boundOn = measureOf('mo-ec', request.objective);
  let start: RobustStart | null = null;
  const solve = async (etaZ: number) => {
    const eta = normalCdf(etaZ);
    const limits = { ...opened.instance.limits, energyRobustness: eta };
    const varied = { ...opened, instance: { ...opened.instance, limits }, model: { ...opened.model, energyZ: etaZ } };
    const solved = await solveOpenedRobust({ ...request, goal: 'mo-ec', withBound: true, start }, varied);
    start = solved.next;
    const { result, evaluation } = solved.record;
    const { feasible, jointPsiLog10, energyUntilLastCore, psi, phi, bound, boundZ } = result;
    const isPlanned = feasible && evaluation !== null;
    return {
      eta,
      etaZ,
      bound,
      boundZ: finiteZ(boundZ),
      allInTime: isPlanned ? 10 ** jointPsiLog10! : null,
      budgetUntilLastCore: isPlanned ? energyUntilLastCore!.energyRobustness.probability : null,
      psi: isPlanned ? psi!.probability : null,
      psiZ: isPlanned ? finiteZ(psi!.z) : null,
      objectiveZ: isPlanned ? finiteZ(ratedBy(boundOn, evaluation).z) : null,
      phi: isPlanned ? phi!.probability : null,
    };
  };
  const points = Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1));
  const { found } = await solvePoints<number, Awaited<ReturnType<typeof solve>>>({ ...request, points, solve });
  return { method: request.method.name, boundOn, points: found.map(({ answer }) => answer) };
}

function finiteZ(z: number | null): number | null {
  return z === null || isInfiniteZ(z) ? null : z;
}
