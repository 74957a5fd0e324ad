import type { RobustInstance, RobustNodeType, TaskRow } from '../../../../models/families/robust/instance.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import type { CheckedFacility, CheckedNode } from './facility.js';

/** Relative tolerance in the comparison of the task times used for planning with the instance's table of times. */
const TABLE_TOLERANCE = 1e-12;

/**
 * Returns the contradictions in an instance, as text. If there is any, a plan cannot be evaluated in a meaningful way.
 */
export function instanceFaults(instance: RobustInstance, facility: CheckedFacility, times: TaskTimes): string[] {
  return [
    ...facility.unknownTypes.map((name) => `unknown node type "${name}"`),
    ...instance.facility.nodeTypes.flatMap(nodeTypeFaults),
    ...limitFaults(instance),
    ...shapeFaults(instance, facility, times),
  ];
}

function nodeTypeFaults({ name, cores, idlePowerW, overheadPowerW, pStates }: RobustNodeType): string[] {
  const found: string[] = [];
  if (!(Number.isInteger(cores) && cores >= 1)) found.push(`node type "${name}": ${cores} cores`);
  if (!(overheadPowerW >= 0 && overheadPowerW <= idlePowerW && idlePowerW < Infinity)) {
    found.push(`node type "${name}": overhead power ${overheadPowerW} W of idle power ${idlePowerW} W`);
  }
  if (pStates.length === 0) found.push(`node type "${name}": no P-states`);
  for (const [state, { frequencyGHz, dynamicPowerW }] of pStates.entries()) {
    if (!(frequencyGHz > 0 && dynamicPowerW >= 0 && frequencyGHz + dynamicPowerW < Infinity)) {
      found.push(`node type "${name}", P-state ${state}: ${frequencyGHz} GHz, ${dynamicPowerW} W`);
    }
  }
  return found;
}

function limitFaults({ limits }: RobustInstance): string[] {
  const { deadlineS, energyBudgetJ, energyRobustness, makespanRobustness } = limits;
  const found: string[] = [];
  if (!(deadlineS > 0 && deadlineS < Infinity)) found.push(`deadline ${deadlineS} s`);
  if (!(energyBudgetJ > 0 && energyBudgetJ < Infinity)) found.push(`energy budget ${energyBudgetJ} J`);
  if (!(energyRobustness > 0 && energyRobustness < 1)) found.push(`energyRobustness ${energyRobustness}`);
  if (!(makespanRobustness > 0 && makespanRobustness < 1)) found.push(`makespanRobustness ${makespanRobustness}`);
  return found;
}

function shapeFaults({ workload }: RobustInstance, { nodes }: CheckedFacility, times: TaskTimes): string[] {
  const { taskCount, taskType, columnNames, columnOfNode, meanS, varianceS2 } = times;
  const found: string[] = [];
  const entries = taskCount * columnNames.length;
  if (meanS.length !== entries || varianceS2.length !== entries || taskType.length !== taskCount) {
    found.push(`times of ${taskCount} tasks on ${columnNames.length} columns come in arrays of other lengths`);
  }
  if (columnOfNode.length !== nodes.length) found.push(`${columnOfNode.length} columns for ${nodes.length} nodes`);
  if (taskType.some((type) => type >= workload.taskTypes.length)) found.push('a task of a type that does not exist');
  const table = workload.tasks.source === 'table' ? workload.tasks.tasks : null;
  const own = new Set<string>();
  for (const row of table ?? []) for (const column of Object.keys(row.meanS)) own.add(column);
  for (const [index, { name, type }] of nodes.entries()) {
    const column = columnNames[columnOfNode[index]!];
    const fits =
      table === null ? column === name || column === type.name : column === (own.has(name) ? name : type.name);
    if (!fits) found.push(`node "${name}" takes the times of "${column ?? 'nothing'}"`);
  }
  if (table !== null && table.length !== taskCount) found.push(`${taskCount} tasks of a table of ${table.length}`);
  if (workload.tasks.source === 'generated' && workload.tasks.count !== taskCount) {
    found.push(`${taskCount} tasks of ${workload.tasks.count} to generate`);
  }
  const names = new Set<string>();
  for (let task = 0; task < taskCount; task += 1) names.add(times.taskName(task));
  if (names.size !== taskCount) found.push(`${taskCount - names.size} tasks share a name with another`);
  return found;
}

/**
 * Returns the fault of a task's time on a node. Returns null if mean and variance are valid and equal to those in the
 * instance's table.
 */
export function timeFault(
  { workload }: RobustInstance,
  times: TaskTimes,
  task: number,
  { name, type }: CheckedNode,
  meanS: number,
  varianceS2: number,
): string | null {
  const where = `task "${times.taskName(task)}" on "${name}"`;
  if (!(meanS >= 0 && meanS < Infinity && varianceS2 >= 0 && varianceS2 < Infinity)) {
    return `${where}: mean ${meanS} s, variance ${varianceS2} s2`;
  }
  if (workload.tasks.source !== 'table') return null;
  const row = workload.tasks.tasks[task];
  if (row === undefined || row.name !== times.taskName(task)) return `${where}: not the table's task ${task + 1}`;
  const column = Object.hasOwn(row.meanS, name) ? name : type.name;
  const { mean, variance } = tabled(row, column);
  if (!close(meanS, mean) || !close(varianceS2, variance)) return `${where}: times that are not the table's`;
  return workload.taskTypes[times.taskType[task]!]!.name === row.taskType
    ? null
    : `${where}: not the table's task type`;
}

function tabled(row: TaskRow, column: string): { readonly mean: number; readonly variance: number } {
  const mean = row.meanS[column] ?? NaN;
  const spread = row.coefficientOfVariation;
  return { mean, variance: spread === undefined ? (row.varianceS2?.[column] ?? NaN) : (spread * mean) ** 2 };
}

function close(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= TABLE_TOLERANCE * Math.abs(expected);
}
