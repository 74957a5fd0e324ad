/**
 * Returns the positions of the Pareto-optimal points, by ascending first coordinate. Both coordinates are minimized. A
 * point is left out if another is no worse in both coordinates and better in one; equal points are all kept. Entries
 * that are `null` are ignored.
 */
export function paretoFront(points: readonly (readonly [number, number] | null)[]): number[] {
  const known = points.flatMap((point, n) => (point === null ? [] : [{ x: point[0], y: point[1], n }]));
  return known
    .filter(({ x, y }) => !known.some((one) => one.x <= x && one.y <= y && (one.x < x || one.y < y)))
    .sort((a, b) => a.x - b.x || a.n - b.n)
    .map(({ n }) => n);
}
