import { heldBound } from './bound.js';

/** Number of significant digits of values in warnings about a stated optimum. */
const DIGITS = 7;

/**
 * Returns warnings if the optimum stated in an instance must be wrong: it exceeds a proven upper bound, or a checked
 * schedule earns more.
 *
 * @param field path of the optimum in the instance
 * @param optimum the stated value; undefined if the instance has none
 * @param known proven upper bound and value earned by a checked schedule; null where not known
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
