import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../models/problems/geo/allocation.js';
import { cellCostUsd, meterPowerW, transitionKwh, transitionUsd } from '../../models/problems/geo/cell-cost.js';
import { hottestSetPointC } from '../../models/problems/geo/cooling.js';
import { nodeLoad } from '../../models/problems/geo/node-load.js';
import type { GeoCentre, GeoProblem } from '../../models/problems/geo/problem.js';
import type { CoreShare } from '../../models/problems/reward-rate/plan.js';

export interface GeoOptimum {
  readonly costUsd: number;
  readonly allocation: GeoAllocation;
}

/** Every way to give whole cores of a node to task types in P-states, idle cores included: binomial(cores + ways, cores) loads per type. */
export function wholeCoreLoads(problem: GeoProblem): GeoLoad[] {
  return problem.nodeTypes.flatMap((type, j) => {
    const ways = type.tasks.flatMap(({ task, pStates }) =>
      pStates.map((pState) => ({ taskType: problem.taskNames[task]!, pState, fraction: 1 })),
    );
    const found: GeoLoad[] = [];
    const choose = (way: number, left: number, cores: readonly CoreShare[]): void => {
      if (way === ways.length) {
        const load = nodeLoad(problem, j, cores);
        if (load !== null) found.push(load);
        return;
      }
      for (let count = 0; count <= left; count++) {
        choose(way + 1, left - count, count === 0 ? cores : [...cores, { count, slices: [ways[way]!] }]);
      }
    };
    choose(0, type.cores, []);
    return found;
  });
}

/** What a centre may do in an epoch, cost aside. */
interface Choice {
  readonly cell: GeoAllocationCell;
  readonly awake: Int32Array;
  readonly nodePowerW: Float64Array;
  readonly ratePerS: Float64Array;
}

/**
 * The cheapest allocation of whole nodes to `loads` at hottest set-points, by trying all of them: every choice of every centre in an epoch, then
 * every sequence of awake nodes, epoch by epoch. Null where nothing is feasible. For tiny problems without carbon cap or demand charges.
 */
export function geoBruteForce(
  problem: GeoProblem,
  loads: readonly GeoLoad[] = wholeCoreLoads(problem),
): GeoOptimum | null {
  if (problem.carbonCapKg < Infinity || problem.centres.some(({ demandPeriods }) => demandPeriods.length > 0)) {
    throw new Error('carbon caps and demand charges couple everything: not enumerated');
  }
  const choices = problem.centres.map((centre) => choicesOf(problem, loads, centre));
  const states = Array.from({ length: problem.epochCount }, (_, t) => cheapestByAwake(problem, choices, t));
  // Fixed first state, so that a cyclic horizon closes; then the shortest way through the epochs.
  let best: { readonly costUsd: number; readonly way: readonly State[] } | null = null;
  for (const first of states[0]!) {
    let ways = [{ costUsd: first.costUsd, way: [first] }];
    for (let t = 1; t < problem.epochCount; t++) {
      ways = states[t]!.flatMap((next) => {
        const from = ways.flatMap(({ costUsd, way }) => {
          const turnUsd = changeUsd(problem, way.at(-1)!, next, t - 1, t);
          return turnUsd === null ? [] : [{ costUsd: costUsd + turnUsd + next.costUsd, way: [...way, next] }];
        });
        return from.length === 0 ? [] : [from.reduce((a, b) => (b.costUsd < a.costUsd ? b : a))];
      });
    }
    for (const { costUsd, way } of ways) {
      const last = problem.epochCount - 1;
      const closeUsd = problem.cyclic && last > 0 ? changeUsd(problem, way[last]!, first, last, 0) : 0;
      if (closeUsd !== null && (best === null || costUsd + closeUsd < best.costUsd))
        best = { costUsd: costUsd + closeUsd, way };
    }
  }
  if (best === null) return null;
  return { costUsd: best.costUsd, allocation: { loads, cells: best.way.flatMap(({ cells }) => cells) } };
}

interface State {
  /** By centre, then by type. */
  readonly awake: readonly Int32Array[];
  readonly costUsd: number;
  readonly cells: readonly GeoAllocationCell[];
}

