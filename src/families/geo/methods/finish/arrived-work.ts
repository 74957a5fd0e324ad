import type { GeoAllocation, GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { usePays } from '../../../../../models/families/geo/cell-cost.js';
import { hottestSetPointC } from '../../../../../models/families/geo/cooling.js';
import { cellState } from '../../../../../models/families/geo/evaluate.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';

/** Relative excess over arrivals at which work is removed. Our choice: half of the checker's tolerance. */
const MAY_EXCEED = 5e-10;
/** Relative distance from the arrivals within which reduced rates are accepted. */
const NEAR = 1e-11;
/**
 * Maximum number of corrections of the time shares. Each correction reduces the distance from the arrivals by some
 * factor. Convergence is slower if tasks slow each other down strongly.
 */
const MAX_CORRECTIONS = 300;
/** Fraction of a core that counts as rounding error. */
const ROUNDING = 1e-12;

/**
 * Returns the allocation without work that exceeds the arrivals in cells where a kWh has a negative cost (`usePays`). A
 * cell is one data centre in one epoch. Without such work the allocation is returned unchanged.
 *
 * 1. The time spent on a task type that runs too often is reduced to the same fraction in all these cells; cores idle
 * instead.
 *
 * 2. Less co-location then speeds up other task types, so the fractions are corrected until all rates fit.
 *
 * Such work stays if cores would otherwise have too many joint states.
 */
export function withoutUnarrivedWork(model: GeoModel, allocation: GeoAllocation): GeoAllocation {
  const { centres, epochCount } = model;
  const loads = [...allocation.loads];
  const cells = [...allocation.cells];
  let changed = false;
  for (let t = 0; t < epochCount; t++) {
    const paying = [...centres.keys()].filter((d) => usePays(model, centres[d]!, t)).map((d) => t * centres.length + d);
    const cut = paying.length === 0 ? null : cutLoads(model, allocation, paying, t);
    if (cut === null) continue;
    changed = true;
    const position = new Map<number, number>();
    for (const [index, load] of cut) position.set(index, loads.push(load) - 1);
    for (const cell of paying) {
      const one = cells[cell]!;
      cells[cell] = { ...one, load: one.load.map((index) => position.get(index) ?? index) };
    }
  }
  if (!changed) return allocation;
  const bare = { loads, cells };
  return {
    loads,
    cells: cells.map((one, cell) => {
      const centre = centres[cell % centres.length]!;
      if (one === allocation.cells[cell]) return one;
      return { ...one, setPointC: hottestSetPointC(centre.thermal, cellState(model, bare, centre, cell).nodePowerW) };
    }),
  };
}

/**
 * Returns reduced loads for the cells `paying` of one epoch, by the index of the load that each replaces. Returns null
 * if no load has to be reduced, or if the rates of a reduced load cannot be computed.
 */
function cutLoads(
  model: GeoModel,
  { loads, cells }: GeoAllocation,
  paying: readonly number[],
  epoch: number,
): ReadonlyMap<number, GeoLoad> | null {
  const tasks = model.taskNames.length;
  const arrivals = model.arrivalRatePerS.subarray(epoch * tasks, (epoch + 1) * tasks);
  const nodesOf = new Map<number, number>();
  for (const cell of paying) {
    const { load, nodes } = cells[cell]!;
    for (const [n, index] of load.entries()) nodesOf.set(index, (nodesOf.get(index) ?? 0) + nodes[n]!);
  }
  const ratesWith = (cut: ReadonlyMap<number, GeoLoad>): Float64Array => {
    const rates = new Float64Array(tasks);
    for (const [index, nodes] of nodesOf) {
      const { ratePerS } = cut.get(index) ?? loads[index]!;
      for (let i = 0; i < tasks; i++) rates[i]! += nodes * ratePerS[i]!;
    }
    return rates;
  };
  const share = new Float64Array(tasks).fill(1);
  let cut = new Map<number, GeoLoad>();
  for (let n = 0; n <= MAX_CORRECTIONS; n++) {
    const rates = ratesWith(cut);
    const fits = rates.every((rate, i) => {
      const arriving = arrivals[i]!;
      return (
        rate <= arriving * (1 + (share[i] === 1 ? MAY_EXCEED : NEAR)) &&
        (share[i] === 1 || rate >= arriving * (1 - NEAR))
      );
    });
    if (fits) return cut.size === 0 ? null : cut;
    for (let i = 0; i < tasks; i++) {
      if (rates[i]! > 0) share[i] = Math.min(1, (share[i]! * arrivals[i]!) / rates[i]!);
    }
    cut = new Map();
    for (const index of nodesOf.keys()) {
      const { type, cores, ratePerS } = loads[index]!;
      if (ratePerS.every((rate, i) => rate === 0 || share[i] === 1)) continue;
      const load = ratedLoad(model, type, withShares(model, cores, share));
      if (load === null) return null;
      cut.set(index, load);
    }
  }
  return cut;
}

/** Returns the load of a node whose cores have these time shares; null if its rates cannot be computed. */
function ratedLoad(model: GeoModel, type: number, cores: readonly CoreShare[]): GeoLoad | null {
  try {
    return nodeLoad(model, type, cores);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the time shares of cores after the time on each task type is reduced. Where possible, fewer whole cores run a
 * task type instead of cores that run it part of the time.
 *
 * @param share fraction of the present time that is kept, by task type
 */
function withShares(model: GeoModel, cores: readonly CoreShare[], share: Float64Array): CoreShare[] {
  const shareOf = (taskType: string): number => share[model.taskNames.indexOf(taskType)]!;
  return cores.flatMap(({ count, slices }): CoreShare[] => {
    if (slices.every(({ taskType }) => shareOf(taskType) === 1)) return [{ count, slices }];
    if (slices.length > 1) {
      const kept = slices.map((slice) => ({ ...slice, fraction: slice.fraction * shareOf(slice.taskType) }));
      return [{ count, slices: kept.filter(({ fraction }) => fraction > 0) }];
    }
    const [slice] = slices;
    const busy = count * slice!.fraction * shareOf(slice!.taskType);
    const whole = Math.floor(busy + ROUNDING);
    const rest = busy - whole;
    return [
      ...(whole > 0 ? [{ count: whole, slices: [{ ...slice!, fraction: 1 }] }] : []),
      ...(rest > ROUNDING ? [{ count: 1, slices: [{ ...slice!, fraction: rest }] }] : []),
    ];
  });
}
