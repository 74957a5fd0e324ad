/** Returns the number of values <= `limit` among the first `count` values of an ascending list, found by bisection. */
export function countUpTo(ascending: ArrayLike<number>, limit: number, count = ascending.length): number {
  return firstWhere(count, (index) => ascending[index]! > limit);
}

/** Returns the number of values < `limit` in an ascending list, found by bisection. */
export function countBelow(ascending: ArrayLike<number>, limit: number): number {
  return firstWhere(ascending.length, (index) => !(ascending[index]! < limit));
}

/**
 * Returns the smallest index among 0 .. count - 1 for which the test `holds` is true; `count` if there is none. The
 * index is found by bisection, so if the test is true for an index, it must be true for all larger indices.
 */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
