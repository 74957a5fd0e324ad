/** Numbers of nodes of one type in one centre that start or stop, by the epoch to which the transition is charged. */
export interface Transitions {
  readonly starts: Int32Array;
  readonly stops: Int32Array;
}

/**
 * Returns N_start(t) = max(0, A(t+1) - A(t)) and N_stop(t) = max(0, A(t-1) - A(t)), where A(t) is the number of awake
 * nodes in epoch t. Nodes of a type are interchangeable. So of the awake nodes in two consecutive epochs, one set
 * contains the other (docs/decisions/geo-transitions.md). At the ends of a horizon that is not cyclic there are no
 * transitions.
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
