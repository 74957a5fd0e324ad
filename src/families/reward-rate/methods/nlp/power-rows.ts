import { firstTangent, powerTangent } from '../../../../../models/facility/power-limits.js';
import { availableW, tangentMeter, upsInputPerW } from '../../../../../models/facility/meter.js';
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
  /** Index of the CRAC (heat row), of the rack or PDU limit (limit row) or of the zone (red line); 0 for the cap. */
  readonly where: number;
  readonly perW: Float64Array;
  /** [CRAC]: coefficient of the set-point; empty for the cap and for rack and PDU limits. */
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
  const { zones, thermal, cracs } = model;
  const nodePowerW = points.at(-1)!.reduce((sum, powerW) => sum + powerW, 0);
  const budget = tangentMeter(model.budget, nodePowerW);
  const row = (
    kind: PowerRow['kind'],
    where: number,
    perW: Float64Array,
    limit: number,
    perSetPoint: Float64Array = new Float64Array(0),
    factor = 1 / powerUnitW,
  ): PowerRow => ({
    kind,
    where,
    perW,
    perSetPoint,
    limit: zones.reduce((left, zone, b) => left - perW[b]! * zone.idleW, limit),
    factor,
  });
  return [
    row('powerCap', 0, new Float64Array(zones.length).fill(upsInputPerW(budget)), availableW(budget)),
    ...cracs.map((_, c) => row('heat', c, thermal.cracHeatRow(c), 0, thermal.cracHeatPerSetPoint(c))),
    ...model.powerLimits.flatMap((limit, n) => {
      const further = limit.curve === undefined ? [] : points.map((powersW) => powerTangent(limit, powersW));
      return [firstTangent(limit, zones), ...further].map((tangent) => {
        const perW = new Float64Array(zones.length);
        for (const [k, b] of limit.zones.entries()) perW[b] = tangent.perW[k]!;
        return row('limit', n, perW, tangent.most, undefined, 1 / (powerUnitW * Math.max(...tangent.perW)));
      });
    }),
    ...redLined.map((zone) => {
      const share = Float64Array.from(cracs, (_, c) => thermal.inletShareOfCrac(c)[zone]!);
      return row('redLine', zone, thermal.inletRow(zone), model.redLineC, share, 1);
    }),
  ];
}
