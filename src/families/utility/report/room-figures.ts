import { W_PER_KW } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityRunRecord } from '../runs/result.js';
import type { RoomOverTime } from '../runs/room-over-time.js';
import { stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** Maximum number of limits whose price is drawn. */
const MAX_LIMITS = 12;

/** Power and inlets of the room over time, by time bin. */
export interface RoomFigures {
  /** Power at the meter, W: mean and maximum in each bin, with all nodes idle, and the cap (null if none). */
  readonly meanPowerW: Values;
  readonly peakPowerW: Values;
  readonly idlePowerW: number;
  readonly powerCapW: number | null;
  /** Hottest inlet of all zones in each bin, C; with all nodes idle; and the red line (null if none). */
  readonly hottestInletC: Values;
  readonly idleInletC: number;
  readonly redLineC: number | null;
  /** Hottest inlet at any time: zone, temperature (C), and when it was first reached, s. */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
  /** Largest power at any time, W, and when it occurred, s. */
  readonly peak: { readonly powerW: number; readonly atS: number };
  /** Limits with a price at the bound, highest first; null without a bound. */
  readonly limits: readonly LimitFigures[] | null;
  readonly moreLimits: number;
}

/** What one more K or kW of a limit is worth. */
export interface LimitFigures {
  readonly name: string;
  readonly unit: 'K' | 'kW';
  /** Limit on what work adds, in `unit`. */
  readonly limit: number;
  /** Utility per unit over the whole measured time. Next: utility per hour and unit, by column. */
  readonly utilityPerUnit: number;
  readonly utilityPerUnitH: Values;
}

/** Returns the figures of a room under a schedule; null without a facility or a schedule. */
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
        : dearest.slice(0, MAX_LIMITS).map(({ name, unit, limit, utilityPerUnit, utilityPerUnitH }): LimitFigures => {
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
    moreLimits: Math.max(0, dearest.length - MAX_LIMITS),
  };
}

/** Returns peaks and limits of the room as stored in `result.json`. */
export function roomDetails({ idlePowerW, powerCapW, redLineC, idleInletC, hottest, peak }: RoomFigures): object {
  return { idlePowerW, peak, powerCapW, idleInletC, hottest, redLineC };
}
