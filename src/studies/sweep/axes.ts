import { decimalOf } from '../../instances/decimals.js';
import { valueAt } from '../../instances/draft.js';
import { COMMAND_LINE, type Fault } from '../../instances/fault.js';
import type { InstanceField } from '../../instances/field-path.js';
import { type FieldUnit, fieldUnit } from '../../instances/units.js';
import { writtenValues } from '../../instances/written-values.js';

/** A swept field or option with its values, as records have it. */
export interface AxisRecord {
  /** Path of the field in the instance, or name of an option of the run. */
  readonly field: string;
  /** True if the instance's own values are multiplied by `values`. */
  readonly factors: boolean;
  readonly values: readonly number[];
}

/** An axis of a sweep, with the places in the instance that it changes. An option changes no places. */
export type SweepAxis = AxisRecord & InstanceField;

/** What a name before "=" refers to: fields of the instance, or an option with the range of its values. */
export interface SweptName extends InstanceField {
  readonly range?: { readonly fits: (value: number) => boolean; readonly text: string };
}

/** Rules on the fields and options that sweeps of a family may vary. */
export interface AxisRules {
  readonly named: (name: string) => SweptName | { readonly fault: string };
  /** Text that lists the allowed names. */
  readonly names: string;
  readonly maxPoints: number;
}

/** Returns the axes written as `field=values`, or all faults in them. An option must be the only axis. */
export function readAxes(over: readonly string[], instance: unknown, { named, names, maxPoints }: AxisRules) {
  const faults: Fault[] = [];
  const refuse = (value: string, allowed: string, remedy: string): [] => {
    faults.push({ file: COMMAND_LINE, path: '--over', value, allowed, remedy });
    return [];
  };
  const taken = new Set<string>();
  const axes = over.flatMap((text): SweepAxis | [] => {
    const cut = text.indexOf('=');
    if (cut <= 0) return refuse(text, 'field=start:end:step or field=a,b,c', 'Write the field, "=" and its values.');
    const found = named(text.slice(0, cut).trim());
    if ('fault' in found) return refuse(text, names, `Correct the name: ${found.fault}.`);
    const { field, places, range } = found;
    const unit = fieldUnit(field);
    const read = parseValues(text.slice(cut + 1), unit);
    if ('fault' in read) {
      const inUnits = unit.of === null ? '' : ', all with a unit (such as 100kW:200kW:25kW) or none';
      const orFactors = range === undefined ? ', or factors x0.5:x1.5:x0.25' : '';
      return refuse(text, `start:end:step, a,b,c${inUnits}${orFactors}`, `Correct the values: ${read.fault}.`);
    }
    const { values, factors } = read;
    if (range !== undefined) {
      if (over.length > 1 && faults.length > 0) return [];
      if (over.length > 1) return refuse(over.join(' '), 'one --over', 'Such a sweep has one axis.');
      if (factors || !values.every(range.fits)) return refuse(text, range.text, 'Correct the values.');
      return { field, places, factors, values: values.toSorted((a, b) => a - b) };
    }
    if (factors && places.some((place) => valueAt(instance, place) === undefined)) {
      return refuse(text, 'values, not factors', `The instance has no ${field} to multiply: give the values.`);
    }
    const keys = places.map((place) => place.join('/'));
    if (keys.some((key) => taken.has(key))) {
      return refuse(text, 'fields that no other --over varies', 'Vary each field in one --over only.');
    }
    for (const key of keys) taken.add(key);
    return { field, places, factors, values };
  });
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (faults.length === 0 && count > maxPoints) {
    refuse(`${count} points`, `at most ${maxPoints} points`, 'Take larger steps or fewer fields.');
  }
  return faults.length > 0 ? { ok: false as const, faults } : { ok: true as const, axes };
}

/**
 * Returns the values written as `start:end:step`, `a,b,c` or one value, or what is wrong. Values with an x are factors.
 */
export function parseValues(
  text: string,
  unit: FieldUnit = { of: null, per: null },
): Pick<SweepAxis, 'values' | 'factors'> | { readonly fault: string } {
  const isRange = text.includes(':');
  const words = text.split(isRange ? ':' : ',').map((word) => word.trim());
  if (isRange && words.length !== 3) {
    return { fault: `a range has three numbers, start:end:step, not ${words.length}` };
  }
  const named = words.filter((word) => /[A-Za-z%]$/.test(word)).length;
  if (named > 0 && named < words.length) return { fault: 'some values name their unit and some do not' };
  const list = words.map((word) => (decimalOf(word) === null ? word : Number(word)));
  const read = writtenValues(isRange ? `${words[0]!} .. ${words[1]!} step ${words[2]!}` : list, unit);
  if ('fault' in read) return read;
  const wrong = read.values.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) return { fault: `"${String(wrong)}" is no number` };
  return { values: read.values as readonly number[], factors: read.factors };
}

/** Returns the values at each point of a grid. Neighbours differ by one step of one axis: 00 01 02 12 11 10 20 ... */
export function gridPoints(axes: readonly AxisRecord[]): number[][] {
  return axes.reduce<number[][]>(
    (rows, { values }) =>
      rows.flatMap((row, r) => (r % 2 === 1 ? values.toReversed() : values).map((value) => [...row, value])),
    [[]],
  );
}
