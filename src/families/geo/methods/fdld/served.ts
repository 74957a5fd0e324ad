import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { hottestSetPointC } from '../../../../../models/families/geo/cooling.js';
import { cellState } from '../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { RATE_TOLERANCE } from './epoch-state.js';
import type { RemovalSearch } from './removal-search.js';

/** Returns the served rates with co-location (Eq. 36), tasks/s, at index epoch * I + task type, for I task types. */
export function servedPerS({ sets, epochs }: RemovalSearch): Float64Array {
  const tasks = sets.model.taskNames.length;
  const served = new Float64Array(epochs.length * tasks);
  for (const { epoch, present } of epochs) {
    for (const { set, total } of present) {
      const load = sets.load(set.id);
      if (load === null) continue;
      for (const task of set.tasks) served[epoch * tasks + task]! += total * load.ratePerS[task]!;
    }
  }
  return served;
}

/** Returns, by task type, the least ratio of served to arrival rate in any epoch; Infinity if it never arrives. */
export function leastRatios({ arrivalRatePerS, taskNames }: GeoModel, ratePerS: Float64Array): Float64Array {
  const least = new Float64Array(taskNames.length).fill(Infinity);
  for (const [n, rate] of ratePerS.entries()) {
    const task = n % taskNames.length;
    if (arrivalRatePerS[n]! > 0) least[task] = Math.min(least[task]!, rate / arrivalRatePerS[n]!);
  }
  return least;
}

/** Returns true if all arrivals are served, given the least ratio of served to arrival rate by task type. */
export function meetsArrivals(ratios: Float64Array): boolean {
  return ratios.every((ratio) => ratio >= 1 - RATE_TOLERANCE);
}

export interface Shortage {
  readonly epoch: number;
  readonly task: number;
  readonly missingPerS: number;
  /** Number of pairs of epoch and task type whose arrivals are not all served. */
  readonly places: number;
}

/** Returns the task type and epoch with the largest relative shortfall; null if all arrivals are served. */
export function greatestShortage({ arrivalRatePerS, taskNames }: GeoModel, ratePerS: Float64Array): Shortage | null {
  let worst = -1;
  let places = 0;
  const ratio = (n: number): number => ratePerS[n]! / arrivalRatePerS[n]!;
  for (let n = 0; n < ratePerS.length; n++) {
    if (!(arrivalRatePerS[n]! > 0) || ratio(n) >= 1 - RATE_TOLERANCE) continue;
    places++;
    if (worst < 0 || ratio(n) < ratio(worst)) worst = n;
  }
  if (worst < 0) return null;
  const missingPerS = arrivalRatePerS[worst]! - ratePerS[worst]!;
  return { epoch: Math.floor(worst / taskNames.length), task: worst % taskNames.length, missingPerS, places };
}

/**
 * Returns the state of a search as a plan at the hottest admissible set-points. Nodes whose execution times are not
 * positive sleep.
 */
export function allocationOf({ sets, epochs }: RemovalSearch): GeoAllocation {
  const { model } = sets;
  const loads: GeoLoad[] = [];
  const indexOf = new Map<number, number>();
  const cells: GeoAllocationCell[] = [];
  for (const { order, present } of epochs) {
    const row = model.centres.map(() => ({ load: [] as number[], nodes: [] as number[] }));
    for (const { set, nodes } of present) {
      const load = sets.load(set.id);
      if (load === null) continue;
      let index = indexOf.get(set.id);
      if (index === undefined) {
        index = loads.push(load) - 1;
        indexOf.set(set.id, index);
      }
      for (const [place, count] of nodes.entries()) {
        if (count === 0) continue;
        row[order[place]!]!.load.push(index);
        row[order[place]!]!.nodes.push(count);
      }
    }
    for (const { load, nodes } of row) {
      cells.push({ setPointC: NaN, load: Int32Array.from(load), nodes: Int32Array.from(nodes) });
    }
  }
  const bare = { loads, cells };
  return {
    loads,
    cells: cells.map((cell, c) => {
      const centre = model.centres[c % model.centres.length]!;
      const { nodePowerW } = cellState(model, bare, centre, c);
      return { ...cell, setPointC: hottestSetPointC(centre.thermal, nodePowerW) };
    }),
  };
}
