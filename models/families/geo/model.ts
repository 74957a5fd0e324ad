import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { CompiledNodeType } from '../../facility/compiled.js';
import { centreThermal } from './centre-thermal.js';
import { type CentreThermal, cooling } from './cooling.js';
import type { DataCentre, GeoInstance, GeoNodeType } from './instance.js';
import { compiledRoom } from './room.js';
import type { CentreSeries, GeoSeries } from './series.js';
import { coefficientOfPerformance } from '../../physics/cooling/crac.js';

/**
 * The geo model in dense indices. T epochs, I task types, J node types (of the instance; a centre may have none of some), D data
 * centres.
 *
 *   minimise   sum over epochs and centres of energy bought at its price (Eq. 33, cooling by the room's own temperatures), transitions
 *              (Eq. 34), and what `rules` add (carbon, demand charges)
 *   subject to every task type's co-located rate, summed over centres, >= its arrival rate in every epoch (Eqs. 26, 35-37);
 *              inlets <= red line; set-points in range; power caps; whole nodes
 */
export interface GeoModel {
  readonly instance: GeoInstance;
  readonly epochCount: number;
  /** Length of an epoch, T^e, s. */
  readonly epochS: number;
  /** True if the last epoch is followed by the first. */
  readonly cyclic: boolean;
  readonly taskNames: readonly string[];
  /** AR_i by epoch, tasks/s: entry epoch * I + task. */
  readonly arrivalRatePerS: Float64Array;
  readonly nodeTypes: readonly CompiledGeoNodeType[];
  readonly centres: readonly GeoCentre[];
  readonly carbonUsdPerKg: number;
  /** Limit on the emissions of the horizon, kg; Infinity if there is none. */
  readonly carbonCapKg: number;
}

/** A node type; its `tasks` admit all P-states, because chapter 4 has no deadlines. */
export interface CompiledGeoNodeType extends CompiledNodeType, NodePowers {
  /** Power of an idle, awake node at the wall, P^S of Eqs. 34 and 44, W. */
  readonly staticW: number;
  /** Power that a node adds at full load, P^D of Eq. 44, W at the wall. */
  readonly peakDynamicW: number;
  /** Power of a sleeping node, P^Sleep of Eqs. 34 and 44, W at the wall. */
  readonly sleepW: number;
}

export interface GeoCentre {
  readonly name: string;
  /** Nodes by node type, length J. */
  readonly nodeCount: Int32Array;
  /** Thermal response of its room; equal rooms share one object. */
  readonly thermal: CentreThermal;
  /** Power at the meter over power of nodes and CRACs, Eff_d. */
  readonly powerOverhead: number;
  /** Cooling power over node power, CUP_d. */
  readonly coolingPerPower: number;
  /** Price of a bought kWh by epoch, USD/kWh. */
  readonly usdPerKwh: Float64Array;
  /** Carbon intensity by epoch, g/kWh; 0 if unknown. */
  readonly gramsPerKwh: Float64Array;
  /** Energy that sun and wind can give in each epoch, kWh. */
  readonly renewableKwh: Float64Array;
  /**
   * USD earned per kWh fed in, by epoch: the price itself under 'printed', 0 if surplus is curtailed, otherwise the
   * feed-in price (docs/decisions/geo-surplus.md).
   */
  readonly surplusUsdPerKwh: Float64Array;
  /** For each task type, 1 if it may be served, else 0. */
  readonly allowed: Uint8Array;
  /**
   * Limit on the mean power at the meter in an epoch, W, transitions included, before renewables; Infinity if there is
   * none.
   */
  readonly powerCapW: number;
  readonly demandPeriods: readonly DemandPeriod[];
}

/** A tariff period with a demand charge, which is paid once for the largest mean power bought in any of its epochs. */
export interface DemandPeriod {
  readonly name: string;
  /** Charge for this horizon, USD/kW: the monthly charge times the instance's share. */
  readonly usdPerKw: number;
  /** Epochs that lie in the period at least in part. */
  readonly epochs: readonly number[];
}

/** Power of a sleeping node over its static power, if its type states none (Section 4.5.1). */
export const SLEEP_SHARE = 0.16;

/**
 * Returns the compiled model of a valid instance. Its inputs are the instance, its series, and the influence matrices
 * of its rooms (each distinct room once).
 *
 * @throws RangeError as thermalResponse does.
 */
