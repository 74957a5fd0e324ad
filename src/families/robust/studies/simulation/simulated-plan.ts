import type { RobustInstance } from '../../../../../models/families/robust/instance.js';
import type { RobustPlan } from '../../../../../models/families/robust/plan.js';
import type { TaskTimes } from '../../../../../models/families/robust/times.js';
import { checkedFacility } from '../../check/facility.js';
import { placeTasks } from '../../check/place-tasks.js';
import type { TaskClass } from './laws.js';

/**
 * A plan in the form in which it is simulated. It has only nodes with tasks, and the tasks of each core are grouped by
 * P-state.
 */
export interface SimulatedPlan {
  readonly deadlineS: number;
  readonly energyBudgetJ: number;
  readonly nodes: readonly SimulatedNode[];
}

export interface SimulatedNode {
  readonly name: string;
  readonly overheadW: number;
  /** Cores of the node that have tasks. */
  readonly cores: readonly SimulatedCore[];
  /** True if some core of the node has no tasks. The finish time of such a core is 0. */
  readonly hasIdleCores: boolean;
}

export interface SimulatedCore {
  readonly node: string;
  readonly core: number;
  readonly classes: readonly TaskClass[];
}

/**
 * Returns the plan with the tasks of every core grouped by P-state.
 *
 * @throws RangeError for a plan in which the checker finds faults
 */
export function simulatedPlan(instance: RobustInstance, times: TaskTimes, plan: RobustPlan): SimulatedPlan {
  const facility = checkedFacility(instance);
  const { core: coreOf, pState, faults } = placeTasks(facility, times, plan);
  if (faults.length > 0)
    throw new RangeError(`The plan cannot be carried out: ${faults[0]!.path}: ${faults[0]!.value}`);
  const tasksOfCore = Array.from({ length: facility.coreCount }, (): number[] => []);
  for (const [task, core] of coreOf.entries()) tasksOfCore[core]!.push(task);
  const nodes = facility.nodes.map(({ name, type, firstCore, staticW, slowdown }, n): SimulatedNode => {
    const cores: SimulatedCore[] = [];
    for (let core = 0; core < type.cores; core++) {
      const tasks = tasksOfCore[firstCore + core]!;
      if (tasks.length === 0) continue;
      const classes = type.pStates.flatMap(({ dynamicPowerW }, state): TaskClass[] => {
        const here = tasks.filter((task) => pState[task] === state);
        if (here.length === 0) return [];
        const scaleOf = (task: number): number => slowdown[times.taskType[task]!]![state]!;
        const entryOf = (task: number): number => task * times.columnNames.length + times.columnOfNode[n]!;
        return [
          {
            powerW: dynamicPowerW + staticW,
            meanS: Float64Array.from(here, (task) => times.meanS[entryOf(task)]! * scaleOf(task)),
            varianceS2: Float64Array.from(here, (task) => times.varianceS2[entryOf(task)]! * scaleOf(task) ** 2),
          },
        ];
      });
      cores.push({ node: name, core, classes });
    }
    return { name, overheadW: type.overheadPowerW, cores, hasIdleCores: cores.length < type.cores };
  });
  const { deadlineS, energyBudgetJ } = instance.limits;
  return { deadlineS, energyBudgetJ, nodes: nodes.filter(({ cores }) => cores.length > 0) };
}
