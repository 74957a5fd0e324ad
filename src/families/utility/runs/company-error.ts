import { countUpTo } from '../../../../models/bisection.js';
import { colocatedTimeS } from '../../../../models/physics/colocation/interference.js';
import { pStateTable } from '../../../../models/physics/power/p-states.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { facilityPools } from '../instances/facility/pools.js';

/**
 * Relative error of the execution times that a schedule assumes, assumed / actual - 1, over the runs of the schedule.
 * Actual times are those under the co-location that results from the schedule. The error is negative if tasks run
 * longer than assumed.
 */
export interface CompanyError {
  readonly runs: number;
  readonly mean: number;
  /** 5 % quantile of the error over the runs. */
  readonly least5: number;
  readonly median: number;
  /** 95 % quantile of the error over the runs. */
  readonly most95: number;
  /** Mean over the runs of the fraction of a node's other cores that were busy. */
  readonly busyShare: number;
}

/** Integrals over time of a pool's load, from the start to each moment at which a run starts or ends. */
interface PoolTime {
  /** Moments, s, ascending. */
  readonly atS: Float64Array;
  /** Integral of the number of busy cores, core-s. */
  readonly coreS: Float64Array;
  /** Integral of the sum of the busy cores' memory intensities, s. */
  readonly intensityS: Float64Array;
}

/**
 * Returns the error of a schedule's execution times due to co-location; null without a facility or runs. Tasks of a
 * pool are assumed to be spread evenly over its cores. So a node's other cores are as busy as the pool's other cores
 * during the planned run. Effects of longer runs on other runs are ignored.
 */
export function companyError(instance: UtilityInstance, model: UtilityModel, schedule: Schedule): CompanyError | null {
  const { facility, operation, taskTypes } = instance;
  if (facility === undefined || operation === undefined || taskTypes.source !== 'facility') return null;
  const { options, pools, tasks } = model;
  const { task, option, pieceStartS, pieceEndS } = schedule;
  if (task.length === 0) return null;
  const nodeTypeOf = facilityPools(facility, operation).map(({ nodeType }) => facility.nodeTypes[nodeType]!);
  const onNode = facility.nodeTypes.map((nodeType) =>
    taskTypes.types.map(({ name, memoryClass }) => {
      const listed = nodeType.tasks.find(({ taskType }) => taskType === name);
      if (listed === undefined) return null;
      const { memoryIntensity } = listed;
      return {
        memoryIntensity,
        aloneS: pStateTable(nodeType, listed).timeS,
        coefficients: nodeType.interference?.[memoryClass],
      };
    }),
  );
  const own = (r: number) =>
    onNode[facility.nodeTypes.indexOf(nodeTypeOf[options.pool[option[r]!]!]!)]![tasks.type[task[r]!]!]!;
  const runsOf: number[][] = pools.map(() => []);
  for (let r = 0; r < task.length; r++) runsOf[options.pool[option[r]!]!]!.push(r);
  const errors = new Float64Array(task.length);
  let busy = 0;
  for (const [j, runs] of runsOf.entries()) {
    const nodeType = nodeTypeOf[j]!;
    const cores = pools[j]!.nodes;
    const over = poolTime(
      runs.map((r) => {
        const count = options.nodes[option[r]!]!;
        return { startS: pieceStartS[r]!, endS: pieceEndS[r]!, count, sum: count * own(r).memoryIntensity };
      }),
    );
    for (const r of runs) {
      const { memoryIntensity, aloneS, coefficients } = own(r);
      const o = option[r]!;
      const [from, to] = [countUpTo(over.atS, pieceStartS[r]!) - 1, countUpTo(over.atS, pieceEndS[r]!) - 1];
      const lastsS = over.atS[to]! - over.atS[from]!;
      const others = Math.max(0, (over.coreS[to]! - over.coreS[from]!) / lastsS - 1);
      const sum = Math.max(0, (over.intensityS[to]! - over.intensityS[from]!) / lastsS - memoryIntensity);
      const share = cores > 1 ? others / (cores - 1) : 0;
      const neighbours = share * (nodeType.cores - 1);
      const mean = others > 0 ? sum / others : 0;
      busy += share;
      const pState = options.pState[o]!;
      const baseTimeS = aloneS[pState]!;
      const timeS =
        coefficients === undefined
          ? baseTimeS
          : colocatedTimeS(facility.colocation.model, coefficients, {
              neighbours,
              baseTimeS,
              ownIntensity: memoryIntensity,
              frequencyGHz: nodeType.pStateFrequenciesGHz[pState]!,
              averageIntensity: (memoryIntensity + neighbours * mean) / (1 + neighbours),
            });
      errors[r] = options.timeS[o]! / timeS - 1;
    }
  }
  const sorted = errors.toSorted();
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]!;
  return {
    runs: task.length,
    mean: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    least5: at(0.05),
    median: at(0.5),
    most95: at(0.95),
    busyShare: busy / task.length,
  };
}

interface PoolRun {
  readonly startS: number;
  readonly endS: number;
  readonly count: number;
  readonly sum: number;
}

function poolTime(runs: readonly PoolRun[]): PoolTime {
  const changes = runs.flatMap(({ startS, endS, count, sum }) => [
    { atS: startS, count, sum },
    { atS: endS, count: -count, sum: -sum },
  ]);
  changes.sort((a, b) => a.atS - b.atS);
  const atS = Float64Array.from(changes, (change) => change.atS);
  const coreS = new Float64Array(changes.length);
  const intensityS = new Float64Array(changes.length);
  let [cores, sum] = [0, 0];
  for (const [k, change] of changes.entries()) {
    if (k > 0) {
      coreS[k] = coreS[k - 1]! + cores * (atS[k]! - atS[k - 1]!);
      intensityS[k] = intensityS[k - 1]! + sum * (atS[k]! - atS[k - 1]!);
    }
    cores += change.count;
    sum += change.sum;
  }
  return { atS, coreS, intensityS };
}
