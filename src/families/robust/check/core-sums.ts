import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import { CompensatedSums } from './compensated-sums.js';
import type { CheckedFacility } from './facility.js';
import { timeFault } from './instance-faults.js';
import type { PlacedTasks } from './place-tasks.js';

/**
 * Sums of means and variances of task times: over all tasks of a core (set T_ij), and over its tasks in one P-state
 * (set T_ij^pi).
 */
export interface CoreSums {
  /** Returns the mean finish time F_ij of a core (Eq. 2), s. */
  readonly finishS: (core: number) => number;
  /** Returns the variance sigma_ij^2 of the finish time of a core (Eq. 3), s^2. */
  readonly finishVarianceS2: (core: number) => number;
  /** Returns the sum of the mean times of a core's tasks in one P-state (set T_ij^pi), s. */
  readonly meanS: (core: number, pState: number) => number;
  /** Returns the sum of the time variances of a core's tasks in one P-state (set T_ij^pi), s^2. */
  readonly varianceS2: (core: number, pState: number) => number;
  readonly tasks: (core: number, pState: number) => number;
  /**
   * Faults of task times that are not numbers or differ from the instance. Tasks with such a fault are left out of the
   * sums.
   */
  readonly faults: readonly string[];
}

export function coreSums(
  instance: RobustInstance,
  facility: CheckedFacility,
  times: TaskTimes,
  placed: PlacedTasks,
): CoreSums {
  const states = facility.nodes.reduce((most, { type }) => Math.max(most, type.pStates.length), 0);
  const finish = new CompensatedSums(facility.coreCount);
  const finishVariance = new CompensatedSums(facility.coreCount);
  const mean = new CompensatedSums(facility.coreCount * states);
  const variance = new CompensatedSums(facility.coreCount * states);
  const count = new Int32Array(facility.coreCount * states);
  const faults: string[] = [];
  for (const [task, core] of placed.core.entries()) {
    if (core < 0) continue;
    const nodeIndex = facility.nodeOfCore[core]!;
    const node = facility.nodes[nodeIndex]!;
    const state = placed.pState[task]!;
    const entry = task * times.columnNames.length + times.columnOfNode[nodeIndex]!;
    const fault = timeFault(instance, times, task, node, times.meanS[entry]!, times.varianceS2[entry]!);
    if (fault !== null) {
      faults.push(fault);
      continue;
    }
    const slowdown = node.slowdown[times.taskType[task]!]![state]!;
    const meanS = times.meanS[entry]! * slowdown;
    const varianceS2 = times.varianceS2[entry]! * slowdown ** 2;
    finish.add(core, meanS);
    finishVariance.add(core, varianceS2);
    mean.add(core * states + state, meanS);
    variance.add(core * states + state, varianceS2);
    count[core * states + state]! += 1;
  }
  return {
    finishS: (core) => finish.of(core),
    finishVarianceS2: (core) => finishVariance.of(core),
    meanS: (core, state) => mean.of(core * states + state),
    varianceS2: (core, state) => variance.of(core * states + state),
    tasks: (core, state) => count[core * states + state]!,
    faults,
  };
}
