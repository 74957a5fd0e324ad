import { W_PER_KW } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityRunRecord } from '../runs/result.js';
import type { RoomOverTime } from '../runs/room-over-time.js';
import { stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** Maximum number of limits whose price is drawn. */
const MAX_LIMITS = 12;

/** Power and inlets of the room over time, by stretch of lines. */
export interface RoomFigures {
  /** Power at the meter, W: mean and greatest of a stretch, of it with all nodes idle, and the cap; null: no cap. */
  readonly meanPowerW: Values;
  readonly peakPowerW: Values;
  readonly idlePowerW: number;
  readonly powerCapW: number | null;
  /**
   * Highest inlet temperature at any moment of a stretch, C, of all zones; with all nodes idle; red line, null if there
   * is none.
   */
  readonly hottestInletC: Values;
  readonly idleInletC: number;
  readonly redLineC: number | null;
  /** The hottest inlet of all the time: its zone, temperature (C), and the moment it was first reached, s. */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
  /** Largest power of all the time, W, and its moment, s. */
  readonly peak: { readonly powerW: number; readonly atS: number };
  /** Limits with a price by the bound, dearest first; null without a bound. */
  readonly limits: readonly LimitFigures[] | null;
  readonly moreLimits: number;
}

/** Price of a limit: what one more K, or kW, is worth. */
export interface LimitFigures {
  readonly name: string;
  readonly unit: 'K' | 'kW';
  /** Limit on what work adds, in `unit`. */
  readonly limit: number;
  /** Utility per unit over the whole measured time, and utility per hour and unit by column. */
  readonly utilityPerUnit: number;
  readonly utilityPerUnitH: Values;
}

/** Figures of a room under a schedule; null if there is none of the two. */
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

/** Peaks and limits of the room as `result.json` holds them. */
export function roomDetails({ idlePowerW, powerCapW, redLineC, idleInletC, hottest, peak }: RoomFigures): object {
  return { idlePowerW, peak, powerCapW, idleInletC, hottest, redLineC };
}
