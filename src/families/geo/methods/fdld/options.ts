/** How Algorithm 4 is read where the print leaves a choice (docs/decisions/geo-fdld-forces.md), and how phi is calibrated. */
export interface FdldOptions {
  /** Eq. 45 as printed, or with Eff (1 + 1/CUP) as in Eq. 43, so that the ratio of Eq. 46 is at most 1 but for transitions. */
  readonly greatestCost: 'printed' | 'with-overhead';
  /**
   * Removals of the same task type from the same task set on the same node type have the same force in every centre: the centre where a
   * watt of a node costs most in that epoch goes first, or the one listed first in the instance.
   */
  readonly ties: 'dearest' | 'listed';
  /** Identical removals made at once, at most; 1 is Algorithm 4. */
  readonly batch: number;
  /** phi_C and phi_C,i are multiples of 1 / phiSteps. */
  readonly phiSteps: number;
}

export const PRINTED_FDLD: FdldOptions = { greatestCost: 'printed', ties: 'dearest', batch: 1, phiSteps: 1000 };
