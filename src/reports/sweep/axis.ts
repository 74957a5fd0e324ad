import { W_PER_KW } from '../../../models/units.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import type { SeriesChart } from '../html/series-chart.js';

/** How a swept field is shown in charts and tables; with `marks`, charts have these ticks. */
export type ShownAxis = ReturnType<typeof shownAxis> & Pick<SeriesChart, 'marks'>;

/** Smallest value for which a field in W is shown in kW, W. */
const MIN_KW = 1000;

/** Returns how an axis is shown: in kW if the field is in W and a value is at least 1 kW, else as recorded. */
export function shownAxis({ field, factors, values }: AxisRecord) {
  const short = field.replace(/^(?:limits\.|facility\.(?!.*\[\*\])|.*\[\*\]\.)/, '');
  const named = short.replace(/(?<=[a-z\d])(?<!Per)W((?:\[[\d*]+\])?)$/, '$1, kW');
  const inKW = named !== short && !factors && values.some((value) => Math.abs(value) >= MIN_KW);
  const value = (recorded: number): number => (inKW ? recorded / W_PER_KW : recorded);
  return {
    /** Name with the unit: "powerCapW", "powerCap, kW", "factor of arrivalRatePerS". */
    name: factors ? `factor of ${short}` : inKW ? named : short,
    /** Returns a value of the record in the unit of the axis. */
    value,
    /** Returns the same as text, without rounding errors as of 0.1 + 0.2. */
    digits: (recorded: number) => String(inKW ? Number(value(recorded).toPrecision(12)) : recorded),
    /** Converts a slope from "per unit of the record" to "per unit of the axis". */
    slope: (perRecorded: number) => (inKW ? W_PER_KW * perRecorded : perRecorded),
  };
}

/** Returns words for a point of a sweep: each swept field with its value. */
export function pointText(axes: readonly AxisRecord[], values: readonly number[]): string {
  return axes.map(({ field, factors }, a) => `${field}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}
