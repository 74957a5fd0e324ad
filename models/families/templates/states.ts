import type { StateGrid } from './instance.js';
import type { TemplatesModel, TemplateState } from './model.js';

/**
 * Returns the lists of values whose combinations are the grid's states. In the order of states, the value of the first
 * list varies slowest.
 */
function axes({ arrivingWorkPerS, runningCores, powerLimitW }: StateGrid): readonly (readonly number[])[] {
  return [arrivingWorkPerS, ...runningCores, powerLimitW];
}

export function stateCount(grid: StateGrid): number {
  return axes(grid).reduce((count, axis) => count * axis.length, 1);
}

/**
 * Returns the state of the grid with the given index.
 *
 * @throws RangeError for an index outside the grid
 */
export function stateAt(grid: StateGrid, index: number): TemplateState {
  if (!Number.isInteger(index) || index < 0 || index >= stateCount(grid)) {
    throw new RangeError(`There is no state ${index}: the grid has ${stateCount(grid)}, counted from 0`);
  }
  const all = axes(grid);
  const values = all.map(() => 0);
  let left = index;
  for (let k = all.length - 1; k >= 0; k--) {
    const axis = all[k]!;
    values[k] = axis[left % axis.length]!;
    left = Math.floor(left / axis.length);
  }
  return { index, arrivingWorkPerS: values[0]!, runningCores: values.slice(1, -1), powerLimitW: values.at(-1)! };
}

export function statesOf(grid: StateGrid): TemplateState[] {
  return Array.from({ length: stateCount(grid) }, (_, index) => stateAt(grid, index));
}

/** State of the room that an online scheduler observes. */
export interface FoundState {
  readonly arrivingWorkPerS: number;
  readonly runningCores: ArrayLike<number>;
  readonly powerLimitW: number;
}

/**
 * Returns the index of the grid state nearest to an actual state. Each value is rounded to the closest in its list; on
 * a tie, to the smaller (thesis section 5.4.1). It creates no objects, because an online scheduler calls it often.
 */
export function nearestState(grid: StateGrid, found: FoundState): number {
  const { arrivingWorkPerS, runningCores, powerLimitW } = grid;
  let index = nearest(arrivingWorkPerS, found.arrivingWorkPerS);
  for (let q = 0; q < runningCores.length; q++) {
    const axis = runningCores[q]!;
    index = index * axis.length + nearest(axis, found.runningCores[q]!);
  }
  return index * powerLimitW.length + nearest(powerLimitW, found.powerLimitW);
}

/**
 * Returns the index of the closest value in an ascending list; on a tie, that of the smaller value.
 *
 * @throws RangeError for NaN
 */
function nearest(axis: readonly number[], value: number): number {
  if (Number.isNaN(value)) throw new RangeError('A value of the state is not a number');
  let best = 0;
  while (best + 1 < axis.length && value - axis[best]! > axis[best + 1]! - value) best++;
  return best;
}

/** Actual state minus grid state, each value in its own unit. */
export interface StateDistance {
  readonly arrivingWorkPerS: number;
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
  /**
   * Largest absolute difference, in half steps between grid values. If it is above 1, the state lies outside the grid.
   */
  readonly halfSteps: number;
}

export function stateDistance(grid: StateGrid, state: TemplateState, found: FoundState): StateDistance {
  const arrivingWorkPerS = found.arrivingWorkPerS - state.arrivingWorkPerS;
  const runningCores = state.runningCores.map((stored, q) => found.runningCores[q]! - stored);
  const powerLimitW = found.powerLimitW - state.powerLimitW;
  const apart = [
    halfSteps(grid.arrivingWorkPerS, state.arrivingWorkPerS, arrivingWorkPerS),
    ...runningCores.map((difference, q) => halfSteps(grid.runningCores[q]!, state.runningCores[q]!, difference)),
    halfSteps(grid.powerLimitW, state.powerLimitW, powerLimitW),
  ];
  return { arrivingWorkPerS, runningCores, powerLimitW, halfSteps: Math.max(...apart) };
}

/**
 * Converts an absolute difference from a grid value to half steps between neighbouring values of its list `axis`.
 * Beyond an end of the list, its first or last step is used. In a list of one value, any difference other than 0 is
 * Infinity.
 */
function halfSteps(axis: readonly number[], stored: number, difference: number): number {
  if (difference === 0) return 0;
  const k = axis.indexOf(stored);
  const up = axis[k + 1] === undefined ? stored - axis[k - 1]! : axis[k + 1]! - stored;
  const down = axis[k - 1] === undefined ? axis[k + 1]! - stored : stored - axis[k - 1]!;
  const step = difference > 0 ? up : down;
  return Number.isNaN(step) ? Infinity : (2 * Math.abs(difference)) / step;
}

/** Values of a state that are outside the grid by more than half a step. An infinite power limit is never outside. */
export interface OutsideGrid {
  readonly arrivingWork: boolean;
  readonly runningCores: boolean;
  readonly powerLimit: boolean;
}

export function outsideGrid(
  { arrivingWorkPerS, runningCores, powerLimitW }: StateGrid,
  found: FoundState,
): OutsideGrid {
  return {
    arrivingWork: isOutside(arrivingWorkPerS, found.arrivingWorkPerS),
    runningCores: runningCores.some((axis, q) => isOutside(axis, found.runningCores[q]!)),
    powerLimit: found.powerLimitW !== Infinity && isOutside(powerLimitW, found.powerLimitW),
  };
}

/**
 * Returns true if a value is outside a list by more than half a step. With a list of one value, every other value is
 * outside.
 */
export function isOutside(axis: readonly number[], value: number): boolean {
  const stored = axis[nearest(axis, value)]!;
  return halfSteps(axis, stored, value - stored) > 1;
}

/** Returns the fraction of each quadrant's cores whose running tasks must be completed (U_q, Eq. 67 (2)). */
export function leastUtilisation(model: TemplatesModel, state: Pick<TemplateState, 'runningCores'>): Float64Array {
  return Float64Array.from(model.quadrants, ({ cores }, q) => state.runningCores[q]! / cores);
}

/**
 * Returns the service rate of the already running cores, tasks/s (lambda^weighted_existing, Eq. 66). These cores are
 * spread evenly over the nodes of their quadrant.
 */
export function existingWorkPerS(model: TemplatesModel, state: Pick<TemplateState, 'runningCores'>): number {
  return model.quadrants.reduce((sum, { cores, workPerS }, q) => sum + (state.runningCores[q]! / cores) * workPerS, 0);
}

/**
 * Returns the upper limit on the service rate, tasks/s. It is the arriving work plus the service rate of the already
 * running cores (Eq. 67 (1)). It may exceed what all cores can do.
 */
export function workLimitPerS(model: TemplatesModel, state: TemplateState): number {
  return state.arrivingWorkPerS + existingWorkPerS(model, state);
}

/** Returns the service rate of the room if all cores are busy, tasks/s (mu_max, Eqs. 61, 62). */
export function greatestWorkPerS(model: TemplatesModel): number {
  return model.quadrants.reduce((sum, { workPerS }) => sum + workPerS, 0);
}
