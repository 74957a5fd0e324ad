import type { ReportRequest } from './input.js';
import { worksOf } from './works.js';

/** Average number of cores of a node type by task type and P-state. A core that is busy half the time counts half. */
export interface CoreUse {
  readonly nodeType: string;
  readonly nodes: number;
  readonly cores: number;
  /** Average number of busy cores by task type, in the instance's order. */
  readonly byTask: readonly number[];
  /** Average number of busy cores by P-state of this node type. */
  readonly byPState: readonly number[];
  readonly frequenciesGHz: readonly number[];
  readonly idle: number;
}

/** Returns the core use of every node type that has nodes; null if there is no plan. */
export function coreUse({ instance, matrix, plan }: ReportRequest): CoreUse[] | null {
  if (plan === null) return null;
  const taskIndex = new Map(instance.workload.taskTypes.map(({ name }, i) => [name, i]));
  const typeOfZone = new Map(matrix.zones.map((zone) => [zone.name, zone.nodeType]));
  return instance.facility.nodeTypes.flatMap((type): CoreUse[] => {
    const nodes = matrix.zones.reduce((sum, zone) => sum + (zone.nodeType === type.name ? zone.nodeCount : 0), 0);
    if (nodes === 0) return [];
    const byTask = instance.workload.taskTypes.map(() => 0);
    const byPState = type.pStateFrequenciesGHz.map(() => 0);
    let busy = 0;
    for (const assignment of plan.assignments) {
      if (typeOfZone.get(assignment.zone) !== type.name) continue;
      for (const { share, cores } of worksOf(assignment)) {
        for (const { count, slices } of cores) {
          for (const { taskType, pState, fraction } of slices) {
            const used = assignment.nodes * count * fraction * share;
            const task = taskIndex.get(taskType);
            // A task type or P-state that the facility lacks runs nowhere; the checker names it.
            if (task === undefined || byPState[pState] === undefined) continue;
            byTask[task]! += used;
            byPState[pState] += used;
            busy += used;
          }
        }
      }
    }
    const cores = nodes * type.cores;
    return [
      {
        nodeType: type.name,
        nodes,
        cores,
        byTask,
        byPState,
        frequenciesGHz: type.pStateFrequenciesGHz,
        idle: Math.max(0, cores - busy),
      },
    ];
  });
}
