import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import { isEvent } from './days.js';
import type { Faults } from '../../../check/faults.js';
import type { JudgedRun } from './runs.js';

/**
 * Checks preemptions. An interrupted task must be preemptible, and it must be interrupted at a mapping event. For every
 * task interrupted in a pool at an event, a task that may preempt others must start there at that event.
 */
export function checkPreemptions(
  { pools, environment, eventIntervalS }: UtilityInstance,
  { tasks }: UtilityWorkload,
  runs: readonly JudgedRun[],
  faults: Faults,
): void {
  if (environment !== 'preemptive') return;
  /** Number of preempted and preempting tasks, by pool and number of the mapping event. */
  const moments = new Map<string, { preempted: number; preempting: number; index: number }>();
  const at = (pool: number, atS: number, index: number): { preempted: number; preempting: number } => {
    const key = `${pool}/${Math.round(atS / eventIntervalS)}`;
    const known = moments.get(key) ?? { preempted: 0, preempting: 0, index };
    moments.set(key, known);
    return known;
  };
  for (const { index, task, pool, finished, pieces } of runs) {
    const name = (): string => `runs[${index}], task "${tasks.name(task)}"`;
    for (const [k, [startS, endS]] of pieces.entries()) {
      if (!isEvent(startS, eventIntervalS))
        faults.add('order', () => `${name()}: starts at ${startS} s, between mapping events`);
      if (tasks.mayPreempt[task] === 1) at(pool, startS, index).preempting++;
      if (finished && k === pieces.length - 1) continue;
      if (tasks.mayBePreempted[task] !== 1) faults.add('preemption', () => `${name()}: may not be preempted`);
      if (!isEvent(endS, eventIntervalS))
        faults.add('preemption', () => `${name()}: preempted at ${endS} s, between mapping events`);
      at(pool, endS, index).preempted++;
    }
  }
  for (const [key, { preempted, preempting, index }] of moments) {
    if (preempted <= preempting) continue;
    const [pool = 0, event = 0] = key.split('/').map(Number);
    const where = `pool "${pools[pool]!.name}" at ${event * eventIntervalS} s, runs[${index}]`;
    faults.add('preemption', () => `${where}: ${preempted} preempted, ${preempting} that may preempt begin`);
  }
}
