import { G_PER_KG, J_PER_KWH, KG_PER_T } from '../../../../models/units.js';
import type { DataCentre, GeoRules } from '../../../../models/families/geo/instance.js';
import type { GeoCell } from '../../../../models/families/geo/outcome.js';
import type { CentreSeries } from '../../../../models/families/geo/series.js';
import { cracPowerW } from '../../../check/power.js';
import type { CheckedNodeType } from './node-types.js';
import { cracHeatsW, hottestRiseK, type RoomResponse } from './room-response.js';

/** Relative tolerance of the limits on rates, emissions and energy of sun and wind. */
export const RELATIVE_TOLERANCE = 1e-9;

/** State and power of one data centre in one epoch, before costs are computed. */
export interface Operation {
  readonly setPointC: number;
  /** Energy of sun and wind used or fed in as stated in the plan, kWh; undefined means as much as possible. */
  readonly renewableKwh: number | undefined;
  /** Number of awake nodes by node type. */
  readonly awake: readonly number[];
  /** Number of nodes that start (wake up), by node type. */
  readonly starts: readonly number[];
  /** Number of nodes that stop (go to sleep), by node type. */
  readonly stops: readonly number[];
  /** Total power of the nodes of each type, W; sleeping nodes are included. */
  readonly nodePowerW: readonly number[];
  /** Rate at which tasks are served, by task type, tasks/s. */
  readonly servedPerS: readonly number[];
}

/**
 * One data centre with what is needed to compute its costs in every epoch. `epochS` is the length of an epoch, s, and
 * `coolingPerPower` is the CUP (heat removed per CRAC power).
 */
export interface CentreAccount {
  readonly centre: DataCentre;
  readonly rules: GeoRules;
  readonly series: CentreSeries;
  readonly types: readonly CheckedNodeType[];
  readonly epochS: number;
  readonly coolingPerPower: number;
}

/**
 * A cell (data centre in one epoch) with its costs. The fields with "ByCup" in their names assume that CRAC power is
 * node power / CUP (Eq. 43).
 */
export interface ChargedCell {
  readonly cell: GeoCell;
  /**
   * Cost of the cell if CRACs drew the power of Eq. 43, USD. It includes carbon at its price, but no demand charges.
   */
  readonly byCupUsd: number;
  /** Energy bought from the grid if CRACs drew the power of Eq. 43, kWh. */
  readonly gridByCupKwh: number;
}

/**
 * Returns energies and costs of one data centre in one epoch (Eqs. 33-34). `room` is null if the room's temperatures
 * cannot be computed.
 */
export function chargedCell(
  account: CentreAccount,
  room: RoomResponse | null,
  epoch: number,
  operation: Operation,
): ChargedCell {
  const { centre, rules, series, types, epochS, coolingPerPower } = account;
  const { setPointC, nodePowerW, starts, stops } = operation;
  const kwh = (powerW: number): number => (powerW * epochS) / J_PER_KWH;
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
  const transitionKwh = (centre.powerOverhead * (1 + 1 / coolingPerPower) * changedJ) / J_PER_KWH;

  const price = series.usdPerKwh[epoch]!;
  const offeredKwh = series.renewableKwh[epoch]!;
  const isSold = rules.surplus.rule !== 'curtailed';
  // What a plan says beyond the range is a violation; the ledger of it stays one. As printed it is no choice.
  const saidKwh = rules.surplus.rule === 'printed' ? undefined : operation.renewableKwh;
  const surplusUsdPerKwh = surplusPrice(rules, price);
  const usedKwh = nodeKwh + cracKwh + overheadKwh;
  // What is said to within the tolerance of the whole use is the whole use: rounding buys nothing.
  const isWholeUse = saidKwh !== undefined && Math.abs(saidKwh - usedKwh) <= RELATIVE_TOLERANCE * usedKwh;
  const takenKwh = Math.max(0, Math.min(offeredKwh, isWholeUse ? usedKwh : (saidKwh ?? offeredKwh)));
  const ownKwh = takenKwh < usedKwh ? takenKwh : usedKwh;
  const fedInKwh = isSold ? takenKwh - ownKwh : 0;
  const gridKwh = usedKwh - ownKwh + transitionKwh;
  const kgPerKwh = series.gramsPerKwh[epoch]! / G_PER_KG;
  const transitionUsd = price * transitionKwh;

  // By CUP the centre draws another amount. Sun and wind left unused that it could use stay unused.
  const usedByCupKwh = centre.powerOverhead * (1 + 1 / coolingPerPower) * nodeKwh;
  const unusedKwh = Math.min(offeredKwh, usedKwh) - ownKwh;
  const boughtByCupKwh = Math.min(usedByCupKwh, Math.max(usedByCupKwh - offeredKwh, 0) + unusedKwh);
  const fedInByCupKwh = isSold && takenKwh > usedByCupKwh ? takenKwh - usedByCupKwh : 0;
  const gridByCupKwh = boughtByCupKwh + transitionKwh;
  const carbonUsdPerKg = (rules.carbonUsdPerTonne ?? 0) / KG_PER_T;
  return {
    cell: {
      setPointC,
      hottestInletC: setPointC + (room === null ? NaN : hottestRiseK(room, nodePowerW)),
      nodeKwh,
      cracKwh,
      overheadKwh,
      transitionKwh,
      renewableKwh: offeredKwh,
      surplusKwh: offeredKwh - ownKwh,
      fedInKwh,
      gridKwh,
      energyUsd: (usedKwh - ownKwh) * price - fedInKwh * surplusUsdPerKwh,
      transitionUsd,
      carbonKg: gridKwh * kgPerKwh,
      powerW: ((usedKwh + transitionKwh) * J_PER_KWH) / epochS,
      awake: operation.awake,
      starts,
      stops,
      servedPerS: operation.servedPerS,
    },
    byCupUsd: gridByCupKwh * price - fedInByCupKwh * surplusUsdPerKwh + gridByCupKwh * kgPerKwh * carbonUsdPerKg,
    gridByCupKwh,
  };
}

/**
 * Returns the power of a room's CRACs, W (Eq. 17). If the plan uses node types that the room does not have, their heat
 * is included.
 */
function cracPowersW(room: RoomResponse, setPointC: number, nodePowerW: readonly number[]): number {
  const placelessW = sum(nodePowerW.filter((_, j) => room.nodeCount[j] === 0));
  const heatsW = [...cracHeatsW(room, nodePowerW), placelessW];
  return sum(heatsW.map((heatW) => cracPowerW(heatW, setPointC, room.coolingPerformance)));
}

/** Returns the price earned for a kWh fed in, USD. Under rule 'printed' (Eq. 33) it is the purchase price. */
function surplusPrice({ surplus }: GeoRules, price: number): number {
  if (surplus.rule === 'printed') return price;
  return surplus.rule === 'curtailed' ? 0 : surplus.usdPerKwh;
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
