import { heldBound } from './bound.js';

/** Significant digits of values in these warnings. */
const DIGITS = 7;

/**
 * Returns warnings that the optimum written in an instance cannot be right: it is greater than a proven bound, or less
 * than what a checked schedule earns.
 *
 * @param field place of the optimum in the instance
 *
 * @param optimum its value; undefined if the instance has none
 *
 * @param known bound and earned value; null where not known
 */
export function knownOptimumWarnings(
  field: string,
  optimum: number | undefined,
  { bound, earned }: { readonly bound: number | null; readonly earned: number | null },
): string[] {
  if (optimum === undefined) return [];
  const told = (why: string): string => `${field}: ${short(optimum)} is wrong, ${why}.`;
  return [
    ...(bound !== null && heldBound(bound, optimum, true).isRefuted
      ? [told(`no schedule earns more than ${short(bound)}`)]
      : []),
    ...(earned !== null && heldBound(optimum, earned, true).isRefuted
      ? [told(`this schedule keeps every limit and earns ${short(earned)}`)]
      : []),
  ];
}

function short(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}
