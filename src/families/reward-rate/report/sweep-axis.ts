import type { AxisRecord, AxisSlope } from '../studies/sweep/result.js';

/** Notation of a varied field: its name says the unit that its numbers have, W in sweep.json whatever is shown. */
export interface ShownAxis {
  /** Name with its unit: "powerCapW", "powerCap, kW", "factor of arrivalRatePerS". */
  readonly name: string;
  /** Number of shown units in one unit of the record. */
  readonly scale: number;
  /** A value as shown. */
  readonly value: (recorded: number) => number;
  /** Digits of a value, without the rounding errors of 0.1 + 0.2. */
  readonly digits: (recorded: number) => string;
  /** Slope per shown unit. */
  readonly slope: (perRecorded: number) => number;
}

/** Power from which a field in W is shown in kW, W. */
const MIN_KW = 1000;

/** The unit of an axis: kW for fields in W where any value is a kW or more, otherwise that of the field's name. */
export function shownAxis({ field, factors, unit, values }: AxisRecord): ShownAxis {
  const short = field.replace(/^(?:limits\.|facility\.(?!.*\[\*\])|.*\[\*\]\.)/, '');
  const inKW = !factors && unit === 'W' && values.some((value) => Math.abs(value) >= MIN_KW);
  const scale = inKW ? 1e-3 : 1;
  const value = (recorded: number): number => (inKW ? recorded / 1000 : recorded);
  return {
    name: factors ? `factor of ${short}` : inKW ? short.replace(/W((?:\[\d+\])?)$/, '$1, kW') : short,
    scale,
    value,
    digits: (recorded) => (inKW ? String(Number(value(recorded).toPrecision(12))) : String(recorded)),
    slope: (perRecorded) => perRecorded / scale,
  };
}

/** Least and greatest value of a range in the axis' unit; null if it has no end. */
export function shownRange(axis: ShownAxis, { from, to }: AxisSlope): readonly [number | null, number | null] {
  return [from === null ? null : axis.value(from.value), to === null ? null : axis.value(to.value)];
}
