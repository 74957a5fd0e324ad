import type { RunSummary } from '../summary.js';

/** Excess of a reward over a bound, as a share of the bound, from which it counts as more than rounding. */
const CLEARLY = 1e-9;
/** Share of the bound by which a plan may exceed it because of rounding and the checker's tolerances. */
const ROUNDING = 1e-6;

/** A range of meter power, with the greatest reward rate that is possible in it. */
interface FrontierStep {
  /** Meter power above which the step applies, W; 0 for the first step. */
  readonly fromW: number;
  /** Meter power up to which the step applies, W: a solved cap less its reserve. */
  readonly toW: number;
  /** Upper bound on the reward rate of plans that draw at most `toW`, reward/s; null if no plan exists. */
  readonly boundRewardPerS: number | null;
  /** Position in `points` of the cap that proves this step. */
  readonly point: number;
}

/** Reward against meter power: the proven steps, and how little power the rewards of the plans need. */
export interface Frontier {
  /** Steps by rising power; empty if nothing was proven. */
  readonly steps: readonly FrontierStep[];
  /** Power that every plan of a point's reward is proven to exceed, W, by point; null if nothing is proven. */
  readonly leastPowerW: readonly (number | null)[];
  /** Position of the step farthest above the straight line from the first to the last one; null if none is above. */
  readonly knee: number | null;
  /** Positions in `points` of plans that earn more than is proven possible. Empty unless Plenum has a mistake. */
  readonly refuted: readonly number[];
}

/** The part of a solved power cap that the frontier needs. */
export type CapPoint = Pick<
  RunSummary,
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
