import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { knownOptimumWarnings as warningsOf } from '../../../../models/families/known-optimum.js';

/**
 * Returns a warning if the instance states an optimal utility below the earned utility, or above the bound.
 *
 * @param against upper bound on utility, and utility earned; null if unknown
 */
export function knownOptimumWarnings(
  { knownOptimum }: Pick<UtilityInstance, 'knownOptimum'>,
  against: { readonly bound: number | null; readonly earned: number | null },
): string[] {
  return warningsOf('knownOptimum.utility', knownOptimum?.utility, against);
}
