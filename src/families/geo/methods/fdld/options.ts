/**
 * Choices that the thesis leaves open in Algorithm 4 (docs/decisions/geo-fdld-forces.md), and settings for the
 * calibration of phi.
 */
export interface FdldOptions {
  /**
   * Largest cost C_max. 'printed': Eq. 45 as printed. 'with-overhead': Eq. 45 times Eff (1 + 1/CUP) as in Eq. 43, which
   * keeps C_actual / C_max of Eq. 46 at most 1, apart from transitions.
   */
  readonly greatestCost: 'printed' | 'with-overhead';
  /**
   * Which data centre is chosen if forces are equal: the one with the most expensive node power in the epoch, or the
   * one listed first.
   */
  readonly ties: 'dearest' | 'listed';
  /** Maximum number of identical removals of a task type made at once; 1 in Algorithm 4. */
  readonly batch: number;
  /** Number of steps of the over-provisioning factors: phi_C and phi_C,i are multiples of 1 / phiSteps. */
  readonly phiSteps: number;
}

/** Settings of Algorithm 4 as printed. */
export const PRINTED_FDLD: FdldOptions = { greatestCost: 'printed', ties: 'dearest', batch: 1, phiSteps: 1000 };
