import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../models/families/geo/allocation.js';
import { cellCostUsd, meterPowerW, transitionKwh, transitionUsd } from '../../models/families/geo/cell-cost.js';
import { hottestSetPointC } from '../../models/families/geo/cooling.js';
import { nodeLoad } from '../../models/families/geo/node-load.js';
import type { GeoCentre, GeoModel } from '../../models/families/geo/model.js';
import { transitionsOf } from '../../models/families/geo/transitions.js';
import type { CoreShare } from '../../models/facility/core-share.js';

export interface GeoOptimum {
  readonly costUsd: number;
  readonly allocation: GeoAllocation;
}

/** Every way to give whole cores of a node to task types in P-states, idle cores included: binomial(cores + ways, cores) loads per type. */
export function wholeCoreLoads(model: GeoModel): GeoLoad[] {
  return model.nodeTypes.flatMap((type, j) => {
    const ways = type.tasks.flatMap(({ task, pStates }) =>
      pStates.map((pState) => ({ taskType: model.taskNames[task]!, pState, fraction: 1 })),
    );
    const found: GeoLoad[] = [];
    const choose = (way: number, left: number, cores: readonly CoreShare[]): void => {
      if (way === ways.length) {
        const load = nodeLoad(model, j, cores);
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
  readonly meterW: number;
  readonly ratePerS: Float64Array;
}

/**
 * The cheapest allocation of whole nodes to `loads` at hottest set-points, by trying all of them: every choice of every centre in an epoch, then
 * every sequence of awake nodes, epoch by epoch. Null where nothing is feasible. For tiny problems without carbon cap or demand charges.
 */
export function geoBruteForce(model: GeoModel, loads: readonly GeoLoad[] = wholeCoreLoads(model)): GeoOptimum | null {
  if (model.carbonCapKg < Infinity || model.centres.some(({ demandPeriods }) => demandPeriods.length > 0)) {
    throw new Error('carbon caps and demand charges couple everything: not enumerated');
  }
  const choices = model.centres.map((centre) => choicesOf(model, loads, centre));
  const states = Array.from({ length: model.epochCount }, (_, t) => cheapestByAwake(model, choices, t));
  const best = capsSeeTransitions(model) ? cheapestUnderCaps(model, states) : cheapestWay(model, states);
  if (best === null) return null;
  return { costUsd: best.costUsd, allocation: { loads, cells: best.way.flatMap(({ cells }) => cells) } };
}

interface State {
  /** By centre, then by type. */
  readonly awake: readonly Int32Array[];
  /** By centre, without transitions. */
  readonly meterW: readonly number[];
  readonly costUsd: number;
  readonly cells: readonly GeoAllocationCell[];
}

interface Way {
  readonly costUsd: number;
  /** By epoch. */
  readonly way: readonly State[];
}

function capsSeeTransitions(model: GeoModel): boolean {
  const charged = model.centres.filter((centre) =>
    model.nodeTypes.some((_, j) => centre.powerCapW < Infinity && transitionKwh(model, centre, j) > 0),
  );
  return model.epochCount > 1 && charged.length > 0;
}

/** Fixed first state, so that a cyclic horizon closes; then the shortest way through the epochs. */
function cheapestWay(model: GeoModel, states: readonly (readonly State[])[]): Way | null {
  let best: Way | null = null;
  for (const first of states[0]!) {
    let ways: Way[] = [{ costUsd: first.costUsd, way: [first] }];
    for (let t = 1; t < model.epochCount; t++) {
      ways = states[t]!.flatMap((next) => {
        const from = ways.map(({ costUsd, way }) => {
          const turnUsd = changeUsd(model, way.at(-1)!, next, t - 1, t);
          return { costUsd: costUsd + turnUsd + next.costUsd, way: [...way, next] };
        });
        return from.length === 0 ? [] : [from.reduce((a, b) => (b.costUsd < a.costUsd ? b : a))];
      });
    }
    for (const { costUsd, way } of ways) {
      const closed = costUsd + closeUsd(model, way);
      if (best === null || closed < best.costUsd) best = { costUsd: closed, way };
    }
  }
  return best;
}

/** Every sequence of states: what a cap leaves for an epoch depends on both of its neighbours. For two epochs or three. */
function cheapestUnderCaps(model: GeoModel, states: readonly (readonly State[])[]): Way | null {
  let best: Way | null = null;
  const visit = (costUsd: number, way: readonly State[]): void => {
    const t = way.length;
    if (t < model.epochCount) {
      for (const next of states[t]!) {
        const turnUsd = t === 0 ? 0 : changeUsd(model, way[t - 1]!, next, t - 1, t);
        visit(costUsd + turnUsd + next.costUsd, [...way, next]);
      }
      return;
    }
    const closed = costUsd + closeUsd(model, way);
    if ((best === null || closed < best.costUsd) && keepsCaps(model, way)) best = { costUsd: closed, way };
  };
  visit(0, []);
  return best;
}

function keepsCaps(model: GeoModel, way: readonly State[]): boolean {
  return model.centres.every((centre, d) => {
    if (centre.powerCapW === Infinity) return true;
    const turns = model.nodeTypes.map((_, j) =>
      transitionsOf(
        way.map(({ awake }) => awake[d]![j]!),
        model.cyclic,
      ),
    );
    return way.every(({ meterW }, t) => {
      const changedKwh = turns.reduce(
        (sum, { starts, stops }, j) => sum + (starts[t]! + stops[t]!) * transitionKwh(model, centre, j),
        0,
      );
      return meterW[d]! + (changedKwh * 3.6e6) / model.epochS <= centre.powerCapW;
    });
  });
}

function closeUsd(model: GeoModel, way: readonly State[]): number {
  const last = way.length - 1;
  return model.cyclic && last > 0 ? changeUsd(model, way[last]!, way[0]!, last, 0) : 0;
}

/** Starts from the earlier to the later epoch are charged to the earlier, stops to the later (Eq. 34). */
function changeUsd(model: GeoModel, before: State, after: State, earlier: number, later: number): number {
  let usd = 0;
  for (const [d, centre] of model.centres.entries()) {
    for (let j = 0; j < model.nodeTypes.length; j++) {
      const change = after.awake[d]![j]! - before.awake[d]![j]!;
      usd += Math.abs(change) * transitionUsd(model, centre, change > 0 ? earlier : later, j);
    }
  }
  return usd;
}

/**
 * The least cost of an epoch for every vector of awake nodes with which all arrivals can be served; where caps see transitions, also
 * what costs more but draws less at some centre.
 */
function cheapestByAwake(model: GeoModel, choices: readonly (readonly Choice[])[], epoch: number): State[] {
  const tasks = model.taskNames.length;
  const byPower = capsSeeTransitions(model);
  const cheapest = new Map<string, State[]>();
  const visit = (d: number, costUsd: number, rates: Float64Array, chosen: readonly Choice[]): void => {
    if (d === choices.length) {
      for (let i = 0; i < tasks; i++) if (rates[i]! < model.arrivalRatePerS[epoch * tasks + i]! * (1 - 1e-12)) return;
      const key = chosen.map(({ awake }) => awake.join()).join(';');
      const meterW = chosen.map((choice) => choice.meterW);
      const others = cheapest.get(key) ?? [];
      const beats = (a: Pick<State, 'costUsd' | 'meterW'>, b: Pick<State, 'costUsd' | 'meterW'>): boolean =>
        a.costUsd <= b.costUsd && (!byPower || a.meterW.every((powerW, n) => powerW <= b.meterW[n]!));
      if (others.some((other) => beats(other, { costUsd, meterW }))) return;
      const state = { awake: chosen.map(({ awake }) => awake), meterW, costUsd, cells: chosen.map(({ cell }) => cell) };
      cheapest.set(key, [...others.filter((other) => !beats(state, other)), state]);
      return;
    }
    const centre = model.centres[d]!;
    for (const choice of choices[d]!) {
      const cellUsd = cellCostUsd(model, centre, epoch, choice.nodePowerW);
      const sum = rates.map((rate, i) => rate + choice.ratePerS[i]!);
      visit(d + 1, costUsd + cellUsd, sum, [...chosen, choice]);
    }
  };
  visit(0, 0, new Float64Array(tasks), []);
  return [...cheapest.values()].flat();
}

/** Every multiset of loads for the centre's nodes that keeps range, capacities, cap and allowed task types. */
function choicesOf(model: GeoModel, loads: readonly GeoLoad[], centre: GeoCentre): Choice[] {
  const found: Choice[] = [];
  const types = model.nodeTypes.length;
  const counts: [number, number][] = [];
  const place = (n: number, left: readonly number[]): void => {
    if (n === loads.length) {
      const choice = choiceOf(model, loads, centre, counts, left);
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
  model: GeoModel,
  loads: readonly GeoLoad[],
  centre: GeoCentre,
  counts: readonly (readonly [number, number])[],
  asleep: readonly number[],
): Choice | null {
  const { thermal } = centre;
  const nodePowerW = Float64Array.from(model.nodeTypes, ({ sleepW }, j) => asleep[j]! * sleepW);
  const ratePerS = new Float64Array(model.taskNames.length);
  for (const [index, nodes] of counts) {
    const load = loads[index]!;
    nodePowerW[load.type]! += nodes * load.powerW;
    for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += nodes * load.ratePerS[i]!;
  }
  const setPointC = hottestSetPointC(thermal, nodePowerW);
  const meterW = meterPowerW(centre, nodePowerW);
  if (setPointC < thermal.setPointMinC || meterW > centre.powerCapW) return null;
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
    awake: Int32Array.from(model.nodeTypes, (_, j) => centre.nodeCount[j]! - asleep[j]!),
    nodePowerW,
    meterW,
    ratePerS,
  };
}
