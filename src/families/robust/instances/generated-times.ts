import type { GeneratedTasks, RobustInstance } from '../../../../models/families/robust/instance.js';
import { nodesOf } from '../../../../models/families/robust/model.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import { randomStream } from '../../../random/stream.js';
import { variates } from '../../../random/variates.js';
import { AFFINITY, columnEffects } from './affinity.js';
import { columnsOf } from './columns.js';

/**
 * Minimum of a generated time, as a fraction of the bag's mean time. Our choice: smaller gamma draws have lost
 * precision.
 */
const MIN_SHARE = 1e-6;

/**
 * Draws the task times of a generated bag from gamma distributions by the coefficient-of-variation method (Ali et al.
 * 2000).
 *
 * 1. Each task has a mean q, drawn with mean meanS and coefficient of variation taskCoV.
 *
 * 2. The task's mean time on each column (node or node type) is drawn with mean q and coefficient of variation
 * columnCoV. If `affinity` is not "as-drawn", it is drawn as `rowOf` does.
 *
 * 3. The task's variance on the column is (timeCoV mean)^2 times two random factors: one of the task, and one of task
 * and column.
 *
 * Results are rounded to single precision. Each quantity has its own stream of random numbers, so that a change of one
 * parameter leaves the draws of the others unchanged.
 */
export function generatedTimes(instance: RobustInstance, tasks: GeneratedTasks): TaskTimes {
  const named = new Set(tasks.columns === 'per-node' ? nodesOf(instance).map(({ name }) => name) : []);
  const columns = columnsOf(instance, named);
  const count = columns.names.length;
  const meanS = new Float32Array(tasks.count * count);
  const varianceS2 = new Float32Array(tasks.count * count);
  const taskFactor = gammaFactor(tasks.seed, 'task mean', tasks.taskCoV);
  const varianceTaskFactor = gammaFactor(tasks.seed, 'task variance', tasks.varianceTaskCoV);
  const varianceColumnFactor = gammaFactor(tasks.seed, 'column variance', tasks.varianceColumnCoV);
  const fillRow = rowOf(tasks, count);
  const leastS = tasks.meanS * MIN_SHARE;
  const row = new Float64Array(count);
  for (let task = 0; task < tasks.count; task++) {
    const taskMeanS = tasks.meanS * taskFactor();
    const taskVariance = tasks.timeCoV * tasks.timeCoV * varianceTaskFactor();
    fillRow(row);
    for (let column = 0; column < count; column++) {
      const place = task * count + column;
      meanS[place] = Math.max(taskMeanS * row[column]!, leastS);
      const mean = meanS[place];
      varianceS2[place] = mean * mean * taskVariance * varianceColumnFactor();
    }
  }
  const drawType = randomStream(tasks.seed, 'task type');
  const typeCount = instance.workload.taskTypes.length;
  return {
    taskCount: tasks.count,
    taskName: (task) => `t${task + 1}`,
    taskType: new Uint8Array(tasks.count).map(() => drawType.integer(0, typeCount - 1)),
    columnNames: columns.names,
    columnOfNode: columns.ofNode,
    meanS,
    varianceS2,
  };
}

/**
 * Returns a function that draws gamma factors of mean 1 from the random stream named `purpose`. The factor is always 1
 * if the coefficient of variation is 0.
 */
function gammaFactor(seed: number, purpose: string, coefficientOfVariation: number): () => number {
  if (coefficientOfVariation === 0) return () => 1;
  const square = coefficientOfVariation * coefficientOfVariation;
  return variates(randomStream(seed, purpose)).gamma(1 / square, square);
}

/**
 * Returns a function that draws the time factors of one task into `row`: for each column, its mean time divided by the
 * task's mean. For a high or low affinity, the factors are adjusted by AFFINITY and scaled to mean 1.
 */
function rowOf({ seed, columnCoV, affinity = 'as-drawn' }: GeneratedTasks, count: number): (row: Float64Array) => void {
  const factor = gammaFactor(seed, 'column mean', columnCoV);
  if (affinity === 'as-drawn') {
    return (row) => {
      for (let column = 0; column < count; column++) row[column] = factor();
    };
  }
  const effects = columnEffects(gammaFactor(seed, 'column effect', columnCoV * AFFINITY.columnEffect), count);
  const power = AFFINITY[affinity];
  return (row) => {
    let sum = 0;
    for (let column = 0; column < count; column++) sum += row[column] = effects[column]! * factor() ** power;
    for (let column = 0; column < count; column++) row[column]! *= count / sum;
  };
}
