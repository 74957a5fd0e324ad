/** Part of a set-point range, C, and an upper bound on what it is worth. */
export interface Interval {
  readonly fromC: number;
  readonly toC: number;
  readonly value: number;
}

const MAX_INTERVALS = 30;
const MIN_WIDTH_C = 0.01;

/**
 * Intervals that together cover cuts[0] .. cuts.at(-1) (ascending) without holes: the one worth most is halved as long as it is
 * worth more than `floor` and wide enough. `examine` bounds an interval; a half is never worth more than the whole.
 */
export function intervalCover(
  cuts: readonly number[],
  examine: (fromC: number, toC: number) => Interval,
  floor: () => number,
): Interval[] {
  const open = cuts.slice(1).flatMap((toC, n) => (toC > cuts[n]! || n === 0 ? [examine(cuts[n]!, toC)] : []));
  while (open.length < MAX_INTERVALS) {
    open.sort((a, b) => a.value - b.value);
    const top = open.at(-1)!;
    if (top.value <= floor() || top.toC - top.fromC < MIN_WIDTH_C) break;
    open.pop();
    const middle = (top.fromC + top.toC) / 2;
    for (const half of [examine(top.fromC, middle), examine(middle, top.toC)]) {
      open.push(half.value > top.value ? { ...half, value: top.value } : half);
    }
  }
  return open;
}
