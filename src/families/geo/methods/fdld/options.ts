/**
 * How Algorithm 4 is read where the thesis leaves a choice (docs/decisions/geo-fdld-forces.md), and settings of the
 * calibration of phi.
 */
export interface FdldOptions {
  /**
   * Eq. 45 as printed, or with the factor Eff (1 + 1/CUP) of Eq. 43, so that the ratio of Eq. 46 is at most 1 except
   * for transitions.
   */
  readonly greatestCost: 'printed' | 'with-overhead';
  /**
   * Rule for ties: removing one task type from one task set on one node type has an equal force in every centre.
   * `dearest` takes the centre where a watt of a node costs most in that epoch first, `listed` the one listed first in
   * the instance.
   */
  readonly ties: 'dearest' | 'listed';
  /** Maximum number of equal removals made at once; 1 is Algorithm 4. */
  readonly batch: number;
  /** Resolution of phi_C and phi_C,i: they are multiples of 1 / phiSteps. */
  readonly phiSteps: number;
}

/** Settings of Algorithm 4 as printed. */
export const PRINTED_FDLD: FdldOptions = { greatestCost: 'printed', ties: 'dearest', batch: 1, phiSteps: 1000 };
