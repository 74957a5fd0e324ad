import type { ColocationChoice, InterferenceCoefficients, NodeType } from '../../models/facility/facility.js';
import { corePowerW, timeAloneS } from './p-states.js';
import type { RunningTask } from './resolved-plan.js';

/**
 * Reason why a task type cannot be evaluated on a node type, and the file at fault: "plan" if it asks for something
 * impossible, "instance" if it is incomplete.
 */
export interface Refusal {
  readonly blame: 'plan' | 'instance';
  readonly reason: string;
}

/** The data on tasks in an instance that are the same for all node types. */
export interface TasksOfInstance {
  readonly taskTypes: readonly { readonly name: string; readonly memoryClass: string }[];
  readonly colocation: ColocationChoice['model'];
}

/** Returns the data of a task type on a node type in a P-state, or the reason why it cannot run there. */
export function runningTask(
  { taskTypes, colocation: model }: TasksOfInstance,
  nodeType: NodeType,
  taskTypeName: string,
  pState: number,
): RunningTask | Refusal {
  const taskType = taskTypes.findIndex((type) => type.name === taskTypeName);
  if (taskType < 0) return { blame: 'plan', reason: `unknown task type "${taskTypeName}"` };
  const onNode = nodeType.tasks.find((task) => task.taskType === taskTypeName);
  if (!onNode) return { blame: 'plan', reason: `"${taskTypeName}" cannot run on node type "${nodeType.name}"` };
  const frequencies = nodeType.pStateFrequenciesGHz;
  if (!Number.isInteger(pState) || pState < 0 || pState >= frequencies.length) {
    return { blame: 'plan', reason: `"${nodeType.name}" has no P-state ${pState}` };
  }

  const label = `${taskTypeName} on ${nodeType.name} in P-state ${pState}`;
  const task = {
    taskType,
    label,
    pState,
    frequencyGHz: frequencies[pState]!,
    timeAloneS: timeAloneS(onNode.timeS, frequencies, pState),
    corePowerW: corePowerW(onNode.corePowerW, frequencies, pState),
    memoryIntensity: onNode.memoryIntensity,
    interference: undefined,
  };
  const numbers = [task.frequencyGHz, task.timeAloneS, task.corePowerW, task.memoryIntensity];
  if (!numbers.every(Number.isFinite) || task.timeAloneS <= 0) {
    return { blame: 'instance', reason: `time, power, frequency or memory intensity undefined for ${label}` };
  }
  if (model === 'none') return task;
  const { memoryClass } = taskTypes[taskType]!;
  const coefficients = nodeType.interference;
  const interference = coefficients && Object.hasOwn(coefficients, memoryClass) ? coefficients[memoryClass] : undefined;
  if (!interference || !isComplete(interference, model)) {
    return { blame: 'instance', reason: `"${nodeType.name}" lacks ${model} coefficients of class "${memoryClass}"` };
  }
  return { ...task, interference };
}

function isComplete(coefficients: InterferenceCoefficients, model: 'anchored' | 'literal'): boolean {
  const { perNeighbourS, perAverageIntensityS, baseTimeFactor, perGHzS, perOwnIntensityS, constantS } = coefficients;
  const needed = [perNeighbourS, perAverageIntensityS];
  const literalOnly = [baseTimeFactor, perGHzS, perOwnIntensityS, constantS];
  return (model === 'literal' ? [...needed, ...literalOnly] : needed).every(Number.isFinite);
}
