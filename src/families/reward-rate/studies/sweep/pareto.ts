/** A point of the plane of reward (more is better) and power (less is better). */
export interface RewardAndPower {
  readonly rewardPerS: number;
  readonly powerW: number;
}

/**
 * Positions of the points that no other beats: none earns at least as much for at most the power, with one of the two better.
 * By rising power, so reward rises too; equal points are all kept. `null` takes part in nothing.
 */
export function paretoFront(points: readonly (RewardAndPower | null)[]): number[] {
  const order = points
    .flatMap((point, n) => (point === null ? [] : [{ ...point, n }]))
    .sort((a, b) => a.powerW - b.powerW || b.rewardPerS - a.rewardPerS || a.n - b.n);
  const front: number[] = [];
  let last: RewardAndPower | null = null;
  for (const point of order) {
    const { rewardPerS, powerW, n } = point;
    const repeats = last !== null && rewardPerS === last.rewardPerS && powerW === last.powerW;
    if (last !== null && rewardPerS <= last.rewardPerS && !repeats) continue;
    front.push(n);
    last = { rewardPerS, powerW };
  }
  return front;
}
