import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { FacilityOperation } from '../../../../models/families/utility/instance.js';
import type { Facility } from '../../../../models/facility/facility.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addIfAbove, POWER_TOLERANCE_W, powerToleranceW, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import { raise, type Worst } from '../../../check/worst.js';
import type { CheckedRoom } from './checked-room.js';
import { TOLERANCES } from './limits.js';
import type { JudgedRun } from './runs.js';

/**
 * Number of task starts after which temperatures are computed anew from the running tasks, so that rounding errors do
 * not accumulate.
 */
const RENEWED_AFTER = 256;

/** Change of a pool's power when a run starts or ends. */
interface Change {
  /**
   * Moment that changes are ordered by, s. The end of a run is moved slightly earlier, so that it comes before a start
   * at the same moment.
   */
  readonly orderS: number;
  readonly pool: number;
  /** Change of the power, W. */
  readonly byW: number;
}

/** Largest power and hottest inlet of the machine room under a schedule. */
export interface RoomPeaks {
  /** Power at the meter with all nodes idle, W. */
  readonly idleW: number;
  /** Largest power at the meter, W. */
  readonly greatestW: number;
  readonly hottestInletC: number;
  /** Name of the zone with the hottest inlet. */
  readonly hottestInletAt: string;
}

/** Machine room with the data that its limits are taken from. */
export interface LimitedRoom {
  readonly room: CheckedRoom;
  readonly facility: Facility;
  readonly operation: FacilityOperation;
  readonly matrix: InfluenceMatrix;
}

/**
 * Checks inlet temperatures against the red line, meter power against the cap, and the heat of each CRAC against its
 * capacity. Checks only the starts of tasks, because values are largest then. Adds at most one violation for each
 * inlet, each CRAC and the meter, at its worst moment. Returns the peaks.
 */
export function checkRoomLimits(
  { room, facility, operation, matrix }: LimitedRoom,
  runs: readonly JudgedRun[],
  violations: Violation[],
): RoomPeaks {
  const { idleW, idleInletC, idleHeatW, inletKPerW, heatWPerW } = room;
  const changes = runs.flatMap(({ pool, powerW, pieces }) =>
    pieces.flatMap(([startS, endS]): Change[] => [
      { orderS: startS, pool, byW: powerW },
      { orderS: endS - TOLERANCES.moment.value * Math.max(1, endS), pool, byW: -powerW },
    ]),
  );
  changes.sort((a, b) => a.orderS - b.orderS || a.byW - b.byW);
  const powerW = new Float64Array(inletKPerW.length);
  const now = { inletC: idleInletC.slice(), heatW: idleHeatW.slice(), totalW: idleW };
  const peaks = {
    inletC: Array.from(idleInletC, (value): Worst => ({ value, atS: 0 })),
    heatW: Array.from(idleHeatW, (value): Worst => ({ value, atS: 0 })),
    totalW: { value: idleW, atS: 0 },
  };
  const add = (pool: number, byW: number): void => {
    now.totalW += byW;
    inletKPerW[pool]!.forEach((perW, z) => (now.inletC[z]! += perW * byW));
    heatWPerW[pool]!.forEach((perW, c) => (now.heatW[c]! += perW * byW));
  };
  const renew = (): void => {
    now.totalW = idleW;
    now.inletC.set(idleInletC);
    now.heatW.set(idleHeatW);
    powerW.forEach((value, pool) => {
      add(pool, value);
    });
  };
  let starts = 0;
  for (const { orderS: atS, pool, byW } of changes) {
    powerW[pool]! += byW;
    add(pool, byW);
    if (byW < 0) continue;
    if (++starts % RENEWED_AFTER === 0) renew();
    raise(peaks.totalW, now.totalW, atS);
    peaks.inletC.forEach((peak, z) => {
      raise(peak, now.inletC[z]!, atS);
    });
    peaks.heatW.forEach((peak, c) => {
      raise(peak, now.heatW[c]!, atS);
    });
  }
  const { redLineC, powerCapW } = operation;
  if (powerCapW !== undefined) {
    const { value, atS } = peaks.totalW;
    const bounded = {
      where: `the meter at ${atS} s`,
      unit: 'W',
      value,
      limit: powerCapW,
      tolerance: powerToleranceW(powerCapW),
    };
    addIfAbove(violations, 'powerCap', bounded);
  }
  if (redLineC !== undefined) {
    for (const [z, { value, atS }] of peaks.inletC.entries()) {
      const where = `${matrix.zones[z]!.name} at ${atS} s`;
      addIfAbove(violations, 'redLine', {
        where,
        unit: 'C',
        value,
        limit: redLineC,
        tolerance: TEMPERATURE_TOLERANCE_C,
      });
    }
  }
  for (const [c, { value, atS }] of peaks.heatW.entries()) {
    const name = matrix.cracNames[c]!;
    const limit = facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? 0;
    if (limit === 0) continue;
    const where = `${name} at ${atS} s`;
    addIfAbove(violations, 'coolingCapacity', { where, unit: 'W', value, limit, tolerance: POWER_TOLERANCE_W });
  }
  const hottest = peaks.inletC.reduce((most, { value }, z) => (value > peaks.inletC[most]!.value ? z : most), 0);
  return {
    idleW,
    greatestW: peaks.totalW.value,
    hottestInletC: peaks.inletC[hottest]!.value,
    hottestInletAt: matrix.zones[hottest]!.name,
  };
}
