import { RefusedOption } from '../commands.js';

type Read<Value> = (text: string, option: string) => Value;

/** Reads running cores by quadrant, e.g. "180,200,200,180". */
export const runningCores: Read<readonly number[]> = (text, option) => {
  const parts = text.split(',').map((part) => part.trim());
  const isCount = (part: string): boolean => /^\d+$/.test(part) && Number.isSafeInteger(Number(part));
  if (!parts.every(isCount)) {
    const allowed = 'whole numbers of at least 0 with commas between, one per quadrant';
    throw new RefusedOption(option, text, allowed, 'For example --running 180,200,200,180.');
  }
  return parts.map(Number);
};

/** Watts per unit in which powers may be written, lower case; W by default. */
const UNITS: Readonly<Record<string, number>> = { '': 1, w: 1, kw: 1e3, mw: 1e6 };

/** Reads a power, W: "170kW", "170 kW", "170000". */
export const watts: Read<number> = (text, option) => {
  const [, digits = '', unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?|\d+\.)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const value = Number(digits) * (UNITS[unit.toLowerCase()] ?? NaN);
  if (digits !== '' && value > 0 && Number.isFinite(value)) return value;
  const allowed = 'a power above 0 in W, or with a unit (W, kW, MW)';
  throw new RefusedOption(option, text, allowed, 'For example --power 170kW.');
};

/** Reads numbers of at least 0, separated by commas. */
export const numbers: Read<readonly number[]> = (text, option) => text.split(',').map((part) => number(part, option));

export const above: Read<number> = (text, option) => {
  const value = number(text, option);
  if (value === 0) throw new RefusedOption(option, text, 'a number above 0', 'Correct the value.');
  return value;
};

/** Returns a reader of seconds within a range, both ends included. */
export function secondsWithin(leastS: number, mostS: number): Read<number> {
  return (text, option) => {
    const value = number(text, option);
    if (value >= leastS && value <= mostS) return value;
    throw new RefusedOption(option, text, `seconds from ${leastS} to ${mostS}`, 'Correct the value.');
  };
}

/** Reads a number of at least 0. */
function number(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new RefusedOption(option, text, 'a number of at least 0', 'Correct the value.');
  }
  return value;
}
