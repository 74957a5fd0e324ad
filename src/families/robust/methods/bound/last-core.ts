import type { NodeGroup } from './groups.js';

/** Share by which the last core's finish may lie below the mean of its node, as sums are rounded (ours). */
const SLACK = 1e-10;

/**
 * Part of a task in the variance of the core that its node waits for, s^2: summed over a node's tasks at most that variance, whatever
 * `endRatioS` >= 0 (proof: docs/robust/bound.md). May be negative.
 */
export function lastCoreVarianceS2(endRatioS: number, cores: number, meanS: number, varianceS2: number): number {
  const dueS2 = endRatioS * meanS;
  return (dueS2 * (1 - SLACK)) / cores - (dueS2 > varianceS2 ? dueS2 - varianceS2 : 0);
}

/** Size of the parts that `lastCoreVarianceS2` adds up, s^2: its rounding is far below 1e-15 of it. */
export function lastCoreSizeS2(endRatioS: number, meanS: number, varianceS2: number): number {
  return endRatioS > 0 ? 2 * endRatioS * meanS + varianceS2 : 0;
}

/** A task in the option that a point chooses for it. */
export interface ChosenTime {
  readonly meanS: number;
  readonly varianceS2: number;
}

/**
 * The best ratio by group for the choices of a point, s: tasks of lesser ratios of variance to mean fill one core of each node as long as its
 * cores are on average. Tasks of equal weight; `chosen` is by place in the point.
 */
export function bestEndRatios(
  groups: readonly NodeGroup[],
  groupOfOption: Int32Array,
  { option }: { readonly option: Int32Array },
  count: number,
  chosen: (place: number) => ChosenTime,
): Float64Array {
  const members: ChosenTime[][] = groups.map(() => []);
  for (let place = 0; place < count; place++) {
    const o = option[place]!;
    if (o >= 0) members[groupOfOption[o]!]!.push({ ...chosen(place) });
  }
  return Float64Array.from(members, (times, g) => {
    const dueS = times.reduce((sum, { meanS }) => sum + meanS, 0) / groups[g]!.node.cores;
    let sumS = 0;
    let ratioS = 0;
    for (const time of times.filter(({ meanS }) => meanS > 0).sort((a, b) => ratioOf(a) - ratioOf(b))) {
      if (sumS >= dueS) break;
      sumS += time.meanS;
      ratioS = ratioOf(time);
    }
    return Number.isFinite(ratioS) ? ratioS : 0;
  });
}

function ratioOf({ meanS, varianceS2 }: ChosenTime): number {
  return varianceS2 / meanS;
}