/** Starts from the earlier to the later epoch are charged to the earlier, stops to the later (Eq. 34). */
function changeUsd(problem: GeoProblem, before: State, after: State, earlier: number, later: number): number | null {
  let usd = 0;
  for (const [d, centre] of problem.centres.entries()) {
    for (let j = 0; j < problem.nodeTypes.length; j++) {
      const change = after.awake[d]![j]! - before.awake[d]![j]!;
      usd += Math.abs(change) * transitionUsd(problem, centre, change > 0 ? earlier : later, j);
      // Caps look at transitions too; enumerating them would need the power of both neighbours.
      if (change !== 0 && centre.powerCapW < Infinity && transitionKwh(problem, centre, j) > 0) return null;
    }
  }
  return usd;
}

/** The least cost of an epoch for every vector of awake nodes with which all arrivals can be served. */
function cheapestByAwake(problem: GeoProblem, choices: readonly (readonly Choice[])[], epoch: number): State[] {
  const tasks = problem.taskNames.length;
  const cheapest = new Map<string, State>();
  const visit = (d: number, usd: number, rates: Float64Array, chosen: readonly Choice[]): void => {
    if (d === choices.length) {
      for (let i = 0; i < tasks; i++) if (rates[i]! < problem.arrivalRatePerS[epoch * tasks + i]! * (1 - 1e-12)) return;
      const key = chosen.map(({ awake }) => awake.join()).join(';');
      if (usd < (cheapest.get(key)?.costUsd ?? Infinity)) {
        cheapest.set(key, {
          awake: chosen.map(({ awake }) => awake),
          costUsd: usd,
          cells: chosen.map(({ cell }) => cell),
        });
      }
      return;
    }
    const centre = problem.centres[d]!;
    for (const choice of choices[d]!) {
      const cellUsd = cellCostUsd(problem, centre, epoch, choice.nodePowerW);
      const sum = rates.map((rate, i) => rate + choice.ratePerS[i]!);
      visit(d + 1, usd + cellUsd, sum, [...chosen, choice]);
    }
  };
  visit(0, 0, new Float64Array(tasks), []);
  return [...cheapest.values()];
}

/** Every multiset of loads for the centre's nodes that keeps range, capacities, cap and allowed task types. */
function choicesOf(problem: GeoProblem, loads: readonly GeoLoad[], centre: GeoCentre): Choice[] {
  const found: Choice[] = [];
  const types = problem.nodeTypes.length;
  const counts: [number, number][] = [];
  const place = (n: number, left: readonly number[]): void => {
    if (n === loads.length) {
      const choice = choiceOf(problem, loads, centre, counts, left);
      if (choice !== null) found.push(choice);
      return;
    }
    const { type, ratePerS } = loads[n]!;
    const allowed = ratePerS.every((rate, i) => rate === 0 || centre.allowed[i] === 1);
    for (let count = 0; count <= (allowed ? left[type]! : 0); count++) {
      if (count > 0) counts.push([n, count]);
      place(
        n + 1,
        left.map((nodes, j) => (j === type ? nodes - count : nodes)),
      );
      if (count > 0) counts.pop();
    }
  };
  place(
    0,
    Array.from({ length: types }, (_, j) => centre.nodeCount[j]!),
  );
  return found;
}

function choiceOf(
  problem: GeoProblem,
  loads: readonly GeoLoad[],
  centre: GeoCentre,
  counts: readonly (readonly [number, number])[],
  asleep: readonly number[],
): Choice | null {
  const { thermal } = centre;
  const nodePowerW = Float64Array.from(problem.nodeTypes, ({ sleepW }, j) => asleep[j]! * sleepW);
  const ratePerS = new Float64Array(problem.taskNames.length);
  for (const [index, nodes] of counts) {
    const load = loads[index]!;
    nodePowerW[load.type]! += nodes * load.powerW;
    for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += nodes * load.ratePerS[i]!;
  }
  const setPointC = hottestSetPointC(thermal, nodePowerW);
  if (setPointC < thermal.setPointMinC || meterPowerW(centre, nodePowerW) > centre.powerCapW) return null;
  for (let unit = 0; unit < thermal.capacityW.length; unit++) {
    let heatW = 0;
    for (let j = 0; j < nodePowerW.length; j++)
      heatW += thermal.heatShare[unit * nodePowerW.length + j]! * nodePowerW[j]!;
    if (heatW > thermal.capacityW[unit]!) return null;
  }
  return {
    cell: {
      setPointC,
      load: Int32Array.from(counts, ([index]) => index),
      nodes: Int32Array.from(counts, ([, nodes]) => nodes),
    },
    awake: Int32Array.from(problem.nodeTypes, (_, j) => centre.nodeCount[j]! - asleep[j]!),
    nodePowerW,
    ratePerS,
  };
}
