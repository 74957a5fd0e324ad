import type { Frontier, FrontierStep, SweepPoint } from './result.js';

/** Excess of a reward over a bound, as a share of the bound, from which it counts as more than rounding. */
const CLEARLY = 1e-9;
/** Share of the bound by which a plan may exceed it because of rounding and the checker's tolerances. */
const ROUNDING = 1e-6;

/** The part of a solved power cap that the frontier needs. */
export type CapPoint = Pick<
  SweepPoint,
  'bound' | 'gap' | 'objective' | 'feasible' | 'power' | 'infeasibility' | 'leastPower'
>;

/**
 * Returns the proven frontier over power caps. A plan that draws P keeps every cap of at least P, so it earns at most
 * the least of their bounds (docs/reward-rate/sweeps.md#frontier). `keptCapW`: each point's cap less its reserve, W.
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
 * Returns the position of the step that lies farthest above the straight line from the first to the last step with a
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
 * Returns the greatest power that a plan of the point's reward is proven to need, W: by the steps or by the point's own
 * search. Null if nothing is proven.
 */
function leastPowerOf({ feasible, objective, leastPower }: CapPoint, steps: readonly FrontierStep[]): number | null {
  if (!feasible || objective === null) return null;
  const passed = steps.filter(({ boundRewardPerS }) => (boundRewardPerS ?? -Infinity) < objective * (1 - CLEARLY));
  const leastW = passed.reduce((most, { toW }) => Math.max(most, toW), leastPower?.boundW ?? -Infinity);
  return leastW === -Infinity ? null : leastW;
}

/**
 * Returns true if a plan earns more than the proven step at its power allows, beyond rounding. False if no bound covers
 * it.
 */
function isAbove({ feasible, gap, objective, power }: CapPoint, steps: readonly FrontierStep[]): boolean {
  if (!feasible || gap === null || objective === null || power === null) return false;
  const step = steps.find(({ toW }) => power.totalW <= toW * (1 - ROUNDING));
  return step !== undefined && objective > (step.boundRewardPerS ?? -Infinity) * (1 + ROUNDING);
}
