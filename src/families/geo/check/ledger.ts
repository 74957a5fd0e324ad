import type { DataCentre, GeoRules } from '../../../../models/problems/geo/instance.js';
import type { GeoCell } from '../../../../models/problems/geo/outcome.js';
import type { CentreSeries } from '../../../../models/problems/geo/series.js';
import { cracPowerW } from '../../../check/power.js';
import type { CheckedNodeType } from './node-types.js';
import { cracHeatsW, hottestRiseK, type RoomResponse } from './room-response.js';

/** Energy of a kilowatt-hour, J. */
const JOULES_PER_KWH = 3.6e6;

/** State and power of one centre in one epoch, before it is charged. */
export interface Operation {
  readonly setPointC: number;
  /** Nodes awake, started and stopped, by node type. */
  readonly awake: readonly number[];
  readonly starts: readonly number[];
  readonly stops: readonly number[];
  /** Power of all nodes of a type, asleep ones included, W. */
  readonly nodePowerW: readonly number[];
  /** Rates served by task type, tasks/s. */
  readonly servedPerS: readonly number[];
}

/** Data of one centre that hold for all its epochs. */
export interface CentreAccount {
  readonly centre: DataCentre;
  readonly rules: GeoRules;
  readonly series: CentreSeries;
  readonly types: readonly CheckedNodeType[];
  readonly epochS: number;
  readonly coolingPerPower: number;
}

/** The cell, and what it would buy with CRACs by CUP (Eq. 43). */
export interface ChargedCell {
  readonly cell: GeoCell;
  /** Cost by CUP without demand charges, carbon's price included, USD. */
  readonly byCupUsd: number;
  readonly gridByCupKwh: number;
}

/**
 * Cell of one centre in one epoch with its charges (Eqs. 33-34). `room` null: temperatures unknown, and so the CRACs'
 * power.
 */
export function chargedCell(
  account: CentreAccount,
  room: RoomResponse | null,
  epoch: number,
  operation: Operation,
): ChargedCell {
  const { centre, rules, series, types, epochS, coolingPerPower } = account;
  const { setPointC, nodePowerW, starts, stops } = operation;
  const kwh = (powerW: number): number => (powerW * epochS) / JOULES_PER_KWH;
  const nodesW = sum(nodePowerW);
  const cracsW = room === null ? NaN : cracPowersW(room, setPointC, nodePowerW);
  const nodeKwh = kwh(nodesW);
  const cracKwh = kwh(cracsW);
  const overheadKwh = (centre.powerOverhead - 1) * (nodeKwh + cracKwh);

  // Eq. 34: T^S at phi P^D + P^S instead of P^Sleep, with CRACs by CUP and the overhead.
  const changedJ = sum(
    types.map(({ staticW, peakDynamicW, sleepW }, j) => {
      const moreW = rules.utilisation * peakDynamicW + staticW - sleepW;
      return (starts[j]! + stops[j]!) * moreW * rules.transitionS;
    }),
  );
  const transitionKwh = (centre.powerOverhead * (1 + 1 / coolingPerPower) * changedJ) / JOULES_PER_KWH;

  const price = series.usdPerKwh[epoch]!;
  const renewableKwh = series.renewableKwh[epoch]!;
  const surplusUsdPerKwh = surplusPrice(rules, price);
  const settle = (usedKwh: number): { boughtKwh: number; surplusKwh: number; usd: number } => {
    const boughtKwh = usedKwh > renewableKwh ? usedKwh - renewableKwh : 0;
    const surplusKwh = usedKwh > renewableKwh ? 0 : renewableKwh - usedKwh;
    return { boughtKwh, surplusKwh, usd: boughtKwh * price - surplusKwh * surplusUsdPerKwh };
  };
  const usedKwh = nodeKwh + cracKwh + overheadKwh;
  const settled = settle(usedKwh);
  const gridKwh = settled.boughtKwh + transitionKwh;
  const kgPerKwh = series.gramsPerKwh[epoch]! / 1000;
  const transitionUsd = price * transitionKwh;

  const byCup = settle(centre.powerOverhead * (1 + 1 / coolingPerPower) * nodeKwh);
  const gridByCupKwh = byCup.boughtKwh + transitionKwh;
  const carbonUsdPerKg = (rules.carbonUsdPerTonne ?? 0) / 1000;
  return {
    cell: {
      setPointC,
      hottestInletC: setPointC + (room === null ? NaN : hottestRiseK(room, nodePowerW)),
      nodeKwh,
      cracKwh,
      overheadKwh,
      transitionKwh,
      renewableKwh,
      gridKwh,
      surplusKwh: settled.surplusKwh,
      energyUsd: settled.usd,
      transitionUsd,
      carbonKg: gridKwh * kgPerKwh,
      powerW: ((usedKwh + transitionKwh) * JOULES_PER_KWH) / epochS,
      awake: operation.awake,
      starts,
      stops,
      servedPerS: operation.servedPerS,
    },
    byCupUsd: byCup.usd + transitionUsd + gridByCupKwh * kgPerKwh * carbonUsdPerKg,
    gridByCupKwh,
  };
}

/**
 * Power by CRAC, W (Eq. 17, all units together). Nodes that have no place in the room ("nodeCount" says so) still give
 * off their heat.
 */
function cracPowersW(room: RoomResponse, setPointC: number, nodePowerW: readonly number[]): number {
  const placelessW = sum(nodePowerW.filter((_, j) => room.nodeCount[j] === 0));
  const heatsW = [...cracHeatsW(room, nodePowerW), placelessW];
  return sum(heatsW.map((heatW) => cracPowerW(heatW, setPointC, room.coolingPerformance)));
}

/**
 * Price of a kWh that nobody used, USD: the price as printed in Eq. 33, zero, or the feed-in price; never more than the
 * price.
 */
function surplusPrice({ surplus }: GeoRules, price: number): number {
  if (surplus.rule === 'printed') return price;
  return Math.min(price, surplus.rule === 'curtailed' ? 0 : surplus.usdPerKwh);
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
