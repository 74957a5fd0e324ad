import {
  meanTimeS,
  type RobustNode,
  type RobustProblem,
  timeVarianceS2,
} from '../../../../models/problems/robust/problem.js';
import type { Schedule } from '../../../../models/problems/robust/schedule.js';

/** A change of one core's sums. */
export interface CoreChange {
  meanS: number;
  varianceS2: number;
}

export function nodeOf(problem: RobustProblem, core: number): RobustNode {
  return problem.nodes[problem.nodeOfCore[core]!]!;
}

/** When a core's finish has quantile z: F + z sigma, s. At most the deadline exactly where its own quantile is at least z. */
export function levelS(schedule: Schedule, core: number, z: number, change: CoreChange | null = null): number {
  const { finish, variance } = schedule.loads;
  const meanS = finish.value[core]! + (change?.meanS ?? 0);
  const varianceS2 = variance.value[core]! + (change?.varianceS2 ?? 0);
  return varianceS2 > 0 ? meanS + z * Math.sqrt(varianceS2) : meanS;
}

/** `change` as if the task came to (sign 1) or left (-1) a core of the node. */
export function addTask(
  problem: RobustProblem,
  node: RobustNode,
  task: number,
  pState: number,
  sign: 1 | -1,
  change: CoreChange,
): void {
  change.meanS += sign * meanTimeS(problem, node, task, pState);
  change.varianceS2 += sign * timeVarianceS2(problem, node, task, pState);
}

/** Energy of a task with its share of the overhead, J: what the dual charges for it beside the time. */
export function taskEnergyJ(problem: RobustProblem, node: RobustNode, task: number, pState: number): number {
  return (node.powerW[pState]! + node.overheadW / node.cores) * meanTimeS(problem, node, task, pState);
}

export function runsOn(problem: RobustProblem, node: RobustNode, task: number): boolean {
  return problem.meanS[task * problem.columnCount + node.column]! < Infinity;
}
