/** The reward rate (more is better) and the power (less is better) of a plan. */
export interface RewardAndPower {
  readonly rewardPerS: number;
  readonly powerW: number;
}

/**
 * Returns the positions of the points that no other point beats, by rising power and thus rising reward. One point
 * beats another if it is no worse in both and better in one; equal points are all kept. Entries that are `null` are
 * ignored.
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
