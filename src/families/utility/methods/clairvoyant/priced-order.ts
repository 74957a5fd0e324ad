import { S_PER_H } from '../../../../../models/units.js';
import type { UtilityBound } from '../bound/utility-bound.js';
import type { Timetable } from './timetable.js';

/**
 * Returns the indices of the tasks that may earn utility, highest priority first. The priority is utility divided by
 * cost of nodes and energy at the bound's dual values, on the task's best pool, P-state and start. Starts considered
 * are the arrival and later slot borders.
 */
export function pricedOrder(table: Timetable, { borderS, utilityPerNodeH }: UtilityBound): Int32Array {
  const { tasks, options, pools, eventIntervalS } = table.model;
  const slots = borderS.length - 1;
  /**
   * For each pool and slot border: the dual value of a node, integrated over time from the start of the measured time
   * to the border, [pool][border].
   */
  const paid = new Float64Array(pools.length * (slots + 1));
  for (let j = 0; j < pools.length; j++) {
    for (let s = 0; s < slots; s++) {
      const price = utilityPerNodeH[j]![s]! / S_PER_H;
      paid[j * (slots + 1) + s + 1] = paid[j * (slots + 1) + s]! + (borderS[s + 1]! - borderS[s]!) * price;
    }
  }
  const slotS = (borderS[slots]! - borderS[0]!) / slots;
  const paidUntil = (pool: number, atS: number): number => {
    const at = Math.max(0, Math.min(slots, (atS - borderS[0]!) / slotS));
    const s = Math.min(slots - 1, Math.floor(at));
    const row = pool * (slots + 1) + s;
    return paid[row]! + (at - s) * (paid[row + 1]! - paid[row]!);
  };
  const index = new Float64Array(tasks.count);
  for (let n = 0; n < tasks.count; n++) {
    const kind = tasks.kind[n]!;
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      const pool = options.pool[o]!;
      const nodes = options.nodes[o]!;
      if (nodes > pools[pool]!.nodes) continue;
      for (let s = -1; s < slots; s++) {
        const start = s === -1 ? table.first[n]! : Math.ceil(borderS[s]! / eventIntervalS);
        if (start < table.first[n]! || start * eventIntervalS >= borderS[slots]!) continue;
        const worth = table.worth(n, o, start);
        // Before the measured time a later start may earn more, as more of it counts; after it none does.
        if (!(worth > 0)) {
          if (start * eventIntervalS >= borderS[0]!) break;
          continue;
        }
        const startS = start * eventIntervalS;
        const endS = startS + options.timeS[o]!;
        const nodeCost = nodes * (paidUntil(pool, endS) - paidUntil(pool, startS));
        const cost = nodeCost + worth - table.net(n, o, start);
        index[n] = Math.max(index[n]!, worth / (cost + Number.MIN_VALUE));
      }
    }
  }
  return Int32Array.from(index.keys())
    .filter((n) => index[n]! > 0)
    .sort((a, b) => index[b]! - index[a]! || a - b);
}
