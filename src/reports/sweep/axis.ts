import { W_PER_KW } from '../../../models/units.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import type { SeriesChart } from '../html/series-chart.js';

/** How a swept field is shown in charts and tables. Records may have another unit (W instead of kW). */
export interface ShownAxis extends Pick<SeriesChart, 'marks'> {
  /** Name of the axis with its unit: "powerCapW", "powerCap, kW", "factor of arrivalRatePerS". */
  readonly name: string;
  /** Returns a value of the record in the unit of the axis. */
  readonly value: (recorded: number) => number;
  /** Returns a value of the record as text in the unit of the axis, without rounding errors as of 0.1 + 0.2. */
  readonly digits: (recorded: number) => string;
  /** Converts a slope from "per unit of the record" to "per unit of the axis". */
  readonly slope: (perRecorded: number) => number;
}

/** Smallest value for which a field in W is shown in kW, W. */
const MIN_KW = 1000;

/** Returns how an axis is shown: in kW if the field is in W and a value is at least 1 kW, else as recorded. */
export function shownAxis({ field, factors, values }: AxisRecord): ShownAxis {
  const short = field.replace(/^(?:limits\.|facility\.(?!.*\[\*\])|.*\[\*\]\.)/, '');
  const named = short.replace(/(?<=[a-z\d])(?<!Per)W((?:\[[\d*]+\])?)$/, '$1, kW');
  const inKW = named !== short && !factors && values.some((value) => Math.abs(value) >= MIN_KW);
  const value = (recorded: number): number => (inKW ? recorded / W_PER_KW : recorded);
  return {
    name: factors ? `factor of ${short}` : inKW ? named : short,
    value,
    digits: (recorded) => String(inKW ? Number(value(recorded).toPrecision(12)) : recorded),
    slope: (perRecorded) => (inKW ? W_PER_KW * perRecorded : perRecorded),
  };
}

/** Returns words for a point of a sweep: each swept field with its value. */
export function pointText(axes: readonly AxisRecord[], values: readonly number[]): string {
  return axes.map(({ field, factors }, a) => `${field}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}
