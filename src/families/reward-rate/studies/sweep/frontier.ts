import type { RunSummary } from '../summary.js';

/** A bound counts as lower than a reward only if it is lower by more than this fraction of the reward. */
const CLEARLY = 1e-9;
/** Largest relative excess of a reward over a bound that rounding and the checker's tolerances explain. */
const ROUNDING = 1e-6;

/** Fields of a solved point of the sweep from which the frontier is computed. Each point has its own power cap. */
export type CapPoint = Pick<
  RunSummary,
  'bound' | 'gap' | 'objective' | 'feasible' | 'power' | 'infeasibility' | 'leastPower'
>;

/**
 * Range of meter power, W, with an upper bound on the reward rate of plans that draw at most `toW`, reward/s. The bound
 * is null if it is proven that there is no such plan.
 */
export interface FrontierStep {
  readonly fromW: number;
  readonly toW: number;
  readonly boundRewardPerS: number | null;
  /** Index of the point whose power cap is `toW`. */
  readonly point: number;
}

/**
 * Returns what is proven about reward and power by the points of a sweep of power caps. A plan with power P meets every
 * cap of at least P. So the plan's reward is at most the lowest bound under these caps
 * (docs/reward-rate/sweeps.md#frontier).
 *
 * @param keptCapW [point]: power cap minus its reserve, W
 */
export function provenFrontier(points: readonly CapPoint[], keptCapW: readonly number[]) {
  const order = [...points.keys()]
    .filter((n) => points[n]!.bound !== null || points[n]!.infeasibility?.proven === true)
    .sort((a, b) => keptCapW[a]! - keptCapW[b]!);
  let least = Infinity;
  const steps = order.reduceRight<FrontierStep[]>((above, point, k) => {
    least = Math.min(least, points[point]!.bound ?? -Infinity);
    const fromW = k === 0 ? 0 : keptCapW[order[k - 1]!]!;
    return [{ fromW, toW: keptCapW[point]!, boundRewardPerS: least === -Infinity ? null : least, point }, ...above];
  }, []);
  return {
    steps,
    knee: kneeOf(steps),
    leastPowerW: points.map((point) => leastPowerOf(point, steps)),
    /** Indices of points whose plan earns more than is proven possible; empty unless the program has an error. */
    refuted: [...points.keys()].filter((n) => isAbove(points[n]!, steps)),
  };
}

/**
 * Returns the index of the knee: the step whose bound is farthest above the straight line from the first bound to the
 * last. Null if no bound is above this line.
 */
function kneeOf(steps: readonly FrontierStep[]): number | null {
  const bounded = steps.filter(({ boundRewardPerS }) => boundRewardPerS !== null);
  const [first, last] = [bounded[0], bounded.at(-1)];
  const [low, high] = [first?.boundRewardPerS ?? 0, last?.boundRewardPerS ?? 0];
  if (first === undefined || last === undefined || !(high > low)) return null;
  const perW = (high - low) / (last.toW - first.toW);
  const over = steps.map(({ toW, boundRewardPerS }) => (boundRewardPerS ?? -Infinity) - low - perW * (toW - first.toW));
  const most = Math.max(...over);
  return most > ROUNDING * high ? over.indexOf(most) : null;
}

/**
 * Returns the largest proven lower bound on the power of plans that earn as much as the point's plan, W. Null if the
 * point has no plan or nothing is proven.
 */
function leastPowerOf({ feasible, objective, leastPower }: CapPoint, steps: readonly FrontierStep[]): number | null {
  if (!feasible || objective === null) return null;
  const passed = steps.filter(({ boundRewardPerS }) => (boundRewardPerS ?? -Infinity) < objective * (1 - CLEARLY));
  const leastW = passed.reduce((most, { toW }) => Math.max(most, toW), leastPower?.boundW ?? -Infinity);
  return leastW === -Infinity ? null : leastW;
}

/**
 * Returns true if the point's plan earns more than the bound of the step that contains the plan's power. Rounding error
 * does not count.
 */
function isAbove({ feasible, gap, objective, power }: CapPoint, steps: readonly FrontierStep[]): boolean {
  if (!feasible || gap === null || objective === null || power === null) return false;
  const step = steps.find(({ toW }) => power.totalW <= toW * (1 - ROUNDING));
  return step !== undefined && objective > (step.boundRewardPerS ?? -Infinity) * (1 + ROUNDING);
}
