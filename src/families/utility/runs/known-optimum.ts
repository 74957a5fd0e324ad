import { heldBound } from '../../../../models/problems/bound.js';
import type { UtilityInstance } from '../../../../models/problems/utility/instance.js';

/** Significant digits of utilities in these warnings. Ours. */
const DIGITS = 7;

/**
 * Warnings that the optimum written in an instance is not one: greater than a proven bound, or less than what a schedule that passes the checker
 * earns; null for what is not known.
 */
export function knownOptimumWarnings(
  { knownOptimum }: Pick<UtilityInstance, 'knownOptimum'>,
  { bound, earned }: { readonly bound: number | null; readonly earned: number | null },
): string[] {
  if (knownOptimum === undefined) return [];
  const { utility } = knownOptimum;
  const told = (why: string): string => `knownOptimum.utility: ${short(utility)} is wrong, ${why}.`;
  return [
    ...(bound !== null && heldBound(bound, utility, true).isRefuted
      ? [told(`no schedule earns more than ${short(bound)}`)]
      : []),
    ...(earned !== null && heldBound(utility, earned, true).isRefuted
      ? [told(`this schedule keeps every limit and earns ${short(earned)}`)]
      : []),
  ];
}

function short(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}
