import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { axesOf } from './instance-faults.js';

/**
 * State for which a template is made. The states of an instance form a grid, numbered with arriving work as the slowest
 * varying index, then the quadrants in order, and the power limit as the fastest.
 */
export interface GridState {
  readonly arrivingWorkPerS: number;
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
}

/** Returns the state with this number in the instance's grid of states; null if there is none. */
export function gridState(instance: TemplatesInstance, state: number): GridState | null {
  const axes = axesOf(instance).map(([, axis]) => axis);
  if (!Number.isInteger(state) || state < 0) return null;
  let rest = state;
  const values: number[] = [];
  for (const axis of axes.reverse()) {
    values.unshift(axis[rest % axis.length]!);
    rest = Math.floor(rest / axis.length);
  }
  if (rest > 0) return null;
  return { arrivingWorkPerS: values[0]!, runningCores: values.slice(1, -1), powerLimitW: values.at(-1)! };
}
