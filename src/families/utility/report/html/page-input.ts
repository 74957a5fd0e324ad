import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { significant } from '../../../../reports/format.js';
import type { Series } from '../../../../reports/html/series-chart.js';
import type { Gantt } from '../../runs/gantt.js';
import type { UtilityRunRecord } from '../../runs/result.js';
import type { BesideFigures } from '../beside-figures.js';
import type { PageFigures, Values } from '../page-figures.js';

/** Input of the report of a utility run. */
export interface UtilityReportRequest {
  readonly instance: UtilityInstance;
  readonly model: UtilityModel;
  /**
   * SHA-256 (hexadecimal) of the content of the instance file followed by that of its CSV file or job trace, if it has
   * one.
   */
  readonly sha256: string;
  readonly record: UtilityRunRecord;
  readonly figures: PageFigures;
  /** Data of the Gantt chart of one hour; null without a schedule. */
  readonly gantt: Gantt | null;
  /** Comparison with days simulated by the templates family; null if there are none. */
  readonly beside: BesideFigures | null;
}

/** Time unit of the report: hours, or minutes if the simulated time is less than two hours. */
export interface Clock {
  readonly unit: 'h' | 'min';
  readonly seconds: number;
}

export function clockOf({ endS }: UtilityModel): Clock {
  return endS >= 7200 ? { unit: 'h', seconds: 3600 } : { unit: 'min', seconds: 60 };
}

export function timeName({ unit }: Clock): string {
  return `time since the start, ${unit}`;
}

/** Returns a moment as text in the time unit of the report. */
export function momentText(clock: Clock, atS: number): string {
  return String(Number((atS / clock.seconds).toPrecision(4)));
}

/**
 * Returns the points of a line, each in the middle of its time bin. Empty points at both ends make the axis cover all
 * time.
 */
export function pointsOf(clock: Clock, borderS: readonly number[], values: Values): Series['points'] {
  return [
    [borderS[0]! / clock.seconds, null],
    ...values.map((value, b) => [(borderS[b]! + borderS[b + 1]!) / 2 / clock.seconds, value] as const),
    [borderS.at(-1)! / clock.seconds, null],
  ];
}

/** Returns words for the length of the time bins over which lines are averaged. */
export function meansText({ lines }: PageFigures, { eventIntervalS }: UtilityModel): string {
  return lines.lengthS <= eventIntervalS
    ? 'Each point is one mapping event.'
    : `Each point is the mean of the mapping events of ${durationText(lines.lengthS)}.`;
}

export function durationText(seconds: number): string {
  if (seconds === 900) return 'a quarter of an hour';
  if (seconds === 3600) return 'an hour';
  return seconds > 3600 ? `${significant(seconds / S_PER_H, 3)} h` : `${significant(seconds, 3)} s`;
}

/**
 * Returns the unit in which budgets are shown: MJ or, with a tariff, the currency. `of` converts energies from MJ, and
 * `per` values from utility/MJ.
 */
export function spendingUnit(
  { charging }: Pick<UtilityModel, 'charging'>,
  currency: string,
): { readonly unit: string; readonly of: (values: Values) => Values; readonly per: (values: Values) => Values } {
  if (charging === undefined) return { unit: 'MJ', of: (values) => values, per: (values) => values };
  const usdPerMJ = charging.usdPerJ * J_PER_MJ;
  return {
    unit: currency,
    of: (values) => values.map((value) => (value === null ? null : value * usdPerMJ)),
    per: (values) => values.map((value) => (value === null ? null : value / usdPerMJ)),
  };
}
