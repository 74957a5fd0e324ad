import { airLimitsOf } from '../../../../../models/facility/air-limits.js';
import { firstTangent, powerTangent } from '../../../../../models/facility/power-limits.js';
import { availableW, tangentMeter, upsInputPerW } from '../../../../../models/facility/meter.js';
import { linearForm, lpRooms } from '../room-program/coupling.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';

/**
 * Limit on powers and temperatures, in W or C:
 *
 * sum_b perW[b] Q_b + terms in T and q <= limit
 *
 * Q_b is the core power of zone b in W, T and q are set-points and heats of CRACs. Idle power is already deducted from
 * the limit. The nonlinear program contains this row times `factor`.
 */
export interface PowerRow {
  readonly kind: 'powerCap' | 'heat' | 'limit' | 'redLine';
  /** Index of the CRAC (heat row), of the limit (limit row) or of the zone (red line); 0 for the cap. */
  readonly where: number;
  readonly perW: Float64Array;
  /** [CRAC]: coefficient of the set-point; empty for the cap and for limits on node powers. */
  readonly perSetPoint: Float64Array;
  readonly limit: number;
  readonly factor: number;
}

/** Choice of rows and of the points at which curved limits are replaced by tangents. */
export interface RowChoice {
  /** Zones that get a red-line row. */
  readonly redLined: readonly number[];
  /**
   * [point][zone]: powers of zones, W. The input of the UPS is its tangent at the last point. A convex limit has a tangent
   * at every point; all of them hold for all plans.
   */
  readonly points: readonly Float64Array[];
}

/** Returns the limits on powers and temperatures. The first one is the power cap. */
export function powerRows(model: RewardRateModel, { redLined, points }: RowChoice, powerUnitW: number): PowerRow[] {
  const { zones, cracs } = model;
  const [room] = lpRooms(model, 'own');
  const nodePowerW = points.at(-1)!.reduce((sum, powerW) => sum + powerW, 0);
  const budget = tangentMeter(model.budget, nodePowerW);
  const row = (
    kind: PowerRow['kind'],
    where: number,
    limit: number,
    reading: Parameters<typeof linearForm>[1],
    factor = 1 / powerUnitW,
  ): PowerRow => {
    const { perW, perC } = linearForm(room, reading, room.idleW);
    const hasSetPoints = reading.inlets !== undefined || reading.heats !== undefined;
    return {
      kind,
      where,
      perW,
      perSetPoint: hasSetPoints ? perC : new Float64Array(0),
      limit: zones.reduce((left, zone, b) => left - perW[b]! * zone.idleW, limit),
      factor,
    };
  };
  return [
    row('powerCap', 0, availableW(budget), { powers: zones.map((_, b) => [b, upsInputPerW(budget)]) }),
    ...cracs.map((_, c) => row('heat', c, 0, { heats: [[c, 1]] })),
    ...model.powerLimits.flatMap((limit, n) => {
      const further = limit.curve === undefined ? [] : points.map((powersW) => powerTangent(limit, powersW));
      return [firstTangent(limit, zones), ...further].map(({ perW, most }) => {
        const powers = limit.zones.map((b, k) => [b, perW[k]!] as const);
        return row('limit', n, most, { powers }, 1 / (powerUnitW * Math.max(...perW)));
      });
    }),
    ...airLimitsOf({ ...model, coolingLimits: [] }).map(({ limit, reading, unit }, n) =>
      row('limit', model.powerLimits.length + n, limit, reading, unit === 'C' ? 1 : 1 / powerUnitW),
    ),
    ...redLined.map((zone) => row('redLine', zone, model.redLineC, { inlets: [[zone, 1]] }, 1)),
  ];
}
