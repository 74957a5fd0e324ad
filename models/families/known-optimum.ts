import { heldBound } from './bound.js';

/** Significant digits with which warnings show an instance's optimum and the values that contradict it. */
const DIGITS = 7;

/**
 * Returns a warning for each proof that the optimal value given in an instance is wrong. There are two possible proofs:
 * a smaller upper bound, and a checked schedule that earns more. The list is empty if nothing contradicts the value.
 *
 * @param field path of the optimal value in the instance
 * @param optimum optimal value given in the instance; undefined if there is none
 * @param known proven upper bound, and value earned by a checked schedule; null if unknown
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
