/** Returns the number rounded to four significant digits: enough for data that were drawn, and short in files. */
export function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
