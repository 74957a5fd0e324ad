import type { NodeType } from '../../../../models/facility/facility.js';
import type { TemplatesInstance } from '../../../../models/problems/templates/instance.js';
import { corePowerW, timeAloneS } from '../../../check/p-states.js';

/** ER^avg (Eq. 61), tasks/s, and P^core (Eq. 64), W at the wall, of one core of a node type. */
export interface AverageCore {
  readonly ratePerS: number;
  readonly powerW: number;
}

/**
 * Eqs. 61 and 64: means over the task types of 1 / time and of power in the P-state halfway between the first and the last. Of an even
 * number of P-states two are equally near, and the instance says which. NaN where the node type does not run some task type.
 */
export function averageCore({ taskTypes, middlePState }: TemplatesInstance, type: NodeType): AverageCore {
  const halfway = (type.pStateFrequenciesGHz.length - 1) / 2;
  const pState = middlePState === 'slower' ? Math.ceil(halfway) : Math.floor(halfway);
  let ratePerS = 0;
  let powerW = 0;
  for (const { name } of taskTypes) {
    const task = type.tasks.find(({ taskType }) => taskType === name);
    ratePerS += task === undefined ? NaN : 1 / timeAloneS(task.timeS, type.pStateFrequenciesGHz, pState);
    powerW += task === undefined ? NaN : corePowerW(task.corePowerW, type.pStateFrequenciesGHz, pState);
  }
  const count = taskTypes.length;
  return { ratePerS: ratePerS / count, powerW: powerW / count / (type.psuEfficiency ?? 1) };
}
