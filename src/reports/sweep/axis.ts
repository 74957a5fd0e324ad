import type { AxisRecord } from '../../studies/sweep/axes.js';
import type { SeriesChart } from '../html/series-chart.js';

/** How a varied field is shown: its values in charts and tables, W in records whatever is shown. */
export interface ShownAxis extends Pick<SeriesChart, 'marks'> {
  /** Name with its unit: "powerCapW", "powerCap, kW", "factor of arrivalRatePerS". */
  readonly name: string;
  /** Returns the place of a value in charts. */
  readonly value: (recorded: number) => number;
  /** Returns the text of a value, without the rounding errors of 0.1 + 0.2. */
  readonly digits: (recorded: number) => string;
  /** Returns a slope per unit of the record as one per shown unit. */
  readonly slope: (perRecorded: number) => number;
}

/** Power from which a field in W is shown in kW, W. */
const MIN_KW = 1000;

/** Returns how an axis is shown: in kW where it is in W and any value is a kW or more, else in the unit of its name. */
export function shownAxis({ field, factors, unit, values }: AxisRecord): ShownAxis {
  const short = field.replace(/^(?:limits\.|facility\.(?!.*\[\*\])|.*\[\*\]\.)/, '');
  const inKW = !factors && unit === 'W' && values.some((value) => Math.abs(value) >= MIN_KW);
  const value = (recorded: number): number => (inKW ? recorded / 1000 : recorded);
  return {
    name: factors ? `factor of ${short}` : inKW ? short.replace(/W((?:\[\d+\])?)$/, '$1, kW') : short,
    value,
    digits: (recorded) => String(inKW ? Number(value(recorded).toPrecision(12)) : recorded),
    slope: (perRecorded) => (inKW ? 1000 * perRecorded : perRecorded),
  };
}
