import { KG_PER_T } from '../../units.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { CompiledNodeType } from '../../facility/compiled.js';
import { optionalCap, type PowerCap } from '../../facility/meter.js';
import { centreThermal } from './centre-thermal.js';
import { type CentreThermal, cooling } from './cooling.js';
import type { DataCentre, GeoInstance, GeoNodeType } from './instance.js';
import { compiledRoom } from './room.js';
import type { CentreSeries, GeoSeries } from './series.js';
import { coefficientOfPerformance } from '../../physics/cooling/crac.js';

/**
 * The geo problem with indices instead of names: T epochs, I task types, J node types, D data centres. A centre may
 * lack some of the node types.
 *
 * Minimise the cost of energy bought in all epochs and centres (Eq. 33) and of starts and stops of nodes (Eq. 34).
 * `rules` may add carbon price and demand charges. The power of cooling follows from the temperatures of each room.
 *
 * In every epoch, tasks of every type must be served at least at their arrival rate, summed over centres (Eqs. 26,
 * 35-37). Inlets must keep the red line, set-points must stay in their range, and centres must keep their power cap.
 * Numbers of nodes are whole.
 */
export interface GeoModel {
  readonly instance: GeoInstance;
  readonly epochCount: number;
  /** Length of each epoch, s (T^e of the thesis). */
  readonly epochS: number;
  /** True if the planning horizon repeats: the first epoch follows the last one. */
  readonly cyclic: boolean;
  readonly taskNames: readonly string[];
  /** Arrival rate in each epoch, tasks/s (AR_i of the thesis), at index epoch * task types + task type. */
  readonly arrivalRatePerS: Float64Array;
  readonly nodeTypes: readonly CompiledGeoNodeType[];
  readonly centres: readonly GeoCentre[];
  readonly carbonUsdPerKg: number;
  /** Limit on carbon emissions over the horizon, kg; Infinity if there is none. */
  readonly carbonCapKg: number;
}

/** A compiled node type. Its tasks may run in all P-states, because thesis chapter 4 has no deadlines. */
export interface CompiledGeoNodeType extends CompiledNodeType, NodePowers {
  /** Power of an idle, awake node at the wall, W: P^S of Eqs. 34 and 44. */
  readonly staticW: number;
  /** Power that a node at full load draws above `staticW`, W at the wall: P^D of Eq. 44. */
  readonly peakDynamicW: number;
  /** Power of a sleeping node, W at the wall: P^Sleep of Eqs. 34 and 44. */
  readonly sleepW: number;
}

/**
 * A data centre. Its power cap is a limit on the mean power at the meter in an epoch, W; Infinity if there is none. The
 * power includes starts and stops of nodes. Solar and wind power is not subtracted.
 */
export interface GeoCentre extends PowerCap {
  readonly name: string;
  /** Number of the centre's nodes of each type. */
  readonly nodeCount: Int32Array;
  /** Thermal response of the room; the same object for equal rooms. */
  readonly thermal: CentreThermal;
  /** Power at the meter divided by the power of nodes and CRACs (Eff_d of the thesis). */
  readonly powerOverhead: number;
  /** Node power divided by cooling power, a constant (CUP_d of Eq. 43). */
  readonly coolingPerPower: number;
  /** Price of a kWh bought in each epoch, USD/kWh, without the carbon price. */
  readonly usdPerKwh: Float64Array;
  /** Carbon intensity of the grid in each epoch, g/kWh; 0 if unknown. */
  readonly gramsPerKwh: Float64Array;
  /** Solar and wind energy available in each epoch, kWh. */
  readonly renewableKwh: Float64Array;
  /**
   * Payment for a kWh fed into the grid in each epoch, USD/kWh (docs/decisions/geo-surplus.md). Under the surplus rule
   * 'printed', it is the electricity price. It is 0 if surplus is curtailed, and otherwise the feed-in price.
   */
  readonly surplusUsdPerKwh: Float64Array;
  /** For each task type, 1 if the centre may serve it, else 0. */
  readonly allowed: Uint8Array;
  readonly demandPeriods: readonly DemandPeriod[];
}

/**
 * A tariff period with a demand charge. The charge is paid once per horizon for the largest mean power bought in an
 * epoch of the period.
 */
export interface DemandPeriod {
  readonly name: string;
  /** Demand charge for the planning horizon, USD/kW: the monthly charge times the instance's demandChargeShare. */
  readonly usdPerKw: number;
  /** Indices of the epochs that overlap the period. */
  readonly epochs: readonly number[];
}

/** Default power of a sleeping node, as a fraction of its static power (thesis Section 4.5.1). */
export const SLEEP_SHARE = 0.16;

/**
 * Returns the model of a valid instance.
 *
 * @param series time series of the instance
 * @param matrixOfRoom returns the influence matrix of the room with a given name; called once for each distinct room
 * @throws RangeError as thermalResponse does
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
    carbonUsdPerKg: (rules.carbonUsdPerTonne ?? 0) / KG_PER_T,
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
    ...optionalCap(centre),
    demandPeriods: demandPeriods
      .map(({ name, usdPerKwMonth, epochs }) => ({ name, usdPerKw: usdPerKwMonth * demandChargeShare, epochs }))
      .filter(({ usdPerKw, epochs }) => usdPerKw > 0 && epochs.length > 0),
  };
}

/** Powers of one node of a type, W at the wall, that enter Eq. 44. */
interface NodePowers {
  readonly staticW: number;
  readonly peakDynamicW: number;
  readonly sleepW: number;
}

/**
 * Fractions of each type's nodes that are awake, in the states from which CUP (node power / cooling power) is computed.
 */
const CALIBRATION_LEVELS = [0.25, 0.5, 0.75, 1] as const;

/**
 * Returns the room's CUP (Eqs. 34, 43): total node power / total CRAC power over the states of CALIBRATION_LEVELS.
 * Nodes draw the power of Eq. 44. The CRACs have the highest set-point that cools the room.
 *
 * States that the room cannot cool are left out. If none is left, returns the CoP at the lowest set-point
 * (docs/decisions/geo-cup.md).
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
