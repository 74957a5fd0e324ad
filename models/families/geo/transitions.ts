/** For each epoch, number of nodes of one type in one centre whose start or stop is charged to it. */
export interface Transitions {
  readonly starts: Int32Array;
  readonly stops: Int32Array;
}

/**
 * Returns the numbers of nodes that start and stop, by the epoch t to which this is charged. With A(t), the number of
 * awake nodes in epoch t:
 *
 * starts(t) = max(0, A(t+1) - A(t)), stops(t) = max(0, A(t-1) - A(t))
 *
 * No further nodes change their state, because nodes of a type are interchangeable (docs/decisions/geo-transitions.md).
 * At the ends of a horizon that is not cyclic, no node starts or stops.
 *
 * @param awake number of awake nodes of one type in each epoch
 * @param cyclic true if the first epoch follows the last one
 */
export function transitionsOf(awake: ArrayLike<number>, cyclic: boolean): Transitions {
  const epochs = awake.length;
  const starts = new Int32Array(epochs);
  const stops = new Int32Array(epochs);
  for (let t = 0; t < epochs; t++) {
    const after = t + 1 < epochs ? t + 1 : cyclic ? 0 : t;
    const before = t > 0 ? t - 1 : cyclic ? epochs - 1 : t;
    starts[t] = Math.max(0, awake[after]! - awake[t]!);
    stops[t] = Math.max(0, awake[before]! - awake[t]!);
  }
  return { starts, stops };
}
