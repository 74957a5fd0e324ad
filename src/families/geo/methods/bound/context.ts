import { J_PER_KWH } from '../../../../../models/units.js';
import { capKwh, purchaseUsdPerKwh, usePays } from '../../../../../models/families/geo/cell-cost.js';
import type { GeoCentre, GeoModel, CompiledGeoNodeType } from '../../../../../models/families/geo/model.js';
import { type Configuration, multisetCount } from '../../../../../models/facility/configuration.js';
import { type PricingOracle, pricingOracle } from '../../../../pricing/pricing.js';
import { type CoolingBound, cupCoolingBound, type PowerBox, roomCoolingBound } from './cooling-bound.js';

/** Configuration of a node (what each of its cores runs) with an `id` unique within a context. Power is at the wall. */
export interface PooledConfiguration {
  readonly id: number;
  readonly type: number;
  /** The configuration. Task indices count the task types that its pricing class may serve on its node type. */
  readonly configuration: Configuration;
  readonly powerW: number;
}

/** Data centres that may serve the same task types and so share pricing. `nodeTypes` contain only these task types. */
export interface PricingClass {
  readonly nodeTypes: readonly CompiledGeoNodeType[];
  readonly oracles: readonly PricingOracle[];
  /** Relative error allowed in V, the best earnings of a node, by node type (see PRICING_TOLERANCE). */
  readonly tolerances: readonly number[];
  /** Less exact pricing oracles, by node type, that search for columns of an LP; no bound depends on them. */
  readonly scouts: readonly PricingOracle[];
}

/**
 * Relative error allowed in V, the best earnings of a node as a function of the price of power. Pricing may miss this
 * share of V, and the chords by which V is approximated may lie above it by this share. The bound is lowered by both.
 */
const PRICING_TOLERANCE = 3e-6;
/**
 * Share of a node's best earnings that pricing may miss, for node types with more than FEW_MULTISETS multisets of task
 * types. For such node types pricing at PRICING_TOLERANCE would take several times as long.
 */
const LARGE_PRICING_TOLERANCE = 3e-5;
/** Number of multisets of task types (one per core) up to which pricing uses PRICING_TOLERANCE. */
const FEW_MULTISETS = 50_000;
/** Share of a node's best earnings that pricing may miss in a search for configurations; no bound uses it. */
const SCOUTING_TOLERANCE = 1e-4;

/**
 * Data of the bound that do not depend on dual values. There are T epochs, D data centres, J node types and I task
 * types. A cell is one data centre in one epoch, with index epoch * D + centre.
 */
export interface BoundContext {
  readonly model: GeoModel;
  readonly epochs: number;
  readonly centres: number;
  readonly types: number;
  readonly tasks: number;
  readonly classes: readonly PricingClass[];
  readonly classOf: readonly number[];
  /**
   * 1 for each cell in which a kWh has a negative cost, else 0. In an epoch, these cells together may run no more tasks
   * than arrive.
   */
  readonly pays: Uint8Array;
  /** 1 for each epoch in which some cell has a kWh of negative cost, else 0. */
  readonly paysIn: Uint8Array;
  /** Bound on the power of nodes and CRACs in each centre's room, as a function of node powers. */
  readonly cooling: readonly CoolingBound[];
  /**
   * Meter energy in one epoch per W of nodes and CRACs, by centre, kWh/W: power overhead Eff times epoch length T^e.
   */
  readonly kwhPerW: Float64Array;
  /** Maximum meter energy in one epoch under the power cap, by centre, kWh. */
  readonly capKwh: Float64Array;
  /** Index of the epoch after each epoch; -1 after the last one of a horizon that is not cyclic. */
  readonly next: Int32Array;
  /** Index of the epoch before each epoch; -1 before the first one of a horizon that is not cyclic. */
  readonly previous: Int32Array;
  /** Largest rate of any node, by task type, tasks/s; used to scale the LP rows of rates. */
  readonly rateScale: Float64Array;
  readonly units: LpUnits;
}

/**
 * Units that scale a master LP: `energyUnit` is the largest energy of a node in an epoch, kWh, and `costUnit` is the
 * cost of that energy, USD. `missingUsdPerS` is the penalty for each task/s not served, by task type, far above the
 * cost of serving it.
 */
export interface LpUnits {
  readonly energyUnit: number;
  readonly costUnit: number;
  readonly missingUsdPerS: Float64Array;
}

/** How the power of nodes and CRACs is computed: from the room's temperatures, or with the ratio CUP of Eq. 43. */
export type CoolingModel = 'room' | 'cup';

