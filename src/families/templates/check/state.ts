import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { axesOf } from './instance-faults.js';

/** A state of the grid by its number: arriving work is the slowest digit, then the quadrants in order, the power limit the fastest. */
export interface GridState {
  readonly arrivingWorkPerS: number;
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
}

/** Returns the state with a number; null for a number that no state has. */
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
