import {
  DEFAULT_CURRENCY,
  J_PER_KJ,
  J_PER_KWH,
  J_PER_MJ,
  KW_PER_MW,
  S_PER_DAY,
  S_PER_H,
  S_PER_MIN,
  W_PER_KW,
} from '../../models/units.js';

/** A number as text, and its unit ('' for no unit). */
export interface Shown {
  readonly digits: string;
  readonly unit: string;
}

export type Measured = number | null | undefined;

/** Default number of significant digits of shown numbers. */
const DIGITS = 4;
/**
 * Absolute value below which numbers are written with an exponent. Our choice: fixed notation would be a row of zeros.
 */
const MIN_FIXED = 1e-7;
/**
 * Absolute value from which numbers are written with an exponent. Our choice: doubles of this size have no decimals
 * left.
 */
const MAX_FIXED = 1e15;
/** Maximum number of decimals that `Number.toFixed` accepts. */
const MAX_DECIMALS = 100;
/** Share (fraction of a whole) below which "< 0.01" % is shown, unless it is 0. */
const MIN_SHARE = 1e-4;
/** Share (fraction of a whole) above which "> 99.99" % is shown, unless it is 1. */
const MAX_SHARE = 1 - MIN_SHARE;
/** Relative gap that still counts as floating-point error and is shown as 0. */
const ROUNDING_GAP = 1e-10;
function isShowable(value: Measured): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Returns a number with a fixed number of decimals, without a minus sign if it rounds to zero. */
export function fixed(value: number, decimals: number): string {
  const kept = Math.min(decimals, MAX_DECIMALS);
  const digits = Math.abs(value) < MAX_FIXED ? value.toFixed(kept) : value.toExponential(kept);
  return /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits;
}

/**
 * Returns a number with `digits` significant digits; digits before the decimal point are never rounded away. An
 * exponent is used only below 1e-7 and from 1e15.
 */
export function significant(value: number, digits: number = DIGITS): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < MIN_FIXED || size >= MAX_FIXED) return value.toExponential(digits - 1);
  // The exponent after rounding: 9.996 with 3 digits is 10.0, not 10.00.
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  return fixed(value, Math.max(0, digits - 1 - exponent));
}

/**
 * A unit for showing values, such as kW for values that records have in W. `size` is its size in the unit of records:
 * 1,000 for kW. `from` is the smallest value, in the unit of records, that is shown in it.
 */
interface ShownUnit {
  readonly name: string;
  readonly size: number;
  readonly from: number;
}

/**
 * Units for showing values, in ascending order, by the unit of records. Where planners prefer the smaller unit, the
 * larger one begins above its own size: MW is used only from 10 MW.
 */
const UNITS: Readonly<Record<string, readonly ShownUnit[]>> = {
  W: [
    { name: 'W', size: 1, from: 0 },
    { name: 'kW', size: W_PER_KW, from: 1e3 },
    { name: 'MW', size: 1e6, from: 1e7 },
  ],
  J: [
    { name: 'J', size: 1, from: 0 },
    { name: 'kJ', size: J_PER_KJ, from: 1e3 },
    { name: 'MJ', size: J_PER_MJ, from: 1e6 },
    { name: 'GJ', size: 1e9, from: 1e11 },
  ],
  // Lengths of periods.
  's of a period': [
    { name: 's', size: 1, from: 0 },
    { name: 'min', size: S_PER_MIN, from: S_PER_MIN },
    { name: 'h', size: S_PER_H, from: S_PER_H },
  ],
  // Moments of a day.
  's in h': [{ name: 'h', size: S_PER_H, from: 0 }],
  // Energies that records have in joules and people count in kWh.
  'J in kWh': [
    { name: 'Wh', size: J_PER_KWH / W_PER_KW, from: 0 },
    { name: 'kWh', size: J_PER_KWH, from: J_PER_KWH },
    { name: 'MWh', size: KW_PER_MW * J_PER_KWH, from: 1e4 * J_PER_KWH },
  ],
  // Work for energy, of rooms that draw kilowatts.
  'tasks/J': [{ name: 'tasks/kJ', size: 1e-3, from: 0 }],
  kWh: [
    { name: 'Wh', size: 1e-3, from: 0 },
    { name: 'kWh', size: 1, from: 1 },
    { name: 'MWh', size: KW_PER_MW, from: 1e4 },
  ],
};
/** Names of units in reports, by the unit of records, if the two differ. */
const NAMES: Readonly<Record<string, string>> = {
  C: '°C',
  '1': '',
  count: '',
  fraction: '',
  probability: '',
  '1/s': 'tasks/s',
};
/** Lengths of the time units of rates, s, by name. A rate per h is over 3,600 s. */
const PER_S: Readonly<Record<string, number>> = { s: 1, h: S_PER_H, day: S_PER_DAY };

