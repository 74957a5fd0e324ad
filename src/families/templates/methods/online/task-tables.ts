import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import { coresByType, deadlinesS, rewardsPerTask } from '../../../../../models/families/templates/middle-state.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';

/**
 * Execution times (ETC) and powers at the wall (APC), with deadlines and rewards. Task type i on node type j has one
 * entry per P-state, highest frequency first, from start[i x nodeTypes + j] on. It has no entries if the facility has
 * no node of the type.
 */
export interface TaskTables {
  readonly nodeTypes: number;
  readonly start: Int32Array;
  readonly timeS: Float64Array;
  readonly powerW: Float64Array;
  /** Deadline D_i of each task type, s after arrival. */
  readonly deadlineS: Float64Array;
  /** Reward R_i of each task type. */
  readonly reward: Float64Array;
  /** Shortest execution time of each task type in any P-state of any node type in use, s. */
  readonly fastestS: Float64Array;
  /** Weight of each task type in the arriving work (Eq. 59). */
  readonly weight: Float64Array;
  /** Node types and P-states in which each task type can run, in ascending order of energy. */
  readonly options: readonly EnergyOptions[];
}

/**
 * Pairs of node type and P-state in which a task type can run, by ascending energy (Eq. 49), then time. A pair is
 * omitted if one with the same node type and no more energy is at least as fast.
 */
export interface EnergyOptions {
  readonly nodeType: Int32Array;
  readonly pState: Int32Array;
  readonly timeS: Float64Array;
}

export function taskTables({ instance, middle }: TemplatesModel): TaskTables {
  const { facility, taskTypes } = instance;
  const cores = coresByType(facility);
  const nodeTypes = facility.nodeTypes.length;
  const start = new Int32Array(taskTypes.length * nodeTypes + 1);
  const timeS: number[] = [];
  const powerW: number[] = [];
  for (const [i, { name }] of taskTypes.entries()) {
    for (const [j, type] of facility.nodeTypes.entries()) {
      if (cores[j]! > 0) {
        const task = type.tasks.find(({ taskType }) => taskType === name);
        if (task === undefined) throw new RangeError(`${type.name} does not run ${name}`);
        const table = pStateTable(type, task);
        timeS.push(...table.timeS);
        powerW.push(...table.powerW);
      }
      start[i * nodeTypes + j + 1] = timeS.length;
    }
  }
  const tables = { nodeTypes, start, timeS: Float64Array.from(timeS), powerW: Float64Array.from(powerW) };
  return {
    ...tables,
    deadlineS: deadlinesS(instance, middle),
    reward: rewardsPerTask(instance, middle),
    fastestS: Float64Array.from(taskTypes, (_, i) =>
      Math.min(...timeS.slice(start[i * nodeTypes], start[(i + 1) * nodeTypes])),
    ),
    weight: middle.weight,
    options: taskTypes.map((_, i) => energyOptions(tables, i)),
  };
}

type Times = Pick<TaskTables, 'nodeTypes' | 'start' | 'timeS' | 'powerW'>;

function energyOptions({ nodeTypes, start, timeS, powerW }: Times, taskType: number): EnergyOptions {
  const all: { nodeType: number; pState: number; timeS: number; energyJ: number }[] = [];
  for (let nodeType = 0; nodeType < nodeTypes; nodeType++) {
    const first = start[taskType * nodeTypes + nodeType]!;
    for (let n = first; n < start[taskType * nodeTypes + nodeType + 1]!; n++) {
      all.push({ nodeType, pState: n - first, timeS: timeS[n]!, energyJ: timeS[n]! * powerW[n]! });
    }
  }
  all.sort((a, b) => a.energyJ - b.energyJ || a.timeS - b.timeS || a.nodeType - b.nodeType);
  // What takes more energy and no less time than another way on the same cores is never chosen.
  const fastestS = new Float64Array(nodeTypes).fill(Infinity);
  const useful = all.filter((one) => {
    const better = one.timeS < fastestS[one.nodeType]!;
    if (better) fastestS[one.nodeType] = one.timeS;
    return better;
  });
  return {
    nodeType: Int32Array.from(useful, (one) => one.nodeType),
    pState: Int32Array.from(useful, (one) => one.pState),
    timeS: Float64Array.from(useful, (one) => one.timeS),
  };
}
