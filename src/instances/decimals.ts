/** A number as decimals say it, mantissa * 10^exponent: sums and steps of such have no rounding. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** Pattern of a decimal number, with or without an exponent. */
const NUMBER = /^([-+]?)(\d+\.?\d*|\.\d+)(?:[eE]([-+]?\d{1,6}))?$/;
/** Greatest number of digits that are computed with: beyond it a number says more than any field holds. */
const MAX_DIGITS = 400;

/** The decimal that a text says; null where it is no number, or no finite one. */
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

/** The nearest double. */
export function numberOf({ mantissa, exponent }: Decimal): number {
  return Number(`${mantissa}e${exponent}`);
}

/** A decimal times a whole number and a power of ten. */
export function times({ mantissa, exponent }: Decimal, factor: bigint, powerOfTen = 0): Decimal {
  return { mantissa: mantissa * factor, exponent: exponent + powerOfTen };
}

/** The mantissas of decimals at their smallest exponent. */
function aligned(numbers: readonly Decimal[]): { readonly mantissas: readonly bigint[]; readonly exponent: number } {
  const exponent = Math.min(...numbers.map((one) => one.exponent));
  const mantissas = numbers.map((one) => one.mantissa * 10n ** BigInt(one.exponent - exponent));
  return { mantissas, exponent };
}

/**
 * Values from `start` by `step` up to `end`, both ends included where the step meets them. A sentence where they do not
 * lead there, or there are more than `most`.
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