export function geoModel(
  instance: GeoInstance,
  series: GeoSeries,
  matrixOfRoom: (room: string) => InfluenceMatrix,
): GeoModel {
  const { horizon, rules, dataCentres } = instance;
  const rooms = new Map<string, CompiledRoom>();
  let nodeTypes: readonly CompiledGeoNodeType[] | undefined;
  for (const { room } of dataCentres) {
    if (rooms.has(room)) continue;
    const compiled = compiledRoom(instance, room, matrixOfRoom(room));
    nodeTypes ??= compiled.nodeTypes.map((type, j) => compileNodeType(type, instance.nodeTypes[j]!));
    const nodeCount = new Int32Array(nodeTypes.length);
    for (const zone of compiled.zones) nodeCount[zone.type]! += zone.nodeCount;
    const thermal = centreThermal(compiled, instance.rooms[room]!.redLineC);
    const calibrated = calibratedCoolingPerPower(thermal, nodeTypes, nodeCount, rules.utilisation);
    rooms.set(room, { thermal, nodeCount, calibrated });
  }
  return {
    instance,
    epochCount: horizon.epochs,
    epochS: horizon.epochMinutes * 60,
    cyclic: horizon.boundary === 'cyclic',
    taskNames: instance.taskTypes.map(({ name }) => name),
    arrivalRatePerS: series.arrivalRatePerS,
    nodeTypes: nodeTypes ?? [],
    centres: dataCentres.map((centre, d) =>
      compileCentre(instance, centre, series.centres[d]!, rooms.get(centre.room)!),
    ),
    carbonUsdPerKg: (rules.carbonUsdPerTonne ?? 0) / 1000,
    carbonCapKg: rules.carbonCapKg ?? Infinity,
  };
}

interface CompiledRoom {
  readonly thermal: CentreThermal;
  readonly nodeCount: Int32Array;
  readonly calibrated: number;
}

function compileNodeType(type: CompiledNodeType, given: GeoNodeType): CompiledGeoNodeType {
  // Mean over the task types it runs of the power in P-state 0, at the wall like all of CompiledTask.
  const meanW = type.tasks.reduce((sum, { powerW }) => sum + powerW[0]!, 0) / Math.max(1, type.tasks.length);
  return {
    ...type,
    staticW: type.idleW,
    peakDynamicW: given.peakDynamicPowerW ?? type.cores * meanW,
    sleepW: given.sleepPowerW ?? SLEEP_SHARE * type.idleW,
  };
}

function compileCentre(
  { rules, taskTypes }: GeoInstance,
  centre: DataCentre,
  { usdPerKwh, gramsPerKwh, renewableKwh, demandPeriods }: CentreSeries,
  room: CompiledRoom,
): GeoCentre {
  const { surplus, demandChargeShare = 0 } = rules;
  const worthUsd = surplus.rule === 'feed-in' ? surplus.usdPerKwh : 0;
  return {
    name: centre.name,
    nodeCount: room.nodeCount,
    thermal: room.thermal,
    powerOverhead: centre.powerOverhead,
    coolingPerPower: centre.coolingPerPower ?? room.calibrated,
    usdPerKwh,
    gramsPerKwh,
    renewableKwh,
    surplusUsdPerKwh: surplus.rule === 'printed' ? usdPerKwh : usdPerKwh.map(() => worthUsd),
    allowed: Uint8Array.from(taskTypes, ({ allowedDataCentres }) =>
      allowedDataCentres === undefined || allowedDataCentres.includes(centre.name) ? 1 : 0,
    ),
    powerCapW: centre.powerCapW ?? Infinity,
    demandPeriods: demandPeriods
      .map(({ name, usdPerKwMonth, epochs }) => ({ name, usdPerKw: usdPerKwMonth * demandChargeShare, epochs }))
      .filter(({ usdPerKw, epochs }) => usdPerKw > 0 && epochs.length > 0),
  };
}

/** Powers of a node type that Eq. 44 needs, W at the wall. */
interface NodePowers {
  readonly staticW: number;
  readonly peakDynamicW: number;
  readonly sleepW: number;
}

/** Shares of each type's nodes that are awake in the states from which CUP is computed; the other nodes sleep. */
const CALIBRATION_LEVELS = [0.25, 0.5, 0.75, 1] as const;

/**
 * Returns the CUP of a room (Eqs. 34, 43): heat over CRAC power, each summed over the states of CALIBRATION_LEVELS.
 * Nodes draw the power of Eq. 44, and the CRACs have the hottest set-point that cools the room. States that the room
 * cannot cool are left out; if it can cool none, returns the CoP at the coldest set-point (docs/decisions/geo-cup.md).
 */
function calibratedCoolingPerPower(
  thermal: CentreThermal,
  nodeTypes: readonly NodePowers[],
  nodeCount: Int32Array,
  utilisation: number,
): number {
  let heatW = 0;
  let cracW = 0;
  for (const level of CALIBRATION_LEVELS) {
    const nodePowerW = Float64Array.from(nodeTypes, ({ staticW, peakDynamicW, sleepW }, j) => {
      const awakeW = utilisation * peakDynamicW + staticW;
      return nodeCount[j]! * (level * awakeW + (1 - level) * sleepW);
    });
    const { setPointC, cracPowerW } = cooling(thermal, nodePowerW);
    if (setPointC < thermal.setPointMinC) continue;
    heatW += nodePowerW.reduce((sum, powerW) => sum + powerW, 0);
    cracW += cracPowerW;
  }
  // A room without any power says nothing about its CRACs either.
  return cracW > 0 ? heatW / cracW : coefficientOfPerformance(thermal.cooling, thermal.setPointMinC);
}
