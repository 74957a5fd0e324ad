/**
 * Topological order of tasks, in which every edge leads forward. If no such order exists, it is a list of tasks that
 * form a cycle.
 */
export type TaskOrder =
  | { readonly ok: true; readonly order: readonly number[] }
  /** Tasks of a cycle in the order of its edges, starting with the lowest. */
  | { readonly ok: false; readonly cycle: readonly number[] };

/**
 * Returns a topological order of n tasks, in which edge e leads from task from[e] to task to[e]. Of the tasks that may
 * come next, the one with the lowest index does. So the order of the indices is kept if it is already topological.
 */
export function topologicalOrder(n: number, from: readonly number[], to: readonly number[]): TaskOrder {
  const open = new Int32Array(n);
  const next: number[][] = Array.from({ length: n }, () => []);
  for (const [e, source] of from.entries()) {
    next[source]!.push(to[e]!);
    open[to[e]!]!++;
  }
  const order: number[] = [];
  const isPlaced = new Uint8Array(n);
  for (let task = 0; task < n;) {
    if (isPlaced[task] === 1 || open[task]! > 0) {
      task++;
      continue;
    }
    isPlaced[task] = 1;
    order.push(task);
    let lowest = task + 1;
    for (const after of next[task]!) {
      open[after]!--;
      if (open[after] === 0 && after < lowest) lowest = after;
    }
    task = lowest;
  }
  return order.length === n ? { ok: true, order } : { ok: false, cycle: cycleAmong(n, from, to, isPlaced) };
}

/** Returns a cycle among the tasks that the topological order could not include. */
function cycleAmong(n: number, from: readonly number[], to: readonly number[], isPlaced: Uint8Array): number[] {
  const before = new Int32Array(n).fill(-1);
  for (const [e, task] of to.entries()) {
    if (isPlaced[from[e]!] === 0 && before[task]! < 0) before[task] = from[e]!;
  }
  const seenAt = new Map<number, number>();
  const walk: number[] = [];
  let task = isPlaced.indexOf(0);
  while (!seenAt.has(task)) {
    seenAt.set(task, walk.length);
    walk.push(task);
    task = before[task]!;
  }
  const cycle = walk.slice(seenAt.get(task)).reverse();
  const lowest = cycle.indexOf(Math.min(...cycle));
  return [...cycle.slice(lowest), ...cycle.slice(0, lowest)];
}
