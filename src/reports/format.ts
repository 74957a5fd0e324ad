/**
 * Numbers as every report writes them. Digits are plain ASCII ("-0.000123"), so that they can be read back; grouping
 * and typographic minus signs are added by the HTML report. Minus zero is zero; what is not a finite number is null.
 */

/** A number as shown, and its unit ('' for none). */
export interface Shown {
  readonly digits: string;
  readonly unit: string;
}

export type Measured = number | null | undefined;

/** Magnitude below which fixed notation is a row of zeros. Ours. */
const MIN_FIXED = 1e-7;
/** Magnitude from which on the exponent is written: doubles near it have no decimals left to show. Ours. */
const MAX_FIXED = 1e15;

/** Greatest count of decimals that a number can be asked for (ECMAScript). */
const MAX_DECIMALS = 100;

function isShowable(value: Measured): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Number with a fixed count of decimals; never "-0.00". */
export function fixed(value: number, decimals: number): string {
  const kept = Math.min(decimals, MAX_DECIMALS);
  const digits = Math.abs(value) < MAX_FIXED ? value.toFixed(kept) : value.toExponential(kept);
  return /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits;
}

/** Number with a fixed count of significant digits, without an exponent between 1e-7 and 1e15. */
export function significant(value: number, digits: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < MIN_FIXED || size >= MAX_FIXED) return value.toExponential(digits - 1);
  // The exponent after rounding: 9.996 with 3 digits is 10.0, not 10.00.
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  return fixed(value, Math.max(0, digits - 1 - exponent));
}

const shown =
  (unit: string, write: (value: number) => string, scale = 1) =>
  (value: Measured): Shown | null =>
    isShowable(value) ? { digits: write(value * scale), unit } : null;

export const kilowatts = shown('kW', (value) => fixed(value, 3), 1e-3);
export const celsius = shown('°C', (value) => fixed(value, 3));
export const tasksPerS = shown('tasks/s', (value) => significant(value, 5));
export const rewardPerS = shown('reward/s', (value) => significant(value, 5));
/** Reward rate with eight digits: bound and objective are told apart at a gap of 1e-6. */
export const headlineReward = shown('reward/s', (value) => significant(value, 8));
/**
 * Notation of a column of rates with the same number of decimals, so that the points stand below one another: enough to
 * give the largest value `digits` digits. A value that these would round to zero keeps two digits of its own.
 */
export function aligned(values: readonly Measured[], digits = 5): (value: Measured) => Shown | null {
  const sizes = values.filter(isShowable).map(Math.abs);
  const largest = Math.max(0, ...sizes);
  const decimals = largest === 0 ? 0 : (significant(largest, digits).split('.')[1]?.length ?? 0);
  return shown('', (value) => {
    const text = fixed(value, Math.min(decimals, 9));
    return value !== 0 && Number(text) === 0 ? significant(value, 2) : text;
  });
}

export const kilowattHours = shown('kWh', (value) => fixed(value, 1));
/** Energy with four digits, for means whose intervals are narrow. */
export const energyOfMean = shown('kWh', (value) => significant(value, 4));
/** An energy in kWh that stands alone: under 1 kWh in Wh, with four digits. */
export function energyOfKWh(value: Measured): Shown | null {
  if (!isShowable(value) || value === 0 || Math.abs(value) >= 1) return kilowattHours(value);
  return { digits: significant(value * 1000, 4), unit: 'Wh' };
}
export const ratio = shown('', (value) => fixed(value, 4));
export const seconds = shown('s', (value) => significant(value, 3));
export const count = shown('', (value) => (Number.isInteger(value) ? fixed(value, 0) : significant(value, 6)));
export const percent = shown('%', (value) => fixed(value, 2), 100);
/** Gap in % with three digits however small: 1e-6 reads 0.000100 %. A gap that is mere rounding reads 0 %. */
export const gapPercent = shown('%', (value) => significant(Math.abs(value) < 1e-10 ? 0 : value, 3), 100);
const nodes = shown('nodes', (value) => (Number.isInteger(value) ? fixed(value, 0) : significant(value, 6)));
export const gigahertz = shown('GHz', (value) => String(value));

/** Count with its noun: "1 epoch", "24 epochs". */
export function countOf(value: number, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`;
}

/** A value in a unit the record names: watts as kW, temperatures as °C, anything else with six digits. */
export function inUnit(value: Measured, unit: string): Shown | null {
  if (unit === 'W') return kilowatts(value);
  if (unit === 'C') return celsius(value);
  if (unit === 'tasks/s' || unit === '1/s') return tasksPerS(value);
  if (unit === 'nodes') return nodes(value);
  return isShowable(value)
    ? { digits: significant(value, 6), unit: unit === '1' || unit === 'count' ? '' : unit }
    : null;
}

/** Amount by which a limit is violated: small amounts keep their digits. */
export function amountInUnit(value: Measured, unit: string): Shown | null {
  if (!isShowable(value)) return null;
  if (unit === 'W' && Math.abs(value) >= 1000) return { digits: significant(value / 1000, 4), unit: 'kW' };
  if (unit === 'nodes') return nodes(value);
  return { digits: significant(value, 4), unit: unit === 'C' ? '°C' : unit === '1' || unit === 'count' ? '' : unit };
}

/** Text of a quantity: "12.5 kW", or "none" (", because ..." when a reason is known). */
export function plain(value: Shown | null, reason?: string): string {
  if (value === null) return reason === undefined ? 'none' : `none, because ${reason}`;
  return value.unit === '' ? value.digits : `${value.digits} ${value.unit}`;
}

/**
 * A name fit for one line of any output: control and bidirectional-override characters (which could restyle a terminal or
 * reorder a line) become "?", white space becomes single spaces.
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
