import { valueAt } from '../../instances/draft.js';
import type { LocalFault, PathSegment } from '../../instances/fault.js';
import { type InstanceField, withValues } from '../../instances/field-path.js';
import { decimalOf, numberOf } from '../../instances/decimals.js';
import { type FieldUnit, fieldUnit } from '../../instances/units.js';
import { writtenValues } from '../../instances/written-values.js';

/** Record of an axis: the varied field or option, and its values. */
export interface AxisRecord {
  /** Path of the field in the instance, or name of an option of the run. */
  readonly field: string;
  /** Number of fields in the instance that the axis changes; 0 for an option of the run. */
  readonly places: number;
  /** True if values are factors by which the instance's own values are multiplied. */
  readonly factors: boolean;
  /** Unit in which the field is given; null if its name contains the unit. */
  readonly unit: 'W' | null;
  readonly values: readonly number[];
}

/** A swept field and the values it takes. */
export interface SweepAxis extends InstanceField {
  readonly values: readonly number[];
  /** True if values are factors by which the instance's own values are multiplied. */
  readonly factors: boolean;
  readonly unit: 'W' | null;
  /** The axis as the user wrote it. */
  readonly text: string;
}

/** What the name before "=" refers to: fields of the instance, or an option with the allowed range of its values. */
export interface SweptName extends InstanceField {
  readonly range?: { readonly fits: (value: number) => boolean; readonly text: string };
}

/** What the sweeps of a family may vary. */
export interface AxisRules {
  /** Returns the fields or option that a name refers to, or a sentence on what is wrong with the name. */
  readonly named: (name: string) => SweptName | { readonly fault: string };
  /** Text that lists the allowed names. */
  readonly names: string;
  /** Maximum number of axes; any by default. */
  readonly maxAxes?: number;
  /** Maximum number of points of the grid. */
  readonly maxPoints: number;
}

/** One point of a grid. */
export interface GridPoint {
  /** For each axis, the position of the point's value among the values of the axis. */
  readonly at: readonly number[];
  readonly values: readonly number[];
}

type Judged<Answer> = ({ readonly ok: true } & Answer) | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Returns the axes written as `field=values`, or all faults in them. Factors multiply the values of `instance`. */
export function readAxes(
  over: readonly string[],
  instance: unknown,
  rules: AxisRules,
): Judged<{ readonly axes: readonly SweepAxis[] }> {
  const fault = (value: string, allowed: string, remedy: string): LocalFault => {
    return { path: '--over', value, allowed, remedy };
  };
  const { maxAxes = Infinity, maxPoints, names } = rules;
  if (over.length > maxAxes) {
    const remedy = maxAxes === 1 ? 'Such a sweep has one axis.' : 'Vary fewer fields.';
    return { ok: false, faults: [fault(over.join(' '), `at most ${maxAxes} times --over`, remedy)] };
  }
  const read = over.map((text): SweepAxis | LocalFault => {
    const cut = text.indexOf('=');
    if (cut <= 0) {
      return fault(text, 'field=start:end:step or field=a,b,c', 'Write the field, "=" and its values.');
    }
    const field = rules.named(text.slice(0, cut).trim());
    if ('fault' in field) return fault(text, names, `Correct the name: ${field.fault}.`);
    const { path, places, range } = field;
    const { of, per } = fieldUnit(path);
    const unit = of === 'W' && per === null ? 'W' : null;
    const values = parseValues(text.slice(cut + 1), { of, per });
    if ('fault' in values) {
      const inUnits = of === null ? '' : ', all with a unit (such as 100kW:200kW:25kW) or none';
      const factors = range === undefined ? ', or factors x0.5:x1.5:x0.25' : '';
      return fault(text, `start:end:step, a,b,c${inUnits}${factors}`, `Correct the values: ${values.fault}.`);
    }
    if (values.factors && range === undefined && places.some((place) => valueAt(instance, place) === undefined)) {
      return fault(text, 'values, not factors', `The instance has no ${path} to multiply: give the values.`);
    }
    if (range === undefined) return { path, places, unit, ...values, text };
    if (values.factors || !values.values.every(range.fits)) return fault(text, range.text, 'Correct the values.');
    return { path, places, unit, factors: false, values: values.values.toSorted((a, b) => a - b), text };
  });
  const axes = read.flatMap((one) => ('places' in one ? [one] : []));
  const faults = [...read.flatMap((one) => ('places' in one ? [] : [one])), ...overlaps(axes)];
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (faults.length === 0 && count > maxPoints) {
    faults.push(fault(`${count} points`, `at most ${maxPoints} points`, 'Take larger steps or fewer fields.'));
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, axes };
}

