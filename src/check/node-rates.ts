import type { ColocationChoice } from '../../models/facility/facility.js';
import { eachCompany } from './company.js';
import { executionTimeS } from './execution-time.js';
import type { ResolvedShare, RunningTask } from './resolved-plan.js';

/** Completion rates of one node, tasks/s, indexed by the workload's task types. */
export interface NodeRates {
  /**
   * Rates if each core changes tasks independently of the others, tasks/s: time fraction x E[1 / co-located execution
   * time]. The objective counts these rates.
   */
  readonly timeSliced: Float64Array;
  /**
   * Rates computed from averages over time, tasks/s: mean number of cores on the task type / co-located execution time.
   * That time is for the node's mean number of busy cores and mean memory intensity.
   */
  readonly averaged: Float64Array;
  /** Rates if co-located tasks did not slow each other down, tasks/s: time fraction / execution time (Eq. 15). */
  readonly naive: Float64Array;
  /**
   * Task types with a co-located execution time <= 0 in some joint state, each with its least such time, s (literal Eq.
   * 21 only). Such states earn nothing.
   */
  readonly unphysical: ReadonlyMap<RunningTask, number>;
}

/**
 * Returns the completion rates of one node, whose cores run `shares`.
 *
 * @param taskTypes number of task types of the workload
 * @param where name of the node's zone, for errors
 * @throws CheckerLimitError if the exact joint distribution of its cores is too large
 */
export function nodeRates(
  model: ColocationChoice['model'],
  shares: readonly ResolvedShare[],
  taskTypes: number,
  where: string,
): NodeRates {
  const timeSliced = new Float64Array(taskTypes);
  const averaged = new Float64Array(taskTypes);
  const naive = new Float64Array(taskTypes);
  const unphysical = new Map<RunningTask, number>();
  /**
   * Returns the completion rate of one core, tasks/s. If the co-located time is <= 0, returns 0 and calls
   * `onUnphysical`.
   */
  const speed = (
    task: RunningTask,
    neighbours: number,
    averageIntensity: number,
    onUnphysical: (timeS: number) => void = () => undefined,
  ): number => {
    const timeS = executionTimeS(model, task, neighbours, averageIntensity);
    if (timeS > 0 || Number.isNaN(timeS)) return 1 / timeS;
    onUnphysical(timeS);
    return 0;
  };

  // Time averages over the node: mean number of active cores, and mean E over its active time.
  let meanActive = 0;
  let intensityTime = 0;
  for (const { count, slices } of shares) {
    for (const { task, fraction } of slices) {
      meanActive += count * fraction;
      intensityTime += count * fraction * task.memoryIntensity;
    }
  }

  // Companies come in another order than the shares; sums are added up in the order of the shares.
  const expected = shares.map(({ slices }) => slices.map(() => 0));
  const least = new Map<RunningTask, number>();
  eachCompany(shares, where, (s, company) => {
    for (const [n, { task }] of shares[s]!.slices.entries()) {
      const record = (timeS: number): void => {
        least.set(task, Math.min(least.get(task) ?? 0, timeS));
      };
      let expectedSpeed = 0;
      for (let state = 0; state < company.probability.length; state += 1) {
        const neighbours = company.active[state]!;
        const averageIntensity = (company.intensitySum[state]! + task.memoryIntensity) / (neighbours + 1);
        expectedSpeed += company.probability[state]! * speed(task, neighbours, averageIntensity, record);
      }
      expected[s]![n] = expectedSpeed;
    }
  });
  for (const [s, { count, slices }] of shares.entries()) {
    if (count === 0) continue;
    for (const [n, { task, fraction }] of slices.entries()) {
      const busyCores = count * fraction;
      const type = task.taskType;
      const leastS = least.get(task);
      if (leastS !== undefined) unphysical.set(task, leastS);
      timeSliced[type]! += busyCores * expected[s]![n]!;
      // An average is no moment of the node: a time that is not positive here is not recorded.
      averaged[type]! += busyCores * speed(task, Math.max(0, meanActive - 1), intensityTime / meanActive);
      naive[type]! += busyCores / task.timeAloneS;
    }
  }
  return { timeSliced, averaged, naive, unphysical };
}
