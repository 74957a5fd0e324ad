import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { IntervalClass, PointClass } from '../../../../models/families/utility/definitions.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';

/**
 * Returns the utility of a task completed at an age (s), from its class, starting utility and urgency
 * (docs/utility/README.md). `meanTimeS`: mean time of its type.
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

/** Returns the number of nodes that a task occupies in a pool; null if the pool cannot run it. */
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

/**
 * Times of a task in P-state 0 by pool that can run it, s: those of its type, or scaled to the job's run time in a
 * trace.
 */
export interface TaskTimes {
  /** Mean over normal pools, or over special ones if no other can run it. */
  readonly meanTimeS: number;
  /** Factor on the type's times. */
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
