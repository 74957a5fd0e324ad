import { meterPerZoneW, type PowerByUse, roomState } from '../../facility/room-state.js';
import { linearMeterOf, optionalCap, type PowerCap, upsInputPerW } from '../../facility/meter.js';
import type { CompiledFacility } from '../../facility/compiled.js';
import { powerPerHeat } from '../../physics/cooling/crac.js';
import type { FacilityOperation } from './instance.js';

/**
 * Room with fixed set-points. A pool is a thermal zone, or the nodes of one type in a rack. Every temperature and power
 * is an affine function of the pools' powers (docs/utility/facility.md). Without a power cap, the cap is Infinity.
 */
export interface UtilityRoom extends PowerCap {
  /** Power at the meter with all nodes idle, W, and its parts: nodes, UPS losses, CRACs and other loads. */
  readonly idle: PowerByUse;
  /** For each pool, watts at the meter per watt that busy cores draw at the power supply inputs of their nodes. */
  readonly meterWPerW: Float64Array;
  readonly zoneNames: readonly string[];
  /** Inlet temperature of each zone with all nodes idle, C. */
  readonly idleInletC: Float64Array;
  /** Rise of a zone's inlet per watt at the meter of a pool's busy cores, K/W, at index zone * pools + pool. */
  readonly inletKPerW: Float64Array;
  readonly cracNames: readonly string[];
  /** Heat that each CRAC removes with all nodes idle, W. */
  readonly idleHeatW: Float64Array;
  /** Greatest heat that each CRAC can remove, W; Infinity if unlimited. */
  readonly capacityW: Float64Array;
  /** Heat that a CRAC removes per watt at the meter of a pool's busy cores, W/W, at index CRAC * pools + pool. */
  readonly heatWPerW: Float64Array;
  /** Limit on every inlet temperature, C; Infinity if there is none. */
  readonly redLineC: number;
}

/**
 * Returns the machine room of a compiled facility with fixed set-points and limits. The caller must reject set-points
 * at which a CRAC removes negative heat with idle nodes (see idleHeatW), because its power would then not be
 * proportional to its heat.
 *
 * @param zonesOfPool indices of the zones of each pool; the pool's power is spread over them in proportion to their
 * numbers of nodes
 */
export function utilityRoom(
  compiled: CompiledFacility,
  operation: FacilityOperation,
  zonesOfPool: readonly (readonly number[])[],
): UtilityRoom {
  const { facility, thermal, cracs, zones, cooling, matrix } = compiled;
  const meter = linearMeterOf(facility);
  const setPointsC = cracs.map(({ name }) => operation.setPointsC[name]!);
  const [J, K, C] = [zonesOfPool.length, zones.length, cracs.length];
  const share = zonesOfPool.map((own) => {
    const nodes = own.reduce((sum, z) => sum + zones[z]!.nodeCount, 0);
    return own.map((z) => zones[z]!.nodeCount / nodes);
  });
  /**
   * Returns the coefficient of pool j's power, given the coefficients of the powers of zones (`row`). It is their
   * average over the nodes of the pool.
   */
  const perPool = (row: Float64Array, j: number): number =>
    zonesOfPool[j]!.reduce((sum, z, n) => sum + row[z]! * share[j]![n]!, 0);
  const idle = roomState(
    { thermal, cooling, meter },
    Float64Array.from(zones, ({ idleW }) => idleW),
    setPointsC,
  );
  const perZoneW = meterPerZoneW({ thermal, cooling, meter }, 0, new Float64Array(C).fill(1), setPointsC);
  const meterWPerW = Float64Array.from({ length: J }, (_, j) => perPool(perZoneW, j));
  const heatWPerW = new Float64Array(C * J);
  for (let c = 0; c < C; c++) {
    const row = thermal.cracHeatRow(c);
    for (let j = 0; j < J; j++) heatWPerW[c * J + j] = perPool(row, j);
  }
  // Under one set-point every watt costs the same, wherever it comes out: rounding must not tell pools apart.
  if (new Set(setPointsC).size === 1) {
    meterWPerW.fill(upsInputPerW(meter) + powerPerHeat(cooling, setPointsC[0]!));
  }
  const inletKPerW = new Float64Array(K * J);
  for (let k = 0; k < K; k++) {
    const row = thermal.inletRow(k);
    for (let j = 0; j < J; j++) inletKPerW[k * J + j] = perPool(row, j) / meterWPerW[j]!;
  }
  for (let n = 0; n < heatWPerW.length; n++) heatWPerW[n]! /= meterWPerW[n % J]!;
  return {
    idle: idle.power,
    meterWPerW,
    zoneNames: matrix.zones.map(({ name }) => name),
    idleInletC: idle.inletC,
    inletKPerW,
    cracNames: cracs.map(({ name }) => name),
    idleHeatW: idle.removedW,
    capacityW: Float64Array.from(cracs, ({ capacityW }) => capacityW),
    heatWPerW,
    redLineC: operation.redLineC ?? Infinity,
    ...optionalCap(operation),
  };
}
