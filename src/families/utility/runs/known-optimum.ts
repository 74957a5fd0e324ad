import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { knownOptimumWarnings as warningsOf } from '../../../../models/families/known-optimum.js';

/** Returns warnings if the optimum stated in an instance is contradicted; pass null for what is not known. */
export function knownOptimumWarnings(
  { knownOptimum }: Pick<UtilityInstance, 'knownOptimum'>,
  against: { readonly bound: number | null; readonly earned: number | null },
): string[] {
  return warningsOf('knownOptimum.utility', knownOptimum?.utility, against);
}
