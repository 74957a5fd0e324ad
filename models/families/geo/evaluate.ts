import { G_PER_KG, J_PER_KWH, S_PER_H } from '../../units.js';
import { powerToRemoveW } from '../../physics/cooling/crac.js';
import type { Violation } from '../violation.js';
import type { GeoAllocation } from './allocation.js';
import { epochKwh, meterPowerByCupW, purchaseUsdPerKwh, transitionKwh } from './cell-cost.js';
import { greatestRiseK } from './cooling.js';
import type { DemandCharge, GeoCell, GeoEvaluation } from './outcome.js';
import type { GeoCentre, GeoModel } from './model.js';
import { type Transitions, transitionsOf } from './transitions.js';
import { cellViolations, horizonViolations, RELATIVE_TOLERANCE } from './violations.js';

/**
 * Evaluates a plan by Eqs. 26-37: cost, energies, temperatures and violated limits. Set-points are those of the plan.
 * Violated limits do not affect the cost.
 *
 * Everything is computed anew from the loads, so the function is simple and slow. With T epochs, D centres, J node
 * types, I task types, and `rows` inlets of a centre, it takes O(T D (J rows + loads I)).
 */
export function evaluateAllocation(model: GeoModel, allocation: GeoAllocation): GeoEvaluation {
  const { centres, epochCount, taskNames } = model;
  const states = allocation.cells.map((_, c) => cellState(model, allocation, centres[c % centres.length]!, c));
  const turns = centres.map((_, d) =>
    model.nodeTypes.map((__, j) =>
      transitionsOf(
        Int32Array.from({ length: epochCount }, (___, t) => states[t * centres.length + d]!.awake[j]!),
        model.cyclic,
      ),
    ),
  );
  const violations: Violation[] = [];
  const bill = { energyUsd: 0, transitionUsd: 0, carbonKg: 0, byCupUsd: 0 };
  const gridByCupKwh = new Float64Array(states.length);
  const cells: GeoCell[][] = [];
  for (let t = 0; t < epochCount; t++) {
    const row = centres.map((centre, d) => {
      const state = states[t * centres.length + d]!;
      const cell = costedCell(model, centre, t, state, turns[d]!);
      bill.energyUsd += cell.energyUsd;
      bill.transitionUsd += cell.transitionUsd;
      bill.carbonKg += cell.carbonKg;
      const byCup = splitByCup(model, centre, t, cell, state);
      gridByCupKwh[t * centres.length + d] = byCup.boughtKwh + cell.transitionKwh;
      bill.byCupUsd +=
        (byCup.boughtKwh + cell.transitionKwh) * purchaseUsdPerKwh(model, centre, t) -
        byCup.fedInKwh * centre.surplusUsdPerKwh[t]!;
      violations.push(...cellViolations(model, centre, t, cell, state));
      return cell;
    });
    cells.push(row);
  }
  const servedPerS = cells.map((row) =>
    taskNames.map((_, i) => row.reduce((sum, cell) => sum + cell.servedPerS[i]!, 0)),
  );
  const demand = demandCharges(model, (t, d) => cells[t]![d]!.gridKwh);
  const demandUsd = demand.reduce((sum, { usd }) => sum + usd, 0);
  const byCup = demandCharges(model, (t, d) => gridByCupKwh[t * centres.length + d]!);
  const carbonUsd = bill.carbonKg * model.carbonUsdPerKg;
  violations.push(...horizonViolations(model, cells, servedPerS, bill.carbonKg));
  return {
    costUsd: bill.energyUsd + bill.transitionUsd + demandUsd + carbonUsd,
    energyUsd: bill.energyUsd,
    transitionUsd: bill.transitionUsd,
    demandUsd,
    carbonUsd,
    carbonKg: bill.carbonKg,
    costByCupUsd: bill.byCupUsd + byCup.reduce((sum, { usd }) => sum + usd, 0),
    cells,
    servedPerS,
    arrivalPerS: cells.map((_, t) => taskNames.map((__, i) => model.arrivalRatePerS[t * taskNames.length + i]!)),
    demand,
    violations,
  };
}

/** State of one centre in one epoch: its set-point, nodes and served tasks. */
export interface CellState {
  readonly setPointC: number;
  /** Solar and wind energy that the plan uses or feeds in, kWh. If undefined, it is as much as possible. */
  readonly renewableKwh: number | undefined;
  /** Number of awake nodes of each type. */
  readonly awake: Int32Array;
  /** Power of all nodes of each type, W. Nodes that are asleep are included. */
  readonly nodePowerW: Float64Array;
  /** Rate at which tasks of each type are served, tasks/s. */
  readonly servedPerS: Float64Array;
}

export function cellState(
  model: GeoModel,
  { loads, cells }: GeoAllocation,
  centre: GeoCentre,
  cell: number,
): CellState {
  const { setPointC, renewableKwh, load, nodes } = cells[cell]!;
  const types = model.nodeTypes.length;
  const awake = new Int32Array(types);
  const nodePowerW = new Float64Array(types);
  const servedPerS = new Float64Array(model.taskNames.length);
  for (const [n, index] of load.entries()) {
    const { type, ratePerS, powerW } = loads[index]!;
    awake[type]! += nodes[n]!;
    nodePowerW[type]! += nodes[n]! * powerW;
    for (let i = 0; i < servedPerS.length; i++) servedPerS[i]! += nodes[n]! * ratePerS[i]!;
  }
  for (let j = 0; j < types; j++) {
    nodePowerW[j]! += Math.max(0, centre.nodeCount[j]! - awake[j]!) * model.nodeTypes[j]!.sleepW;
  }
  return { setPointC, renewableKwh, awake, nodePowerW, servedPerS };
}

