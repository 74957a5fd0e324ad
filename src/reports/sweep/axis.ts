import { W_PER_KW } from '../../../models/units.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import type { SeriesChart } from '../html/series-chart.js';

/** How a swept field is shown in charts and tables. Records have W even if kW is shown. */
export interface ShownAxis extends Pick<SeriesChart, 'marks'> {
  /** Name with its unit: "powerCapW", "powerCap, kW", "factor of arrivalRatePerS". */
  readonly name: string;
  /** Returns the number at which a recorded value is placed in charts. */
  readonly value: (recorded: number) => number;
  /** Returns a value as text, without rounding errors such as that of 0.1 + 0.2. */
  readonly digits: (recorded: number) => string;
  /** Converts a slope per recorded unit into one per shown unit. */
  readonly slope: (perRecorded: number) => number;
}

/** Value from which a field in W is shown in kW, W. */
const MIN_KW = 1000;

/** Returns how an axis is shown: in kW if any value is at least 1 kW, otherwise in the unit of its name. */
export function shownAxis({ field, factors, unit, values }: AxisRecord): ShownAxis {
  const short = field.replace(/^(?:limits\.|facility\.(?!.*\[\*\])|.*\[\*\]\.)/, '');
  const inKW = !factors && unit === 'W' && values.some((value) => Math.abs(value) >= MIN_KW);
  const value = (recorded: number): number => (inKW ? recorded / W_PER_KW : recorded);
  return {
    name: factors ? `factor of ${short}` : inKW ? short.replace(/W((?:\[\d+\])?)$/, '$1, kW') : short,
    value,
    digits: (recorded) => String(inKW ? Number(value(recorded).toPrecision(12)) : recorded),
    slope: (perRecorded) => (inKW ? W_PER_KW * perRecorded : perRecorded),
  };
}

/** Returns the name of a point in warnings and notes. */
export function pointText(axes: readonly AxisRecord[], values: readonly number[]): string {
  return axes.map(({ field, factors }, a) => `${field}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}