/**
 * Returns the unit in which values up to `largest` are shown, e.g. kW for 12,000 W. `unit` is the unit of records, in
 * which `largest` is given. A rate (per s, per h) is shown per s, h or day, whichever brings it closest to 1. Money is
 * shown in `currency`.
 */
export function unitFor(unit: string, largest: Measured, currency = DEFAULT_CURRENCY): Omit<ShownUnit, 'from'> {
  const name = (NAMES[unit] ?? unit).replace('USD', currency);
  // Rounded as it is shown: 999.99 W with four digits is 1.000 kW.
  const size = isShowable(largest) ? Number(Math.abs(largest).toPrecision(DIGITS)) : 0;
  const scale = UNITS[unit];
  if (scale !== undefined) return scale.findLast(({ from }) => size >= from || from === 0)!;
  const [, what, per] = /^(.+)\/(s|h)$/.exec(name) ?? [];
  if (what === undefined || per === undefined || size === 0) return { name, size: 1 };
  const offered = Object.keys(PER_S).filter((other) => PER_S[other]! >= PER_S[per]!);
  const distance = (other: string): number => Math.abs(Math.log10((size * PER_S[other]!) / PER_S[per]!));
  const nearest = offered.reduce((best, other) => (distance(other) < distance(best) ? other : best));
  return { name: `${what}/${nearest}`, size: PER_S[per]! / PER_S[nearest]! };
}

/** Options for showing a number. */
export interface Notation {
  /** Number of significant digits; default four. */
  readonly digits?: number;
  readonly currency?: string;
  /** Another value shown beside this one, which determines the unit of both. */
  readonly beside?: Measured;
}

/**
 * Returns a value as people read it: four significant digits, in the unit that makes it short; null if it is not
 * finite. The units "share" and "gap" are shown as %, "count" as a whole number, and money in the instance's currency.
 * Digits are plain ASCII, so that they can be parsed; pages add digit grouping.
 */
export function inUnit(value: Measured, unit: string, notation: Notation = {}): Shown | null {
  if (!isShowable(value)) return null;
  if (unit === 'share') return percentOf(value, fixed(100 * value, 2));
  if (unit === 'gap') return percentOf(value, Math.abs(value) < ROUNDING_GAP ? '0' : fixed(100 * value, 2));
  const isWhole = (unit === 'count' || unit === 'nodes') && Number.isInteger(value);
  const { name, size } = unitFor(unit, notation.beside ?? value, notation.currency);
  return { digits: isWhole ? fixed(value, 0) : significant(value / size, notation.digits), unit: name };
}

/**
 * Returns a share (fraction of a whole) as % with two decimals, above 100 % with four digits. Within 1e-4 of 0 or 1 it
 * is "< 0.01" or "> 99.99".
 */
function percentOf(share: number, decimals: string): Shown {
  const digits = Math.abs(share) > 1 ? significant(100 * share) : decimals;
  if (share > ROUNDING_GAP && share < MIN_SHARE) return { digits: '< 0.01', unit: '%' };
  return { digits: share > MAX_SHARE && share < 1 - ROUNDING_GAP ? '> 99.99' : digits, unit: '%' };
}

