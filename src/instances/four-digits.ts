/** Returns the number rounded to four significant digits, which are enough for drawn data and short in files. */
export function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
