import type { RunSummary } from '../summary.js';

/**
 * Relative amount by which a step's bound must be below a reward to count as lower; smaller differences are rounding
 * error.
 */
const CLEARLY = 1e-9;
/**
 * Excess of a reward over a bound that rounding and the checker's tolerances can explain, as a fraction of the bound.
 */
const ROUNDING = 1e-6;

/** Range of power at the meter, with an upper bound on the reward rate of plans whose power is in it. */
interface FrontierStep {
  /** Meter power above which the step applies, W; 0 for the first step. */
  readonly fromW: number;
  /** Power at the meter up to which the step applies, W: the power cap of a solved point minus its reserve. */
  readonly toW: number;
  /** Upper bound on the reward rate of plans that draw at most `toW`, reward/s; null if no plan exists. */
  readonly boundRewardPerS: number | null;
  /** Index in `points` of the point whose bound proves this step. */
  readonly point: number;
}

/**
 * Reward against power at the meter: upper bounds in steps, and lower bounds on the power needed for the points'
 * rewards.
 */
export interface Frontier {
  /** Steps by ascending power; empty if nothing was proven. */
  readonly steps: readonly FrontierStep[];
  /**
   * For each point, a lower bound on the power of any plan that earns as much as the point's plan, W; null if nothing
   * is proven.
   */
  readonly leastPowerW: readonly (number | null)[];
  /**
   * Index of the step that is farthest above the straight line from the first to the last step; null if none is above.
   */
  readonly knee: number | null;
  /** Indices in `points` of plans that earn more than is proven possible. Empty unless the program has an error. */
  readonly refuted: readonly number[];
}

/** Fields of a solved point, each for one power cap, from which the frontier is computed. */
export type CapPoint = Pick<
  RunSummary,
  'bound' | 'gap' | 'objective' | 'feasible' | 'power' | 'infeasibility' | 'leastPower'
>;

/**
 * Returns the proven relation of reward and power over the points of a sweep of power caps. A plan with power P meets
 * every cap of at least P. So its reward is at most the least of these caps' bounds
 * (docs/reward-rate/sweeps.md#frontier).
 *
 * @param keptCapW power cap of each point minus its reserve, W
 */
export function provenFrontier(points: readonly CapPoint[], keptCapW: readonly number[]): Frontier {
  const order = [...points.keys()]
    .filter((n) => points[n]!.bound !== null || points[n]!.infeasibility?.proven === true)
    .sort((a, b) => keptCapW[a]! - keptCapW[b]!);
  const steps: FrontierStep[] = [];
  let least = Infinity;
  for (const [k, n] of [...order.entries()].reverse()) {
    const { bound } = points[n]!;
    least = Math.min(least, bound ?? -Infinity);
    const boundRewardPerS = least === -Infinity ? null : least;
    steps.unshift({ fromW: k === 0 ? 0 : keptCapW[order[k - 1]!]!, toW: keptCapW[n]!, boundRewardPerS, point: n });
  }
  return {
    steps,
    knee: kneeOf(steps),
    leastPowerW: points.map((point) => leastPowerOf(point, steps)),
    refuted: [...points.keys()].filter((n) => isAbove(points[n]!, steps)),
  };
}

/**
 * Returns the index of the step that lies farthest above the straight line from the first to the last step with a
 * bound; null if none lies above.
 */
function kneeOf(steps: readonly FrontierStep[]): number | null {
  const bounded = steps.flatMap(({ toW, boundRewardPerS }, at) =>
    boundRewardPerS === null ? [] : [{ at, toW, bound: boundRewardPerS }],
  );
  const [first, last] = [bounded[0], bounded.at(-1)];
  if (first === undefined || last === undefined || !(last.bound > first.bound)) return null;
  const perW = (last.bound - first.bound) / (last.toW - first.toW);
  const above = bounded.map(({ at, toW, bound }) => ({ at, over: bound - first.bound - perW * (toW - first.toW) }));
  const farthest = above.reduce((most, one) => (one.over > most.over ? one : most));
  return farthest.over > ROUNDING * last.bound ? farthest.at : null;
}

/**
 * Returns the largest proven lower bound on the power of plans that earn as much as the point's plan, W. It is from the
 * steps or from the point's own search for least power. Null if nothing is proven.
 */
function leastPowerOf({ feasible, objective, leastPower }: CapPoint, steps: readonly FrontierStep[]): number | null {
  if (!feasible || objective === null) return null;
  const passed = steps.filter(({ boundRewardPerS }) => (boundRewardPerS ?? -Infinity) < objective * (1 - CLEARLY));
  const leastW = passed.reduce((most, { toW }) => Math.max(most, toW), leastPower?.boundW ?? -Infinity);
  return leastW === -Infinity ? null : leastW;
}

/**
 * Returns true if a point's plan earns more than the bound of the step at its power, beyond rounding error. False if no
 * step has a bound for it.
 */
function isAbove({ feasible, gap, objective, power }: CapPoint, steps: readonly FrontierStep[]): boolean {
  if (!feasible || gap === null || objective === null || power === null) return false;
  const step = steps.find(({ toW }) => power.totalW <= toW * (1 - ROUNDING));
  return step !== undefined && objective > (step.boundRewardPerS ?? -Infinity) * (1 + ROUNDING);
}
