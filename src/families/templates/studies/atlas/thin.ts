import type { StateGrid } from '../../../../../models/families/templates/instance.js';
import { stateCount } from '../../../../../models/families/templates/states.js';

/**
 * Returns a grid of at most `mostStates` states. As long as there are too many, every second value of the longest axis
 * is dropped, except the first and the last value.
 */
export function thinnedGrid(grid: StateGrid, mostStates: number): StateGrid {
  let { arrivingWorkPerS, powerLimitW } = grid;
  let runningCores = [...grid.runningCores];
  for (;;) {
    const now = { arrivingWorkPerS, runningCores, powerLimitW };
    if (stateCount(now) <= mostStates) return now;
    const lengths = [arrivingWorkPerS, ...runningCores, powerLimitW].map(({ length }) => length);
    const longest = Math.max(...lengths);
    if (longest <= 2) return now;
    // Of equally long lists a quadrant's is thinned first: the overview shows the two others.
    const q = runningCores.findIndex(({ length }) => length === longest);
    if (q >= 0) runningCores = runningCores.map((axis, k) => (k === q ? everyOther(axis) : axis));
    else if (arrivingWorkPerS.length === longest) arrivingWorkPerS = everyOther(arrivingWorkPerS);
    else powerLimitW = everyOther(powerLimitW);
  }
}

function everyOther(axis: readonly number[]): number[] {
  return axis.filter((_, k) => k % 2 === 0 || k === axis.length - 1);
}