const writer =
  (unit: string) =>
  (value: Measured): Shown | null =>
    inUnit(value, unit);

export const watts = writer('W');
export const celsius = writer('C');
export const tasksPerS = writer('tasks/s');
export const rewardPerS = writer('reward/s');
export const kilowattHours = writer('kWh');
export const joules = writer('J');
export const seconds = writer('s');
export const count = writer('count');
export const percent = writer('share');
export const gapPercent = writer('gap');
export const number = writer('');
export const gigahertz = (value: Measured): Shown | null =>
  isShowable(value) ? { digits: String(value), unit: 'GHz' } : null;

/**
 * Notation of a table column: the unit that its heading states, and a function that writes the column's values in this
 * unit.
 */
export interface Aligned {
  readonly unit: string;
  readonly write: (value: Measured) => Shown | null;
}

/**
 * Returns the notation of a table column. The unit suits the largest value, which gets `digits` significant digits
 * (default four). All values get as many decimals as the largest, so that decimal points are aligned. Only a value that
 * would round to zero gets two significant digits instead.
 */
export function alignedIn(
  unit: string,
  values: readonly Measured[],
  { digits = DIGITS, currency }: Notation = {},
): Aligned {
  const largest = Math.max(0, ...values.filter(isShowable).map(Math.abs));
  const { name, size } = unitFor(unit, largest, currency);
  const decimals = largest === 0 ? 0 : (significant(largest / size, digits).split('.')[1]?.length ?? 0);
  const write = (value: Measured): Shown | null => {
    if (!isShowable(value)) return null;
    const text = fixed(value / size, decimals);
    return { digits: value !== 0 && Number(text) === 0 ? significant(value / size, 2) : text, unit: '' };
  };
  return { unit: name, write };
}

/**
 * Returns a function that writes the values of a table column with equally many decimals. It neither converts values
 * nor adds a unit.
 */
export function aligned(values: readonly Measured[], digits: number = DIGITS): Aligned['write'] {
  return alignedIn('', values, { digits }).write;
}

/** Returns a value without its unit, for columns whose heading states it. */
export function bare(value: Shown | null): Shown | null {
  return value === null ? null : { digits: value.digits, unit: '' };
}

/**
 * Returns a count with its noun, such as "24 epochs". One of `verbs` follows in the right number: "1 epoch was", "24
 * epochs were".
 */
export function countOf(value: number, what: string, verbs?: readonly [one: string, many: string]): string {
  const noun = `${value} ${what}${value === 1 ? '' : 's'}`;
  return verbs === undefined ? noun : `${noun} ${verbs[value === 1 ? 0 : 1]}`;
}

/** Returns a quantity as text, such as "12.5 kW", or "none" (with ", because ..." if a reason is given). */
export function plain(value: Shown | null, reason?: string): string {
  if (value === null) return reason === undefined ? 'none' : `none, because ${reason}`;
  return value.unit === '' ? value.digits : `${value.digits} ${value.unit}`;
}

/**
 * Returns a value without trailing zeros in its decimals, which would claim a precision that a stated value need not
 * have: "190 kW", not "190.0 kW".
 */
export function stated(value: Shown | null): Shown | null {
  return value === null ? null : { ...value, digits: trimmed(value.digits) };
}

/** Removes trailing zeros from the decimals of a number given as text, such as "1.50". */
export function trimmed(digits: string): string {
  return /^-?\d+\.\d*$/.test(digits) ? digits.replace(/\.?0+$/, '') : digits;
}

/**
 * Returns a name that is safe in one line of any output. Control and bidirectional-override characters, which could
 * restyle a terminal or reorder a line, become "?"; white space becomes single spaces.
 */
export function oneLine(name: string): string {
  const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  return name.replace(/\s+/g, ' ').replace(unsafe, '?');
}

/** Returns a name of at most `length` characters; if it was cut, the last is an ellipsis. */
export function shorten(name: string, length: number): string {
  const characters = Array.from(oneLine(name));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}