export function boundContext(compiled: GeoModel, model: CoolingModel): BoundContext {
  const { centres, nodeTypes, epochCount, epochS } = compiled;
  const keys = centres.map(({ allowed }) => allowed.join(''));
  const distinct = [...new Set(keys)];
  const classes = distinct.map((key) => pricingClass(compiled, centres[keys.indexOf(key)]!));
  const rooms = new Map<object, { readonly box: PowerBox; readonly bound: CoolingBound }>();
  const cooling = centres.map((centre) => {
    let room = rooms.get(centre.thermal);
    if (room === undefined) {
      const box = powerBox(compiled, centre);
      room = { box, bound: roomCoolingBound(centre.thermal, box) };
      rooms.set(centre.thermal, room);
    }
    return model === 'room' ? room.bound : cupCoolingBound(room.bound, centre.coolingPerPower);
  });
  const rateScale = new Float64Array(compiled.taskNames.length);
  for (const { tasks, cores } of nodeTypes) {
    for (const { task, timeS } of tasks) rateScale[task] = Math.max(rateScale[task]!, cores / timeS[0]!);
  }
  const next = Int32Array.from({ length: epochCount }, (_, t) => nextEpoch(t, epochCount, compiled.cyclic));
  const previous = new Int32Array(epochCount).fill(-1);
  for (const [t, after] of next.entries()) if (after >= 0) previous[after] = t;
  const kwhPerW = Float64Array.from(centres, ({ powerOverhead }) => (powerOverhead * epochS) / J_PER_KWH);
  const paysAt = (t: number): boolean[] => centres.map((centre) => usePays(compiled, centre, t));
  const pays = Uint8Array.from(Array.from({ length: epochCount }, (_, t) => paysAt(t)).flat(), Number);
  return {
    model: compiled,
    epochs: epochCount,
    centres: centres.length,
    types: nodeTypes.length,
    tasks: compiled.taskNames.length,
    classes,
    classOf: keys.map((key) => distinct.indexOf(key)),
    pays,
    paysIn: Uint8Array.from({ length: epochCount }, (_, t) => Number(paysAt(t).includes(true))),
    cooling,
    kwhPerW,
    units: unitsOf(compiled, cooling, kwhPerW),
    capKwh: Float64Array.from(centres, (centre) => capKwh(compiled, centre)),
    next,
    previous,
    rateScale: rateScale.map((rate) => (rate > 0 ? rate : 1)),
  };
}

function unitsOf(model: GeoModel, cooling: readonly CoolingBound[], kwhPerW: Float64Array): LpUnits {
  const mostW = model.nodeTypes.reduce(
    (greatest, { staticW, cores, tasks }) =>
      Math.max(greatest, staticW + cores * tasks.reduce((most, { powerW }) => Math.max(most, ...powerW), 0)),
    0,
  );
  let price = 1e-3;
  let kwh = 1e-9;
  for (const [d, centre] of model.centres.entries()) {
    for (let t = 0; t < model.epochCount; t++) price = Math.max(price, Math.abs(purchaseUsdPerKwh(model, centre, t)));
    kwh = Math.max(kwh, kwhPerW[d]! * cooling[d]!.mostPerW * mostW);
  }
  const missingUsdPerS = new Float64Array(model.taskNames.length);
  for (const { tasks } of model.nodeTypes) {
    for (const { task, timeS } of tasks) {
      missingUsdPerS[task] = Math.max(missingUsdPerS[task]!, 30 * price * kwh * timeS.at(-1)!);
    }
  }
  return { energyUnit: kwh, costUnit: price * kwh, missingUsdPerS };
}

function nextEpoch(epoch: number, count: number, cyclic: boolean): number {
  if (epoch + 1 < count) return epoch + 1;
  return cyclic && count > 1 ? 0 : -1;
}

function pricingClass(model: GeoModel, { allowed }: GeoCentre): PricingClass {
  const nodeTypes = model.nodeTypes.map((type) => ({
    ...type,
    tasks: type.tasks.filter(({ task }) => allowed[task] === 1),
  }));
  const priced = { nodeTypes, taskNames: model.taskNames };
  const tolerances = nodeTypes.map(({ cores, tasks }) =>
    multisetCount(cores, tasks.length) <= FEW_MULTISETS ? PRICING_TOLERANCE : LARGE_PRICING_TOLERANCE,
  );
  return {
    nodeTypes,
    oracles: tolerances.map((tolerance, j) => pricingOracle(priced, j, tolerance)),
    tolerances,
    scouts: tolerances.map((_, j) => pricingOracle(priced, j, SCOUTING_TOLERANCE)),
  };
}

function powerBox({ nodeTypes }: GeoModel, { nodeCount }: GeoCentre): PowerBox {
  const mostCoreW = nodeTypes.map(({ tasks }) => tasks.reduce((most, { powerW }) => Math.max(most, ...powerW), 0));
  return {
    lowW: Float64Array.from(nodeTypes, ({ sleepW, staticW }, j) => nodeCount[j]! * Math.min(sleepW, staticW)),
    highW: Float64Array.from(
      nodeTypes,
      ({ sleepW, staticW, cores }, j) => nodeCount[j]! * Math.max(sleepW, staticW + cores * mostCoreW[j]!),
    ),
  };
}
