/**
 * List of numbers that change one at a time, with quick access to the position of the largest (a tournament tree). The
 * numbers must not be NaN.
 */
export interface MaxTree {
  /** Sets the number at position `place`, in O(log count). Initially all numbers are -Infinity. */
  set(place: number, value: number): void;
  /** Replaces all numbers by `values`, in O(count). */
  fill(values: Float64Array): void;
  /** Returns the position of the largest number, the first of several equal ones. */
  top(): number;
  valueAt(place: number): number;
}

export function maxTree(count: number): MaxTree {
  let leaves = 1;
  while (leaves < count) leaves *= 2;
  const value = new Float64Array(leaves).fill(-Infinity);
  /** [node of the tree]: position of the largest number below this node. Entries from `leaves` on are the leaves. */
  const winner = new Int32Array(2 * leaves);
  for (let n = 0; n < leaves; n++) winner[leaves + n] = n;
  const play = (match: number): void => {
    const left = winner[2 * match]!;
    const right = winner[2 * match + 1]!;
    winner[match] = value[left]! >= value[right]! ? left : right;
  };
  const playAll = (): void => {
    for (let match = leaves - 1; match >= 1; match--) play(match);
  };
  playAll();
  return {
    set: (place, number) => {
      value[place] = number;
      for (let match = (leaves + place) >> 1; match >= 1; match >>= 1) {
        const before = winner[match]!;
        play(match);
        // Neither was the winner nor is it: later matches are between the same as ever.
        if (before !== place && winner[match] !== place) break;
      }
    },
    fill: (values) => {
      value.set(values);
      playAll();
    },
    top: () => winner[1]!,
    valueAt: (place) => value[place]!,
  };
}
