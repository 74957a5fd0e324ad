import type { MultisetTable } from '../../models/facility/configuration.js';
import type { CompiledNodeType } from '../../models/facility/compiled.js';

/**
 * Range of P-states of each task that can be best at given prices, whatever else runs on the node.
 *
 * With CET = B_p + delta (anchored co-location, or none) the worth of P-state p on one core is mu / (B_p + delta) - pi
 * a_p. The advantage of a faster state over a slower one, mu (1 / (B_p + delta) - 1 / (B_q + delta)), shrinks as delta
 * grows where mu >= 0, so the best state can only get slower: it lies between the best one alone (delta = 0) and the
 * best one with the longest delay. Where mu < 0 it can only get faster, and lies between the same two.
 */
export interface PStateWindows {
  /** Positions in CompiledTask.pStates, inclusive, per local task. */
  readonly first: Uint8Array;
  readonly last: Uint8Array;
  /** Computes the windows for task prices (by global task) and a power price per W. */
  set(taskPrice: Float64Array, pricePerW: number): void;
}

export function pStateWindows(nodeType: CompiledNodeType, table: MultisetTable): PStateWindows {
  const { tasks } = nodeType;
  const first = new Uint8Array(tasks.length);
  const last = Uint8Array.from(tasks, (task) => task.timeS.length - 1);
  const worstDelayS = worstDelays(nodeType, table);
  // Where time does not fall in this simple way with the P-state, every state stays in.
  const ordered = tasks.map(
    (task) =>
      nodeType.colocation !== 'literal' && task.timeS.every((timeS, p) => p === 0 || timeS >= task.timeS[p - 1]!),
  );
  return {
    first,
    last,
    set(taskPrice, pricePerW) {
      for (const [k, task] of tasks.entries()) {
        if (!ordered[k]!) continue;
        const mu = taskPrice[task.task]!;
        const worth = (p: number, delayS: number): number =>
          mu / (task.timeS[p]! + delayS) - pricePerW * task.powerW[p]!;
        let alone = 0;
        let crowded = 0;
        for (let p = 1; p < task.timeS.length; p++) {
          if (worth(p, 0) > worth(alone, 0)) alone = p;
          if (worth(p, worstDelayS[k]!) >= worth(crowded, worstDelayS[k]!)) crowded = p;
        }
        // One state of margin on either side: rounding must not exclude a tie.
        first[k] = Math.max(0, Math.min(alone, crowded) - 1);
        last[k] = Math.min(task.timeS.length - 1, Math.max(alone, crowded) + 1);
      }
    },
  };
}

/** Returns the longest delay that co-location can cause each task, s. */
function worstDelays(nodeType: CompiledNodeType, table: MultisetTable): Float64Array {
  const delays = new Float64Array(nodeType.tasks.length);
  for (let e = 0; e < table.entryTask.length; e++) {
    const k = table.entryTask[e]!;
    const rate = table.rate[table.valueStart[e]!]!;
    if (rate > 0) delays[k] = Math.max(delays[k]!, table.entryCount[e]! / rate - nodeType.tasks[k]!.timeS[0]!);
  }
  return delays;
}