/**
 * Returns the solar and wind energy that a centre uses or feeds in, kWh. Under the surplus rule 'printed', it is all
 * that is available. A planned value within 1e-9 of the demand counts as the demand, so that rounding errors cause no
 * purchase. Values outside the range are not reported here.
 *
 * @param offeredKwh available solar and wind energy, kWh
 * @param energyKwh demand of the centre, kWh
 * @param renewableKwh solar and wind energy that the plan uses or feeds in, kWh
 */
function takenKwh({ instance }: GeoModel, offeredKwh: number, energyKwh: number, renewableKwh = offeredKwh): number {
  if (instance.rules.surplus.rule === 'printed') return offeredKwh;
  const isAllDrawn = Math.abs(renewableKwh - energyKwh) <= RELATIVE_TOLERANCE * energyKwh;
  return Math.min(offeredKwh, isAllDrawn ? energyKwh : Math.max(0, renewableKwh));
}

/**
 * Returns the energies that a centre buys and feeds in, kWh, if cooling power is node power / CUP (Eq. 43). Solar and
 * wind energy that the plan leaves unused stays unused.
 */
function splitByCup(
  model: GeoModel,
  centre: GeoCentre,
  epoch: number,
  cell: GeoCell,
  { nodePowerW, renewableKwh }: CellState,
): { readonly boughtKwh: number; readonly fedInKwh: number } {
  const energyKwh = epochKwh(model, meterPowerByCupW(centre, nodePowerW));
  const offeredKwh = centre.renewableKwh[epoch]!;
  const ownKwh = cell.renewableKwh - cell.surplusKwh;
  const leftKwh = Math.min(offeredKwh, ownKwh + cell.gridKwh - cell.transitionKwh) - ownKwh;
  const boughtKwh = Math.min(energyKwh, Math.max(0, energyKwh - offeredKwh) + leftKwh);
  return { boughtKwh, fedInKwh: Math.max(0, takenKwh(model, offeredKwh, energyKwh, renewableKwh) - energyKwh) };
}

function costedCell(
  model: GeoModel,
  centre: GeoCentre,
  epoch: number,
  state: CellState,
  turns: readonly Transitions[],
): GeoCell {
  const { thermal, powerOverhead } = centre;
  const nodesW = state.nodePowerW.reduce((sum, powerW) => sum + powerW, 0);
  const cracsW = powerToRemoveW(thermal.cooling, nodesW, state.setPointC);
  const nodeKwh = epochKwh(model, nodesW);
  const cracKwh = epochKwh(model, cracsW);
  const energyKwh = epochKwh(model, powerOverhead * (nodesW + cracsW));
  const starts = turns.map((turn) => turn.starts[epoch]!);
  const stops = turns.map((turn) => turn.stops[epoch]!);
  const changedKwh = turns.reduce((sum, _, j) => sum + (starts[j]! + stops[j]!) * transitionKwh(model, centre, j), 0);
  const renewableKwh = centre.renewableKwh[epoch]!;
  const taken = takenKwh(model, renewableKwh, energyKwh, state.renewableKwh);
  const boughtKwh = Math.max(0, energyKwh - taken);
  const surplusKwh = renewableKwh - Math.min(taken, energyKwh);
  const fedInKwh = model.instance.rules.surplus.rule === 'curtailed' ? 0 : Math.max(0, taken - energyKwh);
  const gridKwh = boughtKwh + changedKwh;
  const price = centre.usdPerKwh[epoch]!;
  return {
    setPointC: state.setPointC,
    hottestInletC: state.setPointC + greatestRiseK(thermal, state.nodePowerW),
    nodeKwh,
    cracKwh,
    overheadKwh: (powerOverhead - 1) * (nodeKwh + cracKwh),
    transitionKwh: changedKwh,
    renewableKwh,
    surplusKwh,
    fedInKwh,
    gridKwh,
    energyUsd: boughtKwh * price - fedInKwh * centre.surplusUsdPerKwh[epoch]!,
    transitionUsd: changedKwh * price,
    carbonKg: (gridKwh * centre.gramsPerKwh[epoch]!) / G_PER_KG,
    powerW: ((energyKwh + changedKwh) * J_PER_KWH) / model.epochS,
    awake: [...state.awake],
    starts,
    stops,
    servedPerS: [...state.servedPerS],
  };
}

/**
 * Returns the demand charge, USD, of every tariff period that has one. A charge is for the largest mean power bought in
 * any epoch of the period.
 *
 * @param gridKwh returns the energy bought by a centre in an epoch, kWh
 */
function demandCharges(model: GeoModel, gridKwh: (epoch: number, centre: number) => number): DemandCharge[] {
  const hours = model.epochS / S_PER_H;
  return model.centres.flatMap((centre, d) =>
    centre.demandPeriods.map(({ name, usdPerKw, epochs }) => {
      const greatestKw = epochs.reduce((most, t) => Math.max(most, gridKwh(t, d) / hours), 0);
      return { dataCentre: centre.name, period: name, greatestKw, usd: greatestKw * usdPerKw };
    }),
  );
}
