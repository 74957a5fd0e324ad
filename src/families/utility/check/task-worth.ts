import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { IntervalClass, PointClass } from '../../../../models/families/utility/definitions.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';

/**
 * Returns the utility of a task, given its age when it is completed (docs/utility/README.md).
 *
 * @param shape class of the task, which gives the utility as a function of age
 * @param ageS completion time minus arrival time, s
 * @param of values of the task; `meanTimeS` is the mean execution time of its type
 */
export function worthAtAge(
  shape: IntervalClass | PointClass,
  ageS: number,
  of: {
    readonly startingUtility: number;
    readonly urgency: number;
    readonly urgencyUnitS: number;
    readonly meanTimeS: number;
  },
): number {
  const { startingUtility, urgency, urgencyUnitS, meanTimeS } = of;
  const moment = (fixedS: number | undefined, share: number | undefined): number =>
    (fixedS ?? 0) + (share ?? 0) * meanTimeS;
  if (shape.shape === 'intervals') {
    const begun = shape.intervals.filter((one) => moment(one.startS, one.startOverMeanTime) <= ageS);
    const last = begun[begun.length - 1];
    if (last === undefined) return NaN;
    const sinceS = ageS - moment(last.startS, last.startOverMeanTime);
    const left = Math.exp((-urgency * last.urgencyModifier * sinceS) / urgencyUnitS);
    return startingUtility * (last.approaches + (last.fraction - last.approaches) * left);
  }
  const points = shape.points.map((one) => ({ atS: moment(one.ageS, one.ageOverMeanTime), utility: one.utility }));
  const behind = points.filter(({ atS }) => atS <= ageS).length;
  const from = points[behind - 1];
  if (from === undefined) return NaN;
  const to = points[behind];
  if (to === undefined) return startingUtility * from.utility;
  const share = (ageS - from.atS) / (to.atS - from.atS);
  return startingUtility * (from.utility + share * (to.utility - from.utility));
}

/** Returns the number of nodes that a task needs in a pool; null if the pool cannot run it. */
export function nodesOn(
  { pools }: UtilityInstance,
  { types, tasks }: UtilityWorkload,
  task: number,
  pool: number,
): number | null {
  const { nodes, coresPerNode = 1 } = pools[pool]!;
  const runs = types[tasks.type[task]!]!.runs[pool];
  if (runs === null || runs === undefined) return null;
  const needed = Math.ceil(tasks.cores[task]! / coresPerNode);
  return needed < runs.leastNodes || needed > runs.mostNodes || needed > nodes ? null : needed;
}

/** Execution times of a task in P-state 0. */
export interface TaskTimes {
  /** Mean execution time over the normal pools that can run the task, s. If none can, the mean over special pools. */
  readonly meanTimeS: number;
  /** Execution time of the task relative to that of its type. It differs from 1 if a job trace gives the run time. */
  readonly factor: number;
}

export function taskTimes(instance: UtilityInstance, workload: UtilityWorkload, task: number): TaskTimes | null {
  const { types, tasks } = workload;
  const able = instance.pools.flatMap(({ special = false }, pool) => {
    const nodes = nodesOn(instance, workload, task, pool);
    return nodes === null ? [] : [{ special, timeS: types[tasks.type[task]!]!.runs[pool]!.timeS(nodes, 0) }];
  });
  if (able.length === 0) return null;
  const runS = tasks.runS?.[task] ?? NaN;
  const factor = Number.isNaN(runS) ? 1 : runS / able[0]!.timeS;
  const general = able.filter(({ special }) => !special);
  const counted = general.length > 0 ? general : able;
  return { factor, meanTimeS: (factor * counted.reduce((sum, { timeS }) => sum + timeS, 0)) / counted.length };
}