/**
 * Returns the values written as `start:end:step`, `a,b,c` or one value, or a sentence on what is wrong. The end of a
 * range is included if a step meets it. Numbers with a leading x are factors. Either all values name a unit or none.
 */
export function parseValues(
  text: string,
  unit: FieldUnit = { of: null, per: null },
): Pick<SweepAxis, 'values' | 'factors'> | { readonly fault: string } {
  const isRange = text.includes(':');
  const words = text.split(isRange ? ':' : ',').map((word) => word.trim());
  const named = words.filter((word) => /[A-Za-z%]$/.test(word)).length;
  if (named > 0 && named < words.length) return { fault: 'some values name their unit and some do not' };
  if (isRange && words.length !== 3) {
    return { fault: `a range has three numbers, start:end:step, not ${words.length}` };
  }
  const unclear = words.find((word) => !/^x?[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*[A-Za-z\d%]*$/.test(word));
  if (unclear !== undefined) return { fault: `"${unclear}" is no number` };
  const [start = '', end, step = ''] = words;
  // The step of a range of factors may be written without its x.
  const mark = start.startsWith('x') && !step.startsWith('x') ? 'x' : '';
  const plain = (word: string): number | string => {
    const number = decimalOf(word);
    return number === null ? word : numberOf(number);
  };
  const read = writtenValues(isRange ? `${start} .. ${end} step ${mark}${step}` : words.map(plain), unit);
  if ('fault' in read) return read;
  const wrong = read.values.find((value) => !Number.isFinite(value));
  return wrong === undefined
    ? { values: read.values as readonly number[], factors: read.factors }
    : { fault: `"${String(wrong)}" is no number` };
}

/** Returns a fault for each pair of axes that change the same field, because one would overwrite the other. */
function overlaps(axes: readonly SweepAxis[]): LocalFault[] {
  const seen = new Set<string>();
  return axes.flatMap(({ places, text }) => {
    const keys = places.map((place) => place.join('/'));
    const isTwice = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    const allowed = 'fields that no other --over varies';
    return isTwice ? [{ path: '--over', value: text, allowed, remedy: 'Vary each field in one --over only.' }] : [];
  });
}

/** Returns the points of a grid, ordered so that neighbours differ by one step of one axis: 00 01 02 12 11 10 20 ... */
export function gridPoints(axes: readonly SweepAxis[]): GridPoint[] {
  let rows: number[][] = [[]];
  for (const { values } of axes) {
    rows = rows.flatMap((row, r) => {
      const order = [...values.keys()];
      if (r % 2 === 1) order.reverse();
      return order.map((position) => [...row, position]);
    });
  }
  return rows.map((at) => ({ at, values: at.map((position, a) => axes[a]!.values[position]!) }));
}

/**
 * Returns the instance at one point: every place that an axis sets gets the axis' value, or its own value times the
 * factor.
 */
export function variant(
  instance: unknown,
  axes: readonly Pick<SweepAxis, 'places' | 'factors'>[],
  values: readonly number[],
): unknown {
  return withValues(
    instance,
    axes.flatMap(({ places, factors }, a) =>
      places.map((place): [readonly PathSegment[], number] => {
        const value = values[a]!;
        return [place, factors ? value * (valueAt(instance, place) as number) : value];
      }),
    ),
  );
}

/** Returns words for a point of the grid, used in messages and tables: each axis with its value. */
export function pointName(
  axes: readonly { readonly path: string; readonly factors: boolean }[],
  values: readonly number[],
): string {
  return axes.map(({ path, factors }, a) => `${path}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}

/** Returns the record of an axis. */
export function axisRecord({ path, places, factors, unit, values }: SweepAxis): AxisRecord {
  return { field: path, places: places.length, factors, unit, values };
}
