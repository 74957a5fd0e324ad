/** Rounds to four significant digits, which suffice for charts and keep files short. */
export function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
