import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { knownOptimumWarnings as warningsOf } from '../../../../models/families/known-optimum.js';

/** Warnings that the optimum written in an instance is not one; null for what is not known. */
export function knownOptimumWarnings(
  { knownOptimum }: Pick<UtilityInstance, 'knownOptimum'>,
  against: { readonly bound: number | null; readonly earned: number | null },
): string[] {
  return warningsOf('knownOptimum.utility', knownOptimum?.utility, against);
}
