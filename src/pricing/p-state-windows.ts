import type { MultisetTable } from '../../models/facility/configuration.js';
import type { CompiledNodeType } from '../../models/facility/compiled.js';

/**
 * For each task type, the range of P-states that can be best at given prices, whatever else runs on the node (models
 * "anchored" and "none").
 *
 * With co-location delay delta, a core in P-state p has the value mu / (B_p + delta) - pi a_p. mu is the price of a
 * completed task, B_p the time without co-location, pi the power price and a_p the core power.
 *
 * If mu >= 0, the advantage of a faster P-state over a slower one shrinks as delta grows, so the best P-state can only
 * get slower. If mu < 0, it can only get faster. In both cases it lies between the best P-state without delay and the
 * best one with the longest delay.
 */
export interface PStateWindows {
  /** First P-state in the range of each local task type (index in CompiledTask.pStates). */
  readonly first: Uint8Array;
  /** Last P-state in the range, inclusive. */
  readonly last: Uint8Array;
  /** Computes the ranges for task prices (reward per task, by global type) and a power price (reward/s per W). */
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

/** Returns the longest delay by co-location of each local task type on a node, s. */
function worstDelays(nodeType: CompiledNodeType, table: MultisetTable): Float64Array {
  const delays = new Float64Array(nodeType.tasks.length);
  for (let e = 0; e < table.entryTask.length; e++) {
    const k = table.entryTask[e]!;
    const rate = table.rate[table.valueStart[e]!]!;
    if (rate > 0) delays[k] = Math.max(delays[k]!, table.entryCount[e]! / rate - nodeType.tasks[k]!.timeS[0]!);
  }
  return delays;
}
