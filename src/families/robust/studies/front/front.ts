import { isInfiniteZ } from '../../../../../models/families/robust/infinite-z.js';
import { normalCdf, normalQuantile } from '../../../../../models/families/robust/normal.js';
import { solvePoints } from '../../../../studies/points.js';
import type { OpenedRobust } from '../../runs/open.js';
import { measureOf, ratedBy, type RobustMeasure } from '../../runs/rated.js';
import { type RobustRunRequest, solveOpenedRobust } from '../../runs/solve.js';
import type { RobustStart } from '../../methods/outcome.js';

/**
 * Trade-off between makespan-robustness and energy-robustness: plans by the method MO-EC at rising energy-robustness.
 */
export interface RobustFront {
  readonly method: string;
  /** Probability that the points maximise. */
  readonly boundOn: RobustMeasure;
  readonly points: readonly FrontPoint[];
}

export interface FrontPoint {
  /** Energy-robustness that the plan must reach, and its quantile. */
  readonly eta: number;
  readonly etaZ: number;
  /**
   * Probability that all cores are in time, and probability that the budget is kept until the last core of every node
   * is done; null as below.
   */
  readonly allInTime: number | null;
  readonly budgetUntilLastCore: number | null;
  /** Makespan-robustness and energy-robustness of the plan by the checker; null without a feasible plan. */
  readonly psi: number | null;
  /** Quantile of the probability that is maximised. */
  readonly objectiveZ: number | null;
  readonly psiZ: number | null;
  readonly phi: number | null;
  /** Proven upper bound on the probability that is maximised; null if nothing is feasible or nothing was proven. */
  readonly bound: number | null;
  readonly boundZ: number | null;
}

/** Least energy-robustness along a front. Our choice: nobody promises a budget that is more likely broken than kept. */
const MIN_ETA = 0.5;
/** Greatest energy-robustness along a front. */
const MAX_ETA = 0.999;

/**
 * Returns a front of `count` points, at least 2, at equal distances in z. Each search starts from the plan before. It
 * stops early when interrupted.
 */
export async function robustFront(
  opened: OpenedRobust,
  request: RobustRunRequest,
  count: number,
): Promise<RobustFront> {
  const [from, to] = [normalQuantile(MIN_ETA), normalQuantile(MAX_ETA)];
  const boundOn = measureOf('mo-ec', request.objective);
  let start: RobustStart | null = null;
  const solve = async (etaZ: number): Promise<FrontPoint> => {
    const eta = normalCdf(etaZ);
    const limits = { ...opened.instance.limits, energyRobustness: eta };
    const varied = { ...opened, instance: { ...opened.instance, limits }, model: { ...opened.model, energyZ: etaZ } };
    const solved = await solveOpenedRobust({ ...request, goal: 'mo-ec', withBound: true, start }, varied);
    start = solved.next;
    const { feasible, jointPsiLog10, energyUntilLastCore, psi, phi, bound, boundZ } = solved.record.result;
    const proven = { eta, etaZ, bound, boundZ: boundZ === null ? null : finiteZ(boundZ) };
    if (!feasible) return { ...proven, ...NO_PLAN };
    return {
      ...proven,
      allInTime: 10 ** jointPsiLog10!,
      budgetUntilLastCore: energyUntilLastCore!.energyRobustness.probability,
      psi: psi!.probability,
      psiZ: finiteZ(psi!.z),
      objectiveZ: finiteZ(ratedBy(boundOn, solved.record.evaluation!).z),
      phi: phi!.probability,
    };
  };
  const points = Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1));
  const { found } = await solvePoints({ ...request, points, solve });
  return { method: request.method.name, boundOn, points: found.map(({ answer }) => answer) };
}

/** Values of a point without a feasible plan. */
const NO_PLAN = { allInTime: null, budgetUntilLastCore: null, psi: null, psiZ: null, objectiveZ: null, phi: null };

function finiteZ(z: number): number | null {
  return isInfiniteZ(z) ? null : z;
}
