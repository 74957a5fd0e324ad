import { DEFAULT_CURRENCY, J_PER_KWH, S_PER_DAY, S_PER_H } from '../../models/units.js';

/**
 * Numbers as people read them: four significant digits, in the unit in which the value is near 1. Files have all digits, in
 * the units of their keys. Digits are plain ASCII ("-0.000123"), so that they can be read back; grouping and typographic
 * minus signs are added by pages. Minus zero is zero; what is not a finite number is null.
 */

/** A number as shown, and its unit ('' for none). */
export interface Shown {
  readonly digits: string;
  readonly unit: string;
}

export type Measured = number | null | undefined;

/** Significant digits that people are shown. */
const DIGITS = 4;
/** Magnitude below which fixed notation is a row of zeros. Ours. */
const MIN_FIXED = 1e-7;
/** Magnitude from which on the exponent is written: doubles near it have no decimals left to show. Ours. */
const MAX_FIXED = 1e15;
/** Greatest count of decimals that a number can be asked for (ECMAScript). */
const MAX_DECIMALS = 100;
/** Share below which only that it is smaller is told: a hundredth of a per cent. */
const MIN_SHARE = 1e-4;
/** Share from which on only that it is greater is told, short of the whole: one less a hundredth of a per cent. */
const MAX_SHARE = 1 - MIN_SHARE;
/** Gap that is mere rounding. */
const ROUNDING_GAP = 1e-10;
function isShowable(value: Measured): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Returns the number with a fixed count of decimals; never "-0.00". */
export function fixed(value: number, decimals: number): string {
  const kept = Math.min(decimals, MAX_DECIMALS);
  const digits = Math.abs(value) < MAX_FIXED ? value.toFixed(kept) : value.toExponential(kept);
  return /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits;
}

/**
 * Returns the number with so many significant digits, all those before the point, without an exponent between 1e-7 and
 * 1e15.
 */
export function significant(value: number, digits: number = DIGITS): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < MIN_FIXED || size >= MAX_FIXED) return value.toExponential(digits - 1);
  // The exponent after rounding: 9.996 with 3 digits is 10.0, not 10.00.
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  return fixed(value, Math.max(0, digits - 1 - exponent));
}

/** A unit to show values in: its name, its size in the unit of records, and the least value (of records) it is meant for. */
interface ShownUnit {
  readonly name: string;
  readonly size: number;
  readonly from: number;
}

/** Units by that of records, ascending. Where values come in all sizes the larger unit begins late: nobody reads a bill in MWh. */
const UNITS: Readonly<Record<string, readonly ShownUnit[]>> = {
  W: [
    { name: 'W', size: 1, from: 0 },
    { name: 'kW', size: 1e3, from: 1e3 },
    { name: 'MW', size: 1e6, from: 1e7 },
  ],
  J: [
    { name: 'J', size: 1, from: 0 },
    { name: 'kJ', size: 1e3, from: 1e3 },
    { name: 'MJ', size: 1e6, from: 1e6 },
    { name: 'GJ', size: 1e9, from: 1e11 },
  ],
  // Moments of a day.
  's in h': [{ name: 'h', size: S_PER_H, from: 0 }],
  // Energies that records have in joules and people count in kWh.
  'J in kWh': [
    { name: 'Wh', size: J_PER_KWH / 1e3, from: 0 },
    { name: 'kWh', size: J_PER_KWH, from: J_PER_KWH },
    { name: 'MWh', size: 1e3 * J_PER_KWH, from: 1e4 * J_PER_KWH },
  ],
  // Work for energy, of rooms that draw kilowatts.
  'tasks/J': [{ name: 'tasks/kJ', size: 1e-3, from: 0 }],
  kWh: [
    { name: 'Wh', size: 1e-3, from: 0 },
    { name: 'kWh', size: 1, from: 1 },
    { name: 'MWh', size: 1e3, from: 1e4 },
  ],
};
/** Units that are written otherwise than records name them. */
const NAMES: Readonly<Record<string, string>> = {
  C: '°C',
  '1': '',
  count: '',
  fraction: '',
  probability: '',
  '1/s': 'tasks/s',
};
/** Lengths of time of rates, s. */
const PER_S: Readonly<Record<string, number>> = { s: 1, h: S_PER_H, day: S_PER_DAY };

/** Returns the unit in which values up to `largest` are near 1, of a unit of records; money in `currency`. */
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

/** Choices of how a number is shown. */
export interface Notation {
  /** Significant digits, where other than four. */
  readonly digits?: number;
  readonly currency?: string;
  /** Value that chooses the unit, where another stands beside it in the same one. */
  readonly beside?: Measured;
}

/**
 * Returns a value in a unit of records: "share" and "gap" as %, "count" whole, watts, joules, kWh and rates in the unit
 * in which they are near 1, money in the instance's currency, all with four significant digits. null for what is no
 * finite number.
 */
export function inUnit(value: Measured, unit: string, notation: Notation = {}): Shown | null {
  if (!isShowable(value)) return null;
  if (unit === 'share') return percentOf(value, fixed(100 * value, 2));
  if (unit === 'gap') return percentOf(value, Math.abs(value) < ROUNDING_GAP ? '0' : fixed(100 * value, 2));
  const isWhole = (unit === 'count' || unit === 'nodes') && Number.isInteger(value);
  const { name, size } = unitFor(unit, notation.beside ?? value, notation.currency);
  return { digits: isWhole ? fixed(value, 0) : significant(value / size, notation.digits), unit: name };
}

/** A share as %, with two decimals; one within a hundredth of a per cent of nothing or of all as "< 0.01" or "> 99.99". */
function percentOf(share: number, digits: string): Shown {
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

/** A column of values in one unit, which its head states. */
export interface Aligned {
  readonly unit: string;
  readonly write: (value: Measured) => Shown | null;
}

/**
 * Returns the notation of a column: the unit in which its largest value is near 1, and the decimals that give that
 * value four digits, so that the points stand below one another. A value that these would round to zero keeps two
 * digits of its own.
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

/** Returns the notation of a column whose unit stays that of its values. */
export function aligned(values: readonly Measured[], digits: number = DIGITS): Aligned['write'] {
  return alignedIn('', values, { digits }).write;
}

/** Returns the value without its unit, which the head of a column states. */
export function bare(value: Shown | null): Shown | null {
  return value === null ? null : { digits: value.digits, unit: '' };
}

/** Returns the count with its noun: "1 epoch", "24 epochs". */
export function countOf(value: number, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`;
}

/** Returns the text of a quantity: "12.5 kW", or "none" (", because ..." when a reason is known). */
export function plain(value: Shown | null, reason?: string): string {
  if (value === null) return reason === undefined ? 'none' : `none, because ${reason}`;
  return value.unit === '' ? value.digits : `${value.digits} ${value.unit}`;
}

/**
 * Returns a name fit for one line of any output: control and bidirectional-override characters (which could restyle a
 * terminal or reorder a line) become "?", white space becomes single spaces.
 */
export function oneLine(name: string): string {
  const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  return name.replace(/\s+/g, ' ').replace(unsafe, '?');
}

/** Name cut to at most `length` characters; the last one is an ellipsis where something was cut. */
export function shorten(name: string, length: number): string {
  const characters = Array.from(oneLine(name));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}
