import { MAX_SHOWN } from '../../../../models/facility/limits.js';
import { W_PER_KW } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityRunRecord } from '../runs/result.js';
import type { RoomOverTime } from '../runs/room-over-time.js';
import { stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** Power and inlet temperatures of the machine room by time bin. */
export interface RoomFigures {
  /** Mean power at the meter in each bin, W. */
  readonly meanPowerW: Values;
  /** Maximum power at the meter in each bin, W. */
  readonly peakPowerW: Values;
  /** Power at the meter with all nodes idle, W. */
  readonly idlePowerW: number;
  /** Power cap, W; null if there is none. */
  readonly powerCapW: number | null;
  /** Hottest inlet temperature of all zones in each bin, C. */
  readonly hottestInletC: Values;
  /** Hottest inlet temperature with all nodes idle, C. */
  readonly idleInletC: number;
  /** Red line, C; null if there is none. */
  readonly redLineC: number | null;
  /** Hottest inlet in the simulated time: zone, temperature, C, and the moment at which it first occurs, s. */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
  /** Largest power at the meter in the simulated time, W, and the moment at which it first occurs, s. */
  readonly peak: { readonly powerW: number; readonly atS: number };
  /**
   * Limits with a positive marginal value, at most `MAX_SHOWN`, by descending product of marginal value and limit;
   * null without a bound.
   */
  readonly limits: readonly LimitFigures[] | null;
  /** Number of limits with a positive marginal value that are not in `limits`. */
  readonly moreLimits: number;
}

/** Marginal value of a limit on temperature (K) or on power or heat (kW). */
export interface LimitFigures {
  readonly name: string;
  readonly unit: 'K' | 'kW';
  /** Largest rise, in `unit`, of the limited temperature, power or heat above its value with all nodes idle. */
  readonly limit: number;
  /** Marginal value of raising the limit throughout the measured time, utility/K or utility/kW. */
  readonly utilityPerUnit: number;
  /**
   * Marginal value of raising the limit during the time of each column of the heat map, utility/(h K) or utility/(h
   * kW).
   */
  readonly utilityPerUnitH: Values;
}

/** Returns the figures of the machine room under a schedule; null without a facility or a schedule. */
export function roomFigures(
  { room }: UtilityModel,
  overTime: RoomOverTime | null,
  bound: UtilityRunRecord['bound'],
  columns: TimeBins,
): RoomFigures | null {
  if (room === undefined || overTime === null) return null;
  const { meanPowerW, peakPowerW, hottestInletC, hottest, peak, idleInletC } = overTime;
  const dearest = (bound?.rows ?? []).toSorted(
    (a, b) => b.utilityPerUnit * b.limit - a.utilityPerUnit * a.limit || (a.name < b.name ? -1 : 1),
  );
  return {
    meanPowerW: [...meanPowerW],
    peakPowerW: [...peakPowerW],
    hottestInletC: [...hottestInletC],
    idlePowerW: room.idle.totalW,
    powerCapW: room.powerCapW < Infinity ? room.powerCapW : null,
    idleInletC,
    redLineC: room.redLineC < Infinity ? room.redLineC : null,
    hottest,
    peak,
    limits:
      bound === null
        ? null
        : dearest.slice(0, MAX_SHOWN).map(({ name, unit, limit, utilityPerUnit, utilityPerUnitH }): LimitFigures => {
            const per = unit === 'K' ? 1 : W_PER_KW;
            const values = utilityPerUnitH.map((value) => value * per);
            return {
              name,
              unit: unit === 'K' ? 'K' : 'kW',
              limit: limit / per,
              utilityPerUnit: utilityPerUnit * per,
              utilityPerUnitH: stepMeansOf(columns, bound.borderS, values),
            };
          }),
    moreLimits: Math.max(0, dearest.length - MAX_SHOWN),
  };
}

/** Returns peaks and limits of the machine room as stored in `result.json`. */
export function roomDetails({ idlePowerW, powerCapW, redLineC, idleInletC, hottest, peak }: RoomFigures): object {
  return { idlePowerW, peak, powerCapW, idleInletC, hottest, redLineC };
}
