const POINTS = 90;

/** Equally far apart on a logarithmic scale; `last` is the last one exactly. */
export function commonGrid(first: number, last: number): number[] {
  return Array.from({ length: POINTS }, (_, n) =>
    n === POINTS - 1 ? last : first * (last / first) ** (n / (POINTS - 1)),
  );
}

/** The value that holds at `x`: that of the last point not beyond it, null before the first. x rises along the points. */
export function valueAt(points: readonly (readonly [x: number, value: number])[], x: number): number | null {
  let held: number | null = null;
  for (const [at, value] of points) {
    if (at > x) break;
    held = value;
  }
  return held;
}

export interface Spread {
  readonly median: readonly number[];
  readonly least: readonly number[];
  readonly greatest: readonly number[];
}

/** Median, least and greatest of the values, one per trial, at every point of the grid. */
export function spreadOver(grid: readonly number[], valuesAt: (x: number) => readonly number[]): Spread {
  const sorted = grid.map((x) => [...valuesAt(x)].sort((one, other) => one - other));
  return {
    median: sorted.map(median),
    least: sorted.map((values) => values[0]!),
    greatest: sorted.map((values) => values.at(-1)!),
  };
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  const [below, above] = [sorted[Math.floor(middle)]!, sorted[Math.ceil(middle)]!];
  // Infinite ones have no mean with themselves' negatives; equal ones are it.
  return below === above ? below : (below + above) / 2;
}
