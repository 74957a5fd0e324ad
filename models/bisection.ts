/** Returns the number of the first `count` ascending values that are at most a limit. */
export function countUpTo(ascending: ArrayLike<number>, limit: number, count = ascending.length): number {
  return firstWhere(count, (index) => ascending[index]! > limit);
}

/** Returns the number of ascending values below a limit. */
export function countBelow(ascending: ArrayLike<number>, limit: number): number {
  return firstWhere(ascending.length, (index) => !(ascending[index]! < limit));
}

/** Returns the first of `count` indices for which a test holds; `count` if none. From there on it must hold for all. */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
