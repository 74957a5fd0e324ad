/** Returns how many of the first `count` ascending values are <= a limit, by bisection. */
export function countUpTo(ascending: ArrayLike<number>, limit: number, count = ascending.length): number {
  return firstWhere(count, (index) => ascending[index]! > limit);
}

/** Returns how many ascending values are < a limit, by bisection. */
export function countBelow(ascending: ArrayLike<number>, limit: number): number {
  return firstWhere(ascending.length, (index) => !(ascending[index]! < limit));
}

/**
 * Returns the first of the indices 0 .. count - 1 for which a test holds, by bisection; `count` if there is none. The
 * test must hold for all later indices too.
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
