/** An exact decimal number, mantissa x 10^exponent, added and multiplied without rounding error. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** Pattern of a decimal number, with or without an exponent. */
const NUMBER = /^([-+]?)(\d+\.?\d*|\.\d+)(?:[eE]([-+]?\d{1,6}))?$/;
/** Maximum number of digits of a number. Our choice: more than any field can hold. */
const MAX_DIGITS = 400;

/** Returns the number that a text contains; null if it is not a finite decimal number. */
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

/** Returns the double nearest to a decimal number. */
export function numberOf({ mantissa, exponent }: Decimal): number {
  return Number(`${mantissa}e${exponent}`);
}

/** Returns a decimal number times `factor` times 10^`powerOfTen`, exactly. */
export function times({ mantissa, exponent }: Decimal, factor: bigint, powerOfTen = 0): Decimal {
  return { mantissa: mantissa * factor, exponent: exponent + powerOfTen };
}

/** Returns decimal numbers as whole multiples of one power of ten, that of the smallest exponent. */
function aligned(numbers: readonly Decimal[]): { readonly mantissas: readonly bigint[]; readonly exponent: number } {
  const exponent = Math.min(...numbers.map((one) => one.exponent));
  const mantissas = numbers.map((one) => one.mantissa * 10n ** BigInt(one.exponent - exponent));
  return { mantissas, exponent };
}

/**
 * Returns the decimal numbers start, start + step, ... up to `end`, included if a step reaches it exactly. Returns a
 * sentence as `fault` if the steps lead away from `end`, or if there are more than `most` numbers.
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
