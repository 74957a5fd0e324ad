import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { withMixingFraction } from '../../../../../models/physics/airflow/mixed-air.js';
import { failingCourse } from '../../../../../models/physics/thermal/failing-cracs.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { envelopeOf } from '../../check/envelope.js';
import { isOneWay } from '../../check/survival.js';
import { TEMPERATURE_TOLERANCE_C } from '../../../../check/findings.js';
import { steadyTemperatures } from '../../../../check/temperatures.js';
import type { FailureCase } from '../../runs/failures.js';
import { courseRoom, type FailedRoom } from './failed-room.js';

/**
 * Fractions of perfectly mixed air over which times to the red line are stated. No measurement gives the fraction; these
 * span what open cold aisles show (docs/reward-rate/failures.md#how-the-air-mixes).
 */
const MIXINGS = [0, 0.1, 0.2, 0.3];
/** Maximum number of zones of a room whose times are stated over several mixings. Our choice: each is a simulation. */
const MAX_MIXED_ZONES = 1000;

/** Air before and after a failure. */
interface AirOfFailure {
  readonly before: InfluenceMatrix;
  readonly after: InfluenceMatrix;
}

/** Moments at which an inlet passes the red line, if one does, by how much the air mixes. */
export type Course = Pick<FailureCase, 'redLine' | 'timeToRedLineS' | 'timesToRedLineS'>;

/**
 * Returns whether and when an inlet exceeds the red line after the failure at unchanged powers and set-points.
 *
 * @param room failed room without failed racks
 */
export function untouchedCourse(room: FailedRoom): Course {
  if (room.before.recirculationKPerW !== undefined) return { redLine: 'unknown', timeToRedLineS: null };
  const stated = timeIn(room, { before: room.before, after: room.matrix });
  const times = [stated, ...overMixings(room)];
  const leastS = Math.min(...times.map((time) => time ?? Infinity));
  const mostS = Math.max(...times.map((time) => time ?? Infinity));
  return {
    redLine: stated === null ? 'kept' : stated === Infinity ? 'notWithinHorizon' : 'passed',
    timeToRedLineS: finite(stated),
    timesToRedLineS: { leastS: finite(leastS), mostS: finite(mostS) },
  };
}

function finite(timeS: number | null): number | null {
  return timeS === Infinity ? null : timeS;
}

function overMixings(room: FailedRoom): (number | null)[] {
  const { airflow } = room.instance.facility;
  if (airflow.source !== 'room' || room.matrix.zones.length > MAX_MIXED_ZONES) return [];
  const { mixingFraction = 0 } = airflow;
  return MIXINGS.filter((fraction) => fraction !== mixingFraction).flatMap((fraction) => {
    const before = withMixingFraction(room.before, airflow, fraction);
    const after = room.matrix === room.before ? before : withMixingFraction(room.matrix, airflow, fraction);
    return before === null || after === null ? [] : [timeIn(room, { before, after })];
  });
}

/**
 * Returns the time until an inlet exceeds the red line, s. Null if it is proven that none ever does; Infinity if none
 * does within the simulated time.
 */
function timeIn(room: FailedRoom, air: AirOfFailure): number | null {
  if (keepsRedLine(room, air)) return null;
  return failingCourse({ ...courseRoom(room), matrix: air.after, before: air.before }).untouchedPassedS() ?? Infinity;
}

/**
 * Returns true if it is proven that no inlet exceeds the red line after the failure, neither in the steady state nor on
 * the way to it.
 *
 * @param zonePowerW power of each zone after the failure, W
 */
export function keepsRedLine(
  { instance, failed, plan, evaluation }: FailedRoom,
  { before, after }: AirOfFailure,
  zonePowerW: readonly number[] = evaluation.zoneNodePowerW,
): boolean {
  const { densityKgPerM3, heatCapacityJPerKgK } = instance.facility.air ?? DEFAULT_AIR;
  const heatPerM3K = densityKgPerM3 * heatCapacityJPerKgK;
  const indicesOf = ({ facility }: typeof instance): ReadonlySet<number> =>
    new Set(
      before.cracNames.flatMap((name, c) =>
        facility.cracs.some((crac) => crac.name === name && crac.coolingCapacityW === 0) ? [c] : [],
      ),
    );
  const without = indicesOf(failed);
  if (without.size === before.cracNames.length) return false;
  const zoneNodePowerW = Float64Array.from(zonePowerW);
  const setPointsC = before.cracNames.map((name) => plan.setPointsC[name]!);
  const capacityW = before.cracNames.map(
    (name) => failed.facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? Infinity,
  );
  const lost = indicesOf(instance);
  const start = steadyTemperatures(before, setPointsC, Float64Array.from(evaluation.zoneNodePowerW), heatPerM3K, lost);
  const end = steadyTemperatures(after, setPointsC, zoneNodePowerW, heatPerM3K, without);
  if (start === null || end === null) return false;
  const isCool = (inletC: number): boolean => inletC <= instance.limits.redLineC + TEMPERATURE_TOLERANCE_C;
  const failure = { air: start, failed: lost, without, setPointsC, zoneNodePowerW, heatPerM3K, capacityW };
  const isHeld = end.cracHeatW.every((heatW, c) => without.has(c) || heatW <= capacityW[c]!);
  const isSame = before === after && zonePowerW === evaluation.zoneNodePowerW;
  if (isHeld && isOneWay({ ...failure, isSameAir: isSame }))
    return end.zoneInletC.every(isCool) && start.zoneInletC.every(isCool);
  return end.zoneInletC.every(isCool) && (envelopeOf(after, failure)?.zoneInletC.every(isCool) ?? false);
}
