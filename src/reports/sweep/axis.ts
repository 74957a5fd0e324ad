import { W_PER_KW } from '../../../models/units.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import type { SeriesChart } from '../html/series-chart.js';

/** How a swept field is shown in charts and tables. If `marks` is given, charts have these ticks. */
export type ShownAxis = ReturnType<typeof shownAxis> & Pick<SeriesChart, 'marks'>;

/** Value, W, from which a field in W is shown in kW. */
const MIN_KW = 1000;

/**
 * Returns how a swept field is shown. The unit is kW if the field is in W and one of its values is at least 1 kW;
 * otherwise it is the unit of the record.
 */
export function shownAxis({ field, factors, values }: AxisRecord) {
  const short = field.replace(/^(?:limits\.|facility\.(?!.*\[\*\])|.*\[\*\]\.)/, '');
  const named = short.replace(/(?<=[a-z\d])(?<!Per)W((?:\[[\d*]+\])?)$/, '$1, kW');
  const inKW = named !== short && !factors && values.some((value) => Math.abs(value) >= MIN_KW);
  const value = (recorded: number): number => (inKW ? recorded / W_PER_KW : recorded);
  return {
    /** Name of the field with its unit, such as "powerCapW", "powerCap, kW" or "factor of arrivalRatePerS". */
    name: factors ? `factor of ${short}` : inKW ? named : short,
    /** Returns a value of the record in the unit of the axis. */
    value,
    /** Returns a recorded value as text in the unit of the axis, without rounding errors such as 0.1 + 0.2. */
    digits: (recorded: number) => String(inKW ? Number(value(recorded).toPrecision(12)) : recorded),
    /** Converts a slope from "per unit of the record" to "per unit of the axis". */
    slope: (perRecorded: number) => (inKW ? W_PER_KW * perRecorded : perRecorded),
  };
}

/** Returns words for a point of a sweep: each swept field with its value. */
export function pointText(axes: readonly AxisRecord[], values: readonly number[]): string {
  return axes.map(({ field, factors }, a) => `${field}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}
