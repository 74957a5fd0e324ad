/** An exact decimal number, mantissa * 10^exponent: sums and steps of such numbers are not rounded. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** Pattern of a decimal number, with or without an exponent. */
const NUMBER = /^([-+]?)(\d+\.?\d*|\.\d+)(?:[eE]([-+]?\d{1,6}))?$/;
/** Maximum number of digits of a number. Our choice: no field can hold more. */
const MAX_DIGITS = 400;

/** Returns the decimal number that a text contains; null if it is not a finite number. */
export function decimalOf(text: string): Decimal | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign, digits, power = '0'] = match as unknown as [string, string, string, string | undefined];
  const [whole = '', part = ''] = digits.split('.');
  if (whole.length + part.length > MAX_DIGITS || !Number.isFinite(Number(text))) return null;
  const mantissa = BigInt(`${whole}${part}`);
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  const exponent = Number(power) - part.length;
  // Numbers next to zero that no field can hold would need as many digits.
  if (Math.abs(exponent) > MAX_DIGITS) return null;
  return { mantissa: sign === '-' ? -mantissa : mantissa, exponent };
}

/** Returns the nearest double. */
export function numberOf({ mantissa, exponent }: Decimal): number {
  return Number(`${mantissa}e${exponent}`);
}

/** Returns a decimal times a whole number and a power of ten. */
export function times({ mantissa, exponent }: Decimal, factor: bigint, powerOfTen = 0): Decimal {
  return { mantissa: mantissa * factor, exponent: exponent + powerOfTen };
}

/** Returns the mantissas of decimal numbers at their smallest exponent. */
function aligned(numbers: readonly Decimal[]): { readonly mantissas: readonly bigint[]; readonly exponent: number } {
  const exponent = Math.min(...numbers.map((one) => one.exponent));
  const mantissas = numbers.map((one) => one.mantissa * 10n ** BigInt(one.exponent - exponent));
  return { mantissas, exponent };
}

/**
 * Returns the values from `start` by `step` up to `end`, including both ends if the steps meet them; or a sentence if
 * the steps do not lead to `end`, or there are more than `most` values.
 */
export function decimalRange(
  start: Decimal,
  end: Decimal,
  step: Decimal,
  most: number,
): readonly Decimal[] | { readonly fault: string } {
  const { mantissas, exponent } = aligned([start, end, step]);
  const [from, to, by] = mantissas as [bigint, bigint, bigint];
  if (by === 0n) return { fault: 'the step is 0' };
  if ((to - from) * by < 0n) return { fault: 'the step leads away from the end' };
  const steps = (to - from) / by;
  if (steps >= BigInt(most)) return { fault: `more than ${most} values` };
  return Array.from({ length: Number(steps) + 1 }, (_, n) => ({ mantissa: from + BigInt(n) * by, exponent }));
}
