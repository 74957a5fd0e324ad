import { type Decimal, decimalOf, decimalRange, numberOf } from './decimals.js';
import { type FieldUnit, hasUnit, parseQuantity } from './units.js';

type Scalar = string | number | boolean | null;

/** The values that a study gives for one field. */
export interface WrittenValues {
  readonly values: readonly Scalar[];
  /** True if the values are factors on the instance's own value. */
  readonly factors: boolean;
}

type Fault = { readonly fault: string };

/** Maximum number of values of one field in a study. Our choice: more are probably a mistyped step. */
export const MAX_VALUES = 1000;

/** Pattern of a range: start, end and, if given, step. */
const RANGE = /^(.+?)\s*\.\.\s*(.+?)(?:\s+step\s+(.+))?$/;
/** Pattern of the beginning of a factor: an x before a number. */
const FACTOR = /^x\s*(?=[-+.\d])/;

/**
 * Returns the values that a study gives for a field: one value, a range such as "100 kW..200 kW step 20 kW", or a list
 * of these. A number after an x is a factor on the instance's own value; all or none must be factors. A text is read as
 * a number if the field has a unit, otherwise as a word.
 */
export function writtenValues(written: Scalar | readonly Scalar[], unit: FieldUnit): WrittenValues | Fault {
  const words = Array.isArray(written) ? (written as readonly Scalar[]) : [written as Scalar];
  if (words.length === 0) return { fault: 'the list is empty' };
  const values: Scalar[] = [];
  const kinds = new Set<boolean>();
  for (const word of words) {
    const read = typeof word === 'string' ? valuesOf(word, unit) : { values: [word], factors: false };
    if ('fault' in read) return read;
    for (const value of read.values) values.push(value);
    kinds.add(read.factors);
    if (values.length > MAX_VALUES) return { fault: `more than ${MAX_VALUES} values` };
  }
  if (kinds.size > 1) return { fault: 'some values are factors (x) and some are not' };
  const seen = new Set<Scalar>();
  for (const value of values) {
    if (seen.has(value)) return { fault: `${JSON.stringify(value)} comes twice` };
    seen.add(value);
  }
  return { values, factors: kinds.has(true) };
}

function valuesOf(text: string, unit: FieldUnit): WrittenValues | Fault {
  const range = RANGE.exec(text.trim());
  if (range !== null && /^x?\s*[-+.\d]/.test(text.trim())) return rangeOf(range, unit);
  if (FACTOR.test(text)) {
    const factor = factorOf(text);
    return 'fault' in factor ? factor : { values: [numberOf(factor)], factors: true };
  }
  if (!hasUnit(unit) && !/^[-+]?[\d.]+\s*%$/.test(text.trim())) return { values: [text], factors: false };
  const read = parseQuantity(text, unit);
  return 'fault' in read ? read : { values: [numberOf(read.value)], factors: false };
}

function factorOf(text: string): Decimal | Fault {
  const value = decimalOf(text.trim().replace(FACTOR, ''));
  return value ?? { fault: `the factor "${text}" is no plain number` };
}

function rangeOf([, start, end, step]: readonly (string | undefined)[], unit: FieldUnit): WrittenValues | Fault {
  const factors = FACTOR.test(start!);
  if (factors !== FACTOR.test(end!)) return { fault: 'one end of the range is a factor (x) and the other is not' };
  if (step === undefined && (factors || hasUnit(unit) || /[^-+\d\s]/.test(`${start!}${end!}`))) {
    return { fault: `the range has no step: write "${start!}..${end!} step ..."` };
  }
  const texts = [start!, end!, step ?? '1'];
  const read = factors ? texts.map(factorOf) : quantities(texts, unit);
  const wrong = Array.isArray(read) ? read.find((one) => 'fault' in one) : read;
  if (wrong !== undefined) return wrong;
  const [from, to, by] = read as [Decimal, Decimal, Decimal];
  const values = decimalRange(from, to, by, MAX_VALUES);
  return 'fault' in values ? values : { values: values.map(numberOf), factors };
}

/** Returns a range's start, end and step. All or none must have a unit, because "100..200 kW" is ambiguous. */
function quantities(texts: readonly string[], unit: FieldUnit): Decimal[] | Fault {
  const read = texts.map((text) => parseQuantity(text, unit));
  for (const one of read) if ('fault' in one) return one;
  const whole = read as Exclude<(typeof read)[number], Fault>[];
  const named = whole.filter(({ isNamed }) => isNamed).length;
  if (named > 0 && named < whole.length) return { fault: 'some numbers of the range name their unit and some do not' };
  return whole.map(({ value }) => value);
}
